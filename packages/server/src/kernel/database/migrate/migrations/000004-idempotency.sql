-- expand, min_program 0
-- The answer to a request that named an Idempotency-Key, kept in the commit of what it did; sealed, as it holds a link.
CREATE TABLE idempotency_keys (
  tenant_id uuid NOT NULL,
  key_hash bytea NOT NULL,
  request_hash bytea NOT NULL,
  sealed_answer bytea,
  expires_at timestamptz NOT NULL,
  PRIMARY KEY (tenant_id, key_hash)
);
CREATE INDEX idempotency_keys_expires_at ON idempotency_keys (expires_at);
