-- expand, min_program 0
-- Identities whose enrolled face was found to be another person's: nobody enrols for them by a capture until the dispute is settled.
CREATE TABLE face_disputes (
  tenant_id uuid NOT NULL REFERENCES tenants,
  identity_hash bytea NOT NULL,
  dispute_id uuid NOT NULL,
  disputed_at timestamptz NOT NULL,
  PRIMARY KEY (tenant_id, identity_hash)
);
