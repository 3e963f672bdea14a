-- expand, min_program 0
-- Scenarios of the sandbox that transactions of the test environment follow; in production the table stays empty.
CREATE TABLE sandbox_runs (
  tenant_id uuid NOT NULL,
  transaction_id uuid NOT NULL,
  scenario text NOT NULL,
  -- Index of the step that comes next.
  next_step integer NOT NULL DEFAULT 0,
  started_at timestamptz NOT NULL,
  -- When that step is due, by the clock of the service; none once the scenario is over.
  due_at timestamptz,
  PRIMARY KEY (tenant_id, transaction_id)
);
CREATE INDEX sandbox_runs_due ON sandbox_runs (due_at) WHERE due_at IS NOT NULL;
