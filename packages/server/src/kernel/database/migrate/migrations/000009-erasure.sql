-- expand, min_program 0
-- What is kept of a person, and for how long; erased rows keep their ids, statuses and times.
ALTER TABLE companies
  ADD COLUMN person_retention_days integer NOT NULL DEFAULT 540 CHECK (person_retention_days BETWEEN 1 AND 3650);
ALTER TABLE tenants
  ADD COLUMN template_retention_days integer NOT NULL DEFAULT 1095
    CHECK (template_retention_days BETWEEN 1 AND 3650);
ALTER TABLE transactions
  ADD COLUMN erased_at timestamptz,
  -- Where the person goes at the end may say who they are; `redirect_url` is what earlier releases wrote.
  ADD COLUMN sealed_redirect_url bytea;
ALTER TABLE face_templates ADD COLUMN last_matched_at timestamptz;
CREATE INDEX transactions_not_erased ON transactions (tenant_id, company_id, finished_at)
  WHERE finished_at IS NOT NULL AND erased_at IS NULL;
CREATE INDEX capture_sessions_transaction ON capture_sessions (tenant_id, transaction_id);
CREATE INDEX capture_sessions_expires_at ON capture_sessions (expires_at);
CREATE INDEX face_templates_used ON face_templates (tenant_id, coalesce(last_matched_at, created_at));
CREATE INDEX delivery_attempts_answered ON delivery_attempts (started_at) WHERE response_excerpt IS NOT NULL;

-- Erasures that were asked for, with the receipt that was given; nothing here names the person.
CREATE TABLE erasures (
  tenant_id uuid NOT NULL,
  erasure_id uuid NOT NULL,
  at timestamptz NOT NULL,
  reference text,
  counts jsonb NOT NULL,
  receipt text NOT NULL,
  PRIMARY KEY (tenant_id, erasure_id)
);
