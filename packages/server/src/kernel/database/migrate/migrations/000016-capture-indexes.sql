-- expand, min_program 0
-- Apart from the changes of the tables, so that reading goes on while these are made.
ALTER TABLE capture_attempts VALIDATE CONSTRAINT capture_attempts_outcome_check;
CREATE INDEX capture_attempts_identity ON capture_attempts (tenant_id, identity_hash, started_at);
CREATE INDEX transactions_retry ON transactions (retry_until)
  WHERE retry_until IS NOT NULL AND status IN ('waiting', 'shared');
