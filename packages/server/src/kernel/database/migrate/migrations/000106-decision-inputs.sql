-- expand, min_program 46
-- What create checks and decision of a transaction were made from, so that other settings can be tried on it; gone once it is erased.
ALTER TABLE transactions ADD COLUMN create_inputs jsonb, ADD COLUMN decision_inputs jsonb;
