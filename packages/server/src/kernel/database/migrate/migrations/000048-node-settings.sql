-- expand, min_program 46
-- The settings of each process that must be equal on all of them, by variable, so that a difference can be told. None is secret.
ALTER TABLE nodes ADD COLUMN settings jsonb NOT NULL DEFAULT '{}';
