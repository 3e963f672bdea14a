-- expand, min_program 0
-- Each wrapped key says which master key opens it, so that a rotation may be interrupted anywhere.
ALTER TABLE tenants ADD COLUMN master_key_id text;
UPDATE tenants SET master_key_id = (SELECT master_key_id FROM deployment);
ALTER TABLE tenants ALTER COLUMN master_key_id SET NOT NULL;
CREATE INDEX tenants_master_key ON tenants (master_key_id);

ALTER TABLE signing_keys ADD COLUMN master_key_id text;
UPDATE signing_keys SET master_key_id = (SELECT master_key_id FROM deployment);
ALTER TABLE signing_keys ALTER COLUMN master_key_id SET NOT NULL;

ALTER TABLE companies
  ADD COLUMN replica_policy text NOT NULL DEFAULT 'refuse' CHECK (replica_policy IN ('refuse', 'reuse')),
  ADD COLUMN match_threshold double precision CHECK (match_threshold BETWEEN 0.3 AND 0.6),
  ADD COLUMN capture_retention_days integer NOT NULL DEFAULT 30 CHECK (capture_retention_days BETWEEN 1 AND 3650),
  ADD COLUMN brand_name text,
  ADD COLUMN brand_colour text CHECK (brand_colour ~ '^#[0-9a-f]{6}$');

ALTER TABLE service_accounts
  ADD COLUMN assertion_lifetime_seconds integer NOT NULL DEFAULT 3600
    CHECK (assertion_lifetime_seconds BETWEEN 1 AND 3600),
  ADD COLUMN allowed_addresses text[] NOT NULL DEFAULT '{}',
  ADD COLUMN allowed_times text[] NOT NULL DEFAULT '{}';

-- A credential is retired from `retired_at` on; a time to come is the overlap of a rotation.
ALTER TABLE service_account_keys ADD COLUMN last_used_at timestamptz;
ALTER TABLE service_account_secrets
  ADD COLUMN last_used_at timestamptz,
  ADD COLUMN hint text NOT NULL DEFAULT '';

-- Access tokens given back before their time (RFC 7009); a row may go once its token has expired.
CREATE TABLE revoked_tokens (
  tenant_id uuid NOT NULL,
  token_id uuid NOT NULL,
  expires_at timestamptz NOT NULL,
  PRIMARY KEY (tenant_id, token_id)
);
CREATE INDEX revoked_tokens_expires_at ON revoked_tokens (expires_at);

-- What operators changed; entries of the deployment as a whole have no tenant.
CREATE TABLE audit_log (
  entry_id uuid PRIMARY KEY,
  tenant_id uuid,
  at timestamptz NOT NULL,
  actor text NOT NULL,
  action text NOT NULL,
  subject text NOT NULL,
  before jsonb,
  after jsonb
);
CREATE INDEX audit_log_tenant ON audit_log (tenant_id, entry_id);

CREATE FUNCTION refuse_change_of_audit_log() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'the audit log takes new entries only';
END
$$;
CREATE TRIGGER audit_log_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_log
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change_of_audit_log();
