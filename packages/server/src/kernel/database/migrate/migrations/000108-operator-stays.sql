-- expand, min_program 46
-- Whether operators may enter the tenant in the portal.
ALTER TABLE tenants
  ADD COLUMN operator_entry text NOT NULL DEFAULT 'allowed',
  ADD CONSTRAINT tenants_operator_entry_check CHECK (operator_entry IN ('allowed', 'refused')) NOT VALID;

-- Stays of operators in tenants. What was viewed stands in the audit log.
CREATE TABLE operator_stays (
  stay_id uuid PRIMARY KEY,
  tenant_id uuid NOT NULL REFERENCES tenants,
  user_id uuid NOT NULL REFERENCES users,
  -- Null once the session has ended, and the stay with it.
  session_id uuid REFERENCES user_sessions ON DELETE SET NULL,
  reason text NOT NULL,
  entered_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  ended_at timestamptz,
  views integer NOT NULL DEFAULT 0
);
CREATE INDEX operator_stays_tenant ON operator_stays (tenant_id, stay_id);
CREATE INDEX operator_stays_going ON operator_stays (tenant_id, stay_id) WHERE ended_at IS NULL;
CREATE INDEX operator_stays_session ON operator_stays (session_id);
CREATE UNIQUE INDEX operator_stays_open ON operator_stays (session_id) WHERE ended_at IS NULL;
CREATE INDEX operator_stays_expiry ON operator_stays (expires_at);
