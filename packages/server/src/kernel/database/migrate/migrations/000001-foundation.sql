-- expand, min_program 0
-- One row: which environment this database belongs to, so that a test service never opens production data.
CREATE TABLE deployment (
  only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  environment text NOT NULL CHECK (environment IN ('test', 'production')),
  master_key_id text NOT NULL,
  master_key_check bytea NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);

CREATE TABLE tenants (
  tenant_id uuid PRIMARY KEY,
  name text NOT NULL,
  active boolean NOT NULL DEFAULT true,
  wrapped_data_key bytea NOT NULL,
  rate_per_second integer NOT NULL DEFAULT 10 CHECK (rate_per_second BETWEEN 1 AND 100000),
  rate_burst integer NOT NULL DEFAULT 10 CHECK (rate_burst BETWEEN 1 AND 100000),
  concurrency_limit integer NOT NULL DEFAULT 100 CHECK (concurrency_limit BETWEEN 1 AND 10000),
  created_at timestamptz NOT NULL DEFAULT now()
);

CREATE TABLE companies (
  tenant_id uuid NOT NULL REFERENCES tenants,
  company_id uuid NOT NULL,
  name text NOT NULL,
  active boolean NOT NULL DEFAULT true,
  module text NOT NULL DEFAULT 'post' CHECK (module IN ('post', 'pre', 'super-pre')),
  template_policy text NOT NULL DEFAULT 'enrol' CHECK (template_policy IN ('enrol', 'require-reference')),
  transaction_expiry_seconds integer NOT NULL DEFAULT 259200
    CHECK (transaction_expiry_seconds BETWEEN 60 AND 2592000),
  maximum_value numeric(17, 4) CHECK (maximum_value > 0),
  redirect_hosts text[] NOT NULL DEFAULT '{}',
  app_schemes text[] NOT NULL DEFAULT '{}',
  web_origins text[] NOT NULL DEFAULT '{}',
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, company_id)
);

CREATE TABLE service_accounts (
  tenant_id uuid NOT NULL REFERENCES tenants,
  account text NOT NULL CHECK (account ~ '^[a-z0-9][a-z0-9-]{0,62}$'),
  client_id text NOT NULL UNIQUE,
  scopes text[] NOT NULL,
  active boolean NOT NULL DEFAULT true,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, account)
);

CREATE TABLE service_account_keys (
  tenant_id uuid NOT NULL,
  account text NOT NULL,
  key_id text NOT NULL,
  algorithm text NOT NULL CHECK (algorithm IN ('ES256', 'EdDSA', 'PS256', 'RS256')),
  public_jwk jsonb NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  retired_at timestamptz,
  PRIMARY KEY (tenant_id, account, key_id),
  FOREIGN KEY (tenant_id, account) REFERENCES service_accounts
);

CREATE TABLE service_account_secrets (
  tenant_id uuid NOT NULL,
  account text NOT NULL,
  secret_id uuid NOT NULL,
  secret_hash bytea NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  retired_at timestamptz,
  PRIMARY KEY (tenant_id, account, secret_id),
  FOREIGN KEY (tenant_id, account) REFERENCES service_accounts
);

CREATE UNIQUE INDEX service_account_secrets_hash ON service_account_secrets (secret_hash);

-- An assertion is used once: the primary key decides between two processes that see it in the same instant.
CREATE TABLE used_assertions (
  tenant_id uuid NOT NULL,
  assertion_hash bytea NOT NULL,
  expires_at timestamptz NOT NULL,
  PRIMARY KEY (tenant_id, assertion_hash)
);
CREATE INDEX used_assertions_expires_at ON used_assertions (expires_at);

CREATE TABLE signing_keys (
  key_id text PRIMARY KEY,
  purpose text NOT NULL CHECK (purpose IN ('access-token', 'sdk-token')),
  public_jwk jsonb NOT NULL,
  sealed_private_jwk bytea NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  retired_at timestamptz
);

CREATE TABLE transactions (
  tenant_id uuid NOT NULL,
  transaction_id uuid NOT NULL,
  company_id uuid NOT NULL,
  status text NOT NULL CHECK (status IN ('waiting', 'processing', 'shared', 'approved', 'inconclusive', 'expired',
    'unknown-share', 'fast-inconclusive', 'absent-holder', 'canceled')),
  version integer NOT NULL DEFAULT 1,
  module text NOT NULL,
  order_number text NOT NULL,
  identity_key text NOT NULL,
  identity_hash bytea NOT NULL,
  sealed_identity bytea NOT NULL,
  card_hash bytea NOT NULL,
  sealed_card bytea NOT NULL,
  replica_hash bytea NOT NULL,
  value numeric(17, 4),
  redirect_url text,
  has_identity_changed boolean,
  decision jsonb,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  finished_at timestamptz,
  PRIMARY KEY (tenant_id, transaction_id),
  FOREIGN KEY (tenant_id, company_id) REFERENCES companies
);
-- The rule on replicated transactions: one open or approved transaction for the same order, identity and card.
CREATE UNIQUE INDEX transactions_replica ON transactions (tenant_id, replica_hash)
  WHERE status IN ('waiting', 'processing', 'shared', 'approved');
CREATE INDEX transactions_order_number ON transactions (tenant_id, order_number);
CREATE INDEX transactions_open_expiry ON transactions (expires_at) WHERE status IN ('waiting', 'shared');

CREATE TABLE transaction_history (
  tenant_id uuid NOT NULL,
  transaction_id uuid NOT NULL,
  version integer NOT NULL,
  event text NOT NULL,
  from_status text,
  to_status text NOT NULL,
  actor text NOT NULL,
  reasons text[] NOT NULL DEFAULT '{}',
  at timestamptz NOT NULL,
  PRIMARY KEY (tenant_id, transaction_id, version)
);

