-- expand, min_program 46
-- Whether an erasure in the portal takes two persons. A release that does not know it offers no erasure there.
ALTER TABLE tenants
  ADD COLUMN two_person text NOT NULL DEFAULT 'off',
  ADD CONSTRAINT tenants_two_person_check CHECK (two_person IN ('off', 'on')) NOT VALID;

-- An erasure that waits for a second person, by the id of the first: names can change. Its end deletes the row, and with it the identity.
CREATE TABLE erasure_proposals (
  tenant_id uuid NOT NULL,
  proposal_id uuid NOT NULL,
  proposed_by uuid NOT NULL,
  proposed_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  identity_hash bytea NOT NULL,
  sealed_identity bytea NOT NULL,
  reference text,
  PRIMARY KEY (tenant_id, proposal_id)
);
CREATE UNIQUE INDEX erasure_proposals_identity ON erasure_proposals (tenant_id, identity_hash);
CREATE INDEX erasure_proposals_expired ON erasure_proposals (expires_at);
