-- expand, min_program 0
-- Keys that sign receipts are a purpose of their own: what they signed is verified for years.
ALTER TABLE signing_keys DROP CONSTRAINT signing_keys_purpose_check;
ALTER TABLE signing_keys ADD CONSTRAINT signing_keys_purpose_check
  CHECK (purpose IN ('access-token', 'sdk-token', 'receipt'));
