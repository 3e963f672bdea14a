-- expand, min_program 46
-- The last examination of an endpoint of the test environment by deliveries that misbehave; a new one takes its place.
CREATE TABLE receiver_examinations (
  tenant_id uuid NOT NULL,
  endpoint_id uuid NOT NULL,
  started_at timestamptz NOT NULL,
  -- When its last result was kept.
  progressed_at timestamptz NOT NULL,
  finished_at timestamptz,
  -- How it ended, and until when no other one begins.
  ended text,
  rests_until timestamptz,
  -- A digest each of the address and the secret that it began with.
  target jsonb,
  results jsonb NOT NULL DEFAULT '[]',
  PRIMARY KEY (tenant_id, endpoint_id)
);
