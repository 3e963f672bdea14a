-- expand, min_program 46
-- The trace in which a transaction or process was created, stored while traces are recorded.
CREATE TABLE subject_traces (
  tenant_id uuid NOT NULL REFERENCES tenants,
  subject_id uuid NOT NULL,
  traceparent text NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (tenant_id, subject_id)
);
CREATE INDEX subject_traces_created ON subject_traces (created_at);
