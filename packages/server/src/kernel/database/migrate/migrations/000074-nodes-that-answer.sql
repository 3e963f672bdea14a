-- expand, min_program 46
-- Which processes answer calls: a tenant's concurrency limit is divided among them. Those of an earlier release do.
ALTER TABLE nodes ADD COLUMN answers_calls boolean NOT NULL DEFAULT true;
