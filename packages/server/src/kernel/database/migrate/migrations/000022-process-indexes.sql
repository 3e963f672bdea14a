-- expand, min_program 0
-- Apart from the changes of the tables, so that reading goes on while these are made.
CREATE INDEX transactions_reference_process ON transactions (tenant_id, identity_hash, created_at)
  WHERE reference_process_id IS NOT NULL;
-- What receivers answered to the events of a process is forgotten with its person.
CREATE INDEX events_subject ON events (tenant_id, subject_id) WHERE subject_id IS NOT NULL;
CREATE INDEX idempotency_keys_subject ON idempotency_keys (tenant_id, subject_id) WHERE subject_id IS NOT NULL;
