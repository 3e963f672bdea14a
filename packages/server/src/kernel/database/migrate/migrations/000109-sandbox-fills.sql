-- expand, min_program 46
-- A shop of a fill is a company of a closed kind: it shares no process, face or member with the tenant's other companies.
ALTER TABLE companies ADD COLUMN is_shop boolean NOT NULL DEFAULT false;
-- Sandbox transactions that a tenant of the test environment was filled with: how far the filling or the clearing is, and in which shops they
-- lie. A row goes with the last of them.
CREATE TABLE sandbox_fills (
  tenant_id uuid NOT NULL,
  phase text NOT NULL,
  seed text NOT NULL,
  begun_at timestamptz NOT NULL,
  company_ids uuid[] NOT NULL,
  total integer NOT NULL,
  made integer NOT NULL DEFAULT 0,
  removed integer NOT NULL DEFAULT 0,
  -- The transaction of the guided task.
  task_transaction_id uuid,
  CONSTRAINT sandbox_fills_pkey PRIMARY KEY (tenant_id),
  CONSTRAINT sandbox_fills_phase_check CHECK (phase IN ('filling', 'filled', 'clearing'))
);
