-- expand, min_program 46
-- A link to the page of one endpoint's receiver, which has a code until it is opened, and from then on the secret of the session that it opened.
CREATE TABLE receiver_accesses (
  tenant_id uuid NOT NULL,
  access_id uuid NOT NULL,
  endpoint_id uuid NOT NULL,
  -- Who made the link, as the audit log names them.
  made_by text NOT NULL,
  created_at timestamptz NOT NULL,
  code_hash bytea,
  secret_hash bytea,
  browser text,
  opened_at timestamptz,
  last_used_at timestamptz,
  expires_at timestamptz NOT NULL,
  CONSTRAINT receiver_accesses_pkey PRIMARY KEY (tenant_id, access_id),
  CONSTRAINT receiver_accesses_state_check CHECK (num_nonnulls(code_hash, secret_hash) = 1)
);
CREATE UNIQUE INDEX receiver_accesses_code ON receiver_accesses (code_hash);
CREATE UNIQUE INDEX receiver_accesses_secret ON receiver_accesses (secret_hash);
CREATE INDEX receiver_accesses_endpoint ON receiver_accesses (tenant_id, endpoint_id);
CREATE INDEX receiver_accesses_expired ON receiver_accesses (expires_at);
