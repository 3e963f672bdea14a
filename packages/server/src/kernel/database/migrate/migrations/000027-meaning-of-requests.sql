-- expand, min_program 0
-- What the body of a request with an Idempotency-Key says, whatever the order of its members; earlier releases leave it out.
ALTER TABLE idempotency_keys ADD COLUMN meaning_hash bytea;
