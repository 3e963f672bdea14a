-- expand, min_program 46
-- A change that waits for a second person, by the id of the first: dangerous settings, or a right to pictures. An erasure that waits has its
-- own table, because it holds an identity.
CREATE TABLE two_person_acts (
  tenant_id uuid NOT NULL,
  act_id uuid NOT NULL,
  proposed_by uuid NOT NULL,
  proposed_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  -- What it changes: a newer proposal of the same account about it takes its place.
  about text NOT NULL,
  act jsonb NOT NULL,
  CONSTRAINT two_person_acts_pkey PRIMARY KEY (tenant_id, act_id)
);
CREATE UNIQUE INDEX two_person_acts_about ON two_person_acts (tenant_id, proposed_by, about);
CREATE INDEX two_person_acts_expired ON two_person_acts (expires_at);
