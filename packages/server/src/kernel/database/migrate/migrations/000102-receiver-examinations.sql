-- expand, min_program 46
-- The last examination of an endpoint of the test environment by deliveries that misbehave; a new one takes its place.
CREATE TABLE receiver_examinations (
  tenant_id uuid NOT NULL,
  endpoint_id uuid NOT NULL,
  started_at timestamptz NOT NULL,
  finished_at timestamptz,
  results jsonb NOT NULL DEFAULT '[]',
  PRIMARY KEY (tenant_id, endpoint_id)
);
