-- expand, min_program 46
-- People of the staff, who sign in to the portal. Their secrets are sealed under a key of the deployment, or kept as digests.
CREATE TABLE users (
  user_id uuid PRIMARY KEY,
  name text NOT NULL,
  -- The name as it is compared: two that differ in case are one.
  name_key text NOT NULL UNIQUE,
  is_operator boolean NOT NULL DEFAULT false,
  active boolean NOT NULL DEFAULT true,
  created_at timestamptz NOT NULL,
  last_sign_in_at timestamptz
);

CREATE TABLE user_authenticators (
  authenticator_id uuid PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES users,
  kind text NOT NULL CHECK (kind IN ('passkey', 'password')),
  label text NOT NULL,
  credential_id bytea UNIQUE,
  public_key bytea,
  sign_count bigint NOT NULL DEFAULT 0,
  transports text[] NOT NULL DEFAULT '{}',
  sealed_password bytea,
  sealed_totp_seed bytea,
  -- The time step of the last one-time password that was taken, so that none is taken twice.
  totp_step bigint NOT NULL DEFAULT 0,
  -- Since when a password is off, after too many failures in a row.
  off_at timestamptz,
  created_at timestamptz NOT NULL,
  last_used_at timestamptz,
  CHECK ((kind = 'passkey') = (credential_id IS NOT NULL AND public_key IS NOT NULL)),
  CHECK ((kind = 'password') = (sealed_password IS NOT NULL AND sealed_totp_seed IS NOT NULL))
);
CREATE INDEX user_authenticators_user ON user_authenticators (user_id);
CREATE UNIQUE INDEX user_authenticators_password ON user_authenticators (user_id) WHERE kind = 'password';

CREATE TABLE user_recovery_codes (
  code_id uuid PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES users,
  code_hash text NOT NULL
);
CREATE INDEX user_recovery_codes_user ON user_recovery_codes (user_id);

CREATE TABLE user_sessions (
  session_id uuid PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES users,
  secret_hash bytea NOT NULL UNIQUE,
  browser text NOT NULL,
  must_enrol boolean NOT NULL DEFAULT false,
  created_at timestamptz NOT NULL,
  last_seen_at timestamptz NOT NULL,
  authenticated_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL
);
CREATE INDEX user_sessions_user ON user_sessions (user_id, created_at);
CREATE INDEX user_sessions_expiry ON user_sessions (expires_at);

CREATE TABLE user_memberships (
  user_id uuid NOT NULL REFERENCES users,
  tenant_id uuid NOT NULL REFERENCES tenants,
  role text NOT NULL CHECK (role IN ('viewer', 'support', 'reviewer', 'developer', 'admin')),
  -- Null for every company of the tenant.
  companies uuid[],
  active boolean NOT NULL DEFAULT true,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (user_id, tenant_id),
  CHECK (companies IS NULL OR cardinality(companies) > 0)
);
CREATE INDEX user_memberships_tenant ON user_memberships (tenant_id, user_id);

CREATE TABLE user_invitations (
  invitation_id uuid PRIMARY KEY,
  code_hash bytea NOT NULL UNIQUE,
  kind text NOT NULL CHECK (kind IN ('operator', 'member', 'reset')),
  user_id uuid REFERENCES users,
  name text,
  tenant_id uuid REFERENCES tenants,
  role text NOT NULL CHECK (role IN ('viewer', 'support', 'reviewer', 'developer', 'admin', 'operator')),
  companies uuid[],
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  CHECK ((kind = 'reset') = (user_id IS NOT NULL)),
  CHECK (kind <> 'member' OR tenant_id IS NOT NULL)
);
CREATE INDEX user_invitations_tenant ON user_invitations (tenant_id, created_at);
CREATE INDEX user_invitations_expiry ON user_invitations (expires_at);

-- How often in a row a sign-in under a name failed; names are kept as keyed hashes, because anything may be typed in their place.
CREATE TABLE login_failures (
  name_hash bytea PRIMARY KEY,
  failures integer NOT NULL,
  held_until timestamptz NOT NULL,
  last_at timestamptz NOT NULL
);
CREATE INDEX login_failures_age ON login_failures (last_at);

-- Challenges of passkeys and new seeds of one-time passwords, each for one browser and once.
CREATE TABLE portal_ceremonies (
  holder_hash bytea NOT NULL,
  purpose text NOT NULL CHECK (purpose IN ('sign-in', 'again', 'passkey', 'totp')),
  challenge bytea,
  sealed_totp_seed bytea,
  user_id uuid NOT NULL,
  expires_at timestamptz NOT NULL,
  PRIMARY KEY (holder_hash, purpose)
);
CREATE INDEX portal_ceremonies_expiry ON portal_ceremonies (expires_at);
