-- expand, min_program 0
-- What each tenant asked of the API lately: who, what, when and what came of it; bodies without their values.
CREATE TABLE api_calls (
  tenant_id uuid NOT NULL,
  call_id uuid NOT NULL,
  at timestamptz NOT NULL,
  account text NOT NULL,
  operation text NOT NULL,
  method text NOT NULL,
  path text NOT NULL,
  status integer NOT NULL,
  code text,
  duration_ms integer NOT NULL,
  source_address text NOT NULL,
  transaction_id uuid,
  order_hash bytea,
  request jsonb,
  repeated integer NOT NULL DEFAULT 0,
  PRIMARY KEY (tenant_id, call_id)
);
CREATE INDEX api_calls_transaction ON api_calls (tenant_id, transaction_id) WHERE transaction_id IS NOT NULL;
CREATE INDEX api_calls_order ON api_calls (tenant_id, order_hash) WHERE order_hash IS NOT NULL;
CREATE INDEX api_calls_code ON api_calls (tenant_id, code, call_id) WHERE code IS NOT NULL;
CREATE INDEX api_calls_at ON api_calls (at);
