-- expand, min_program 0
-- Events of the operator's own identity platform that were taken, so that one that is sent again changes nothing.
CREATE TABLE platform_events (
  tenant_id uuid NOT NULL,
  event_id text NOT NULL,
  process_id uuid NOT NULL,
  received_at timestamptz NOT NULL,
  PRIMARY KEY (tenant_id, event_id)
);

CREATE INDEX platform_events_received_at ON platform_events (received_at);
CREATE INDEX processes_external_open ON processes (expires_at) WHERE platform = 'external' AND status = 'created';
