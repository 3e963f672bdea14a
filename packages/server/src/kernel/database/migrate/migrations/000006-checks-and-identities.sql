-- expand, min_program 0
-- The checks at create: what they look at, and which of them end a transaction; no list means those of the company's module.
ALTER TABLE companies
  ADD COLUMN ending_checks text[],
  ADD COLUMN identity_attempts_per_day integer NOT NULL DEFAULT 10
    CHECK (identity_attempts_per_day BETWEEN 1 AND 1000),
  ADD COLUMN card_attempts_per_day integer NOT NULL DEFAULT 10 CHECK (card_attempts_per_day BETWEEN 1 AND 1000),
  ADD COLUMN card_memory_days integer NOT NULL DEFAULT 30 CHECK (card_memory_days BETWEEN 1 AND 365),
  ADD COLUMN face_of_another_identity text NOT NULL DEFAULT 'refuse'
    CHECK (face_of_another_identity IN ('refuse', 'approve'));

-- The identity under which the person says the card is theirs; the one the merchant sent stays as it is.
ALTER TABLE transactions
  ADD COLUMN stated_identity_key text,
  ADD COLUMN stated_identity_hash bytea,
  ADD COLUMN sealed_stated_identity bytea;

CREATE INDEX transactions_identity ON transactions (tenant_id, identity_hash, created_at);
CREATE INDEX transactions_stated_identity ON transactions (tenant_id, stated_identity_hash)
  WHERE stated_identity_hash IS NOT NULL;
CREATE INDEX transactions_card ON transactions (tenant_id, card_hash, created_at);

-- Empty for what an earlier release enrols while it still runs.
-- A person and their firm are two identities with one face: faces are only compared within one kind.
ALTER TABLE face_templates ADD COLUMN identity_key text;
UPDATE face_templates f SET identity_key = t.identity_key
  FROM transactions t WHERE t.tenant_id = f.tenant_id AND t.transaction_id = f.transaction_id;
CREATE INDEX face_templates_kind ON face_templates (tenant_id, identity_key, engine_version, template_id);
