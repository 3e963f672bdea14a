-- expand, min_program 46
-- How many movements the challenges of a company have: as ever, or by what is known of person and tenant.
ALTER TABLE companies ADD COLUMN movements text NOT NULL DEFAULT 'fixed';
ALTER TABLE companies ADD CONSTRAINT companies_movements_check CHECK (movements IN ('fixed', 'by-risk')) NOT VALID;
-- How long the challenge of an attempt was, and why. Null in rows of earlier releases.
ALTER TABLE capture_attempts ADD COLUMN challenge_length text;
ALTER TABLE capture_attempts ADD COLUMN challenge_reasons text[];
