-- expand, min_program 46
-- What people of the staff wrote about a transaction, and their verdicts beside its final status. A withdrawn one keeps its row, without text.
CREATE TABLE case_notes (
  tenant_id uuid NOT NULL,
  transaction_id uuid NOT NULL,
  note_id uuid NOT NULL,
  -- As the audit log names actors.
  author text NOT NULL,
  verdict text,
  sealed_text bytea,
  written_at timestamptz NOT NULL,
  withdrawn_at timestamptz,
  CONSTRAINT case_notes_pkey PRIMARY KEY (tenant_id, transaction_id, note_id),
  CONSTRAINT case_notes_verdict_check CHECK (verdict IN ('genuine', 'fraud', 'unclear'))
);

-- Whether a node deletes notes at an erasure. One of the release before does not say so, and no note is written beside it.
ALTER TABLE nodes ADD COLUMN erases_notes boolean NOT NULL DEFAULT false;