-- A link's one-time code: only its digest is kept, and the first exchange takes it.
CREATE TABLE capture_links (
  tenant_id uuid NOT NULL,
  code_hash bytea NOT NULL,
  transaction_id uuid NOT NULL,
  expires_at timestamptz NOT NULL,
  used_at timestamptz,
  PRIMARY KEY (code_hash)
);
CREATE INDEX capture_links_transaction ON capture_links (tenant_id, transaction_id);

CREATE TABLE capture_sessions (
  tenant_id uuid NOT NULL,
  session_id uuid NOT NULL,
  transaction_id uuid NOT NULL,
  secret_hash bytea NOT NULL UNIQUE,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  consent_version text,
  consent_language text,
  consented_at timestamptz,
  PRIMARY KEY (tenant_id, session_id)
);

CREATE TABLE capture_attempts (
  tenant_id uuid NOT NULL,
  attempt_id uuid NOT NULL,
  session_id uuid NOT NULL,
  transaction_id uuid NOT NULL,
  number integer NOT NULL CHECK (number >= 1),
  poses text[] NOT NULL,
  step integer NOT NULL DEFAULT 0,
  frames_seen integer NOT NULL DEFAULT 0,
  last_answer jsonb,
  outcome text CHECK (outcome IN ('completed', 'challenge_missed', 'no_face', 'person_changed', 'timeout')),
  started_at timestamptz NOT NULL,
  step_started_at timestamptz NOT NULL,
  finished_at timestamptz,
  PRIMARY KEY (tenant_id, attempt_id),
  UNIQUE (tenant_id, transaction_id, number)
);
CREATE UNIQUE INDEX capture_attempts_one_open ON capture_attempts (tenant_id, transaction_id) WHERE outcome IS NULL;

-- Frames that passed a step of the challenge; image and measurement are sealed with the tenant's key.
CREATE TABLE capture_frames (
  tenant_id uuid NOT NULL,
  attempt_id uuid NOT NULL,
  step integer NOT NULL,
  position integer NOT NULL,
  pose text NOT NULL,
  image_digest bytea NOT NULL,
  sealed_image bytea NOT NULL,
  sealed_measure bytea NOT NULL,
  received_at timestamptz NOT NULL,
  PRIMARY KEY (tenant_id, attempt_id, step),
  FOREIGN KEY (tenant_id, attempt_id) REFERENCES capture_attempts
);

CREATE TABLE face_templates (
  tenant_id uuid NOT NULL,
  template_id uuid NOT NULL,
  identity_hash bytea NOT NULL,
  engine_version text NOT NULL,
  sealed_descriptor bytea NOT NULL,
  transaction_id uuid NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (tenant_id, template_id)
);
CREATE UNIQUE INDEX face_templates_identity ON face_templates (tenant_id, identity_hash, engine_version);

CREATE TABLE webhook_endpoints (
  tenant_id uuid NOT NULL,
  endpoint_id uuid NOT NULL,
  company_id uuid NOT NULL,
  url text NOT NULL,
  sealed_secret bytea NOT NULL,
  statuses text[] NOT NULL DEFAULT '{}',
  maximum_attempts integer NOT NULL DEFAULT 8 CHECK (maximum_attempts BETWEEN 1 AND 50),
  timeout_ms integer NOT NULL DEFAULT 15000 CHECK (timeout_ms BETWEEN 100 AND 60000),
  loopback_allowed boolean NOT NULL DEFAULT false,
  enabled boolean NOT NULL DEFAULT true,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, endpoint_id),
  FOREIGN KEY (tenant_id, company_id) REFERENCES companies
);
CREATE INDEX webhook_endpoints_company ON webhook_endpoints (tenant_id, company_id);

CREATE TABLE events (
  tenant_id uuid NOT NULL,
  event_id uuid NOT NULL,
  company_id uuid NOT NULL,
  transaction_id uuid NOT NULL,
  type text NOT NULL,
  sequence integer NOT NULL,
  status text NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (tenant_id, event_id),
  UNIQUE (tenant_id, transaction_id, sequence)
);

CREATE TABLE deliveries (
  tenant_id uuid NOT NULL,
  delivery_id uuid NOT NULL,
  event_id uuid NOT NULL,
  endpoint_id uuid NOT NULL,
  state text NOT NULL DEFAULT 'pending' CHECK (state IN ('pending', 'delivered', 'failed')),
  attempts integer NOT NULL DEFAULT 0,
  next_attempt_at timestamptz,
  finished_at timestamptz,
  PRIMARY KEY (tenant_id, delivery_id),
  UNIQUE (tenant_id, event_id, endpoint_id),
  FOREIGN KEY (tenant_id, event_id) REFERENCES events
);

CREATE TABLE delivery_attempts (
  tenant_id uuid NOT NULL,
  delivery_id uuid NOT NULL,
  number integer NOT NULL,
  started_at timestamptz NOT NULL,
  duration_ms integer NOT NULL,
  response_status integer,
  response_excerpt text,
  error text,
  PRIMARY KEY (tenant_id, delivery_id, number),
  FOREIGN KEY (tenant_id, delivery_id) REFERENCES deliveries
);

-- Rate budgets (GCRA): the theoretical arrival time of the next request, on the database's clock. Unlogged: after a
-- crash every budget starts full, which gives away one burst and costs no write-ahead log on each request.
CREATE UNLOGGED TABLE rate_budgets (
  tenant_id uuid NOT NULL,
  budget text NOT NULL,
  arrival_at timestamptz NOT NULL,
  PRIMARY KEY (tenant_id, budget)
);
