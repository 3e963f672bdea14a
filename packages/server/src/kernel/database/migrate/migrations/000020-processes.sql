-- expand, min_program 0
-- Processes of the identity platform: a selfie of one identity, without a card, whose captures transactions may use for an hour.
CREATE TABLE processes (
  tenant_id uuid NOT NULL,
  -- Captures name it where they name a transaction otherwise. Of an external platform it is the platform's own id.
  process_id uuid NOT NULL,
  company_id uuid NOT NULL,
  platform text NOT NULL DEFAULT 'built-in' CHECK (platform IN ('built-in', 'external')),
  status text NOT NULL
    CHECK (status IN ('created', 'processing', 'ok', 'invalid-identity', 'expired', 'error')),
  version integer NOT NULL DEFAULT 1,
  purpose text NOT NULL,
  client_reference text,
  identity_key text NOT NULL,
  identity_hash bytea NOT NULL,
  sealed_identity bytea NOT NULL,
  sealed_name bytea,
  sealed_callback_uri bytea,
  liveness text NOT NULL DEFAULT 'LIVENESS_RESULT_UNSPECIFIED',
  authentication text NOT NULL DEFAULT 'AUTHENTICATION_RESULT_UNSPECIFIED',
  decision jsonb,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  retry_until timestamptz,
  -- By the clock of the database, which the age of a process is measured with.
  finished_at timestamptz,
  erased_at timestamptz,
  CHECK ((finished_at IS NULL) = (status IN ('created', 'processing'))),
  PRIMARY KEY (tenant_id, process_id),
  FOREIGN KEY (tenant_id, company_id) REFERENCES companies (tenant_id, company_id)
);

CREATE INDEX processes_identity ON processes (tenant_id, identity_hash);
CREATE INDEX processes_open_expiry ON processes (expires_at) WHERE status = 'created';
CREATE INDEX processes_retry ON processes (retry_until) WHERE retry_until IS NOT NULL AND status = 'created';
CREATE INDEX processes_not_erased ON processes (tenant_id, company_id, finished_at)
  WHERE finished_at IS NOT NULL AND erased_at IS NULL;
CREATE INDEX processes_finished_at ON processes (finished_at) WHERE finished_at IS NOT NULL;
-- The platform names a process by its id alone.
CREATE UNIQUE INDEX processes_external ON processes (process_id) WHERE platform = 'external';

CREATE TABLE process_history (
  tenant_id uuid NOT NULL,
  process_id uuid NOT NULL,
  version integer NOT NULL,
  event text NOT NULL,
  from_status text,
  to_status text NOT NULL,
  actor text NOT NULL,
  reasons text[] NOT NULL DEFAULT '{}',
  transaction_id uuid,
  at timestamptz NOT NULL,
  PRIMARY KEY (tenant_id, process_id, version)
);

ALTER TABLE transactions ADD COLUMN reference_process_id uuid;

ALTER TABLE companies
  ADD COLUMN process_reuse text NOT NULL DEFAULT 'many' CHECK (process_reuse IN ('many', 'once'));

-- Whom an answer is about that is kept for an Idempotency-Key: it is forgotten with the person.
ALTER TABLE idempotency_keys ADD COLUMN subject_id uuid;
