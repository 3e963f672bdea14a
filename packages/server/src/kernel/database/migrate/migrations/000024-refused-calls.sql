-- expand, min_program 0
-- Calls that a scenario of the sandbox refused and serves when they come again; in production the table stays empty.
CREATE TABLE sandbox_refused_calls (
  tenant_id uuid NOT NULL,
  -- By a key of the tenant, over all that makes it the same call.
  fingerprint bytea NOT NULL,
  -- By the clock of the service.
  refused_at timestamptz NOT NULL,
  PRIMARY KEY (tenant_id, fingerprint)
);
CREATE INDEX sandbox_refused_calls_old ON sandbox_refused_calls (refused_at);
