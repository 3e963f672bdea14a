-- expand, min_program 46
-- What a service of the operator's says of a card: the weight of each answer for a company, and the answers that a create was given, in words of
-- the contract. A release that does not know them asks nobody.
ALTER TABLE companies
  ADD COLUMN card_evidence_card text NOT NULL DEFAULT 'ignore',
  ADD COLUMN card_evidence_name text NOT NULL DEFAULT 'ignore',
  ADD COLUMN card_evidence_holder text NOT NULL DEFAULT 'ignore',
  ADD COLUMN card_evidence_authentication text NOT NULL DEFAULT 'ignore',
  ADD CONSTRAINT companies_card_evidence_card_check
    CHECK (card_evidence_card IN ('ignore', 'note', 'end', 'require')) NOT VALID,
  ADD CONSTRAINT companies_card_evidence_name_check
    CHECK (card_evidence_name IN ('ignore', 'note', 'end', 'require')) NOT VALID,
  ADD CONSTRAINT companies_card_evidence_holder_check
    CHECK (card_evidence_holder IN ('ignore', 'note', 'end', 'require')) NOT VALID,
  ADD CONSTRAINT companies_card_evidence_authentication_check
    CHECK (card_evidence_authentication IN ('ignore', 'note', 'end', 'require')) NOT VALID;

ALTER TABLE transactions ADD COLUMN card_evidence jsonb;
