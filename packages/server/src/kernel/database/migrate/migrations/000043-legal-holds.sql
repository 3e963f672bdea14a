-- expand, min_program 0
-- Transactions that are kept whatever an erasure or a time of keeping says, because a claim rests on them: one row for the transaction
-- itself, and one for the process whose captures it uses.
CREATE TABLE legal_holds (
  tenant_id uuid NOT NULL REFERENCES tenants,
  transaction_id uuid NOT NULL,
  subject_id uuid NOT NULL,
  held_at timestamptz NOT NULL,
  reference text NOT NULL,
  PRIMARY KEY (tenant_id, transaction_id, subject_id)
);
CREATE INDEX legal_holds_subject ON legal_holds (tenant_id, subject_id);
