-- expand, min_program 46
-- What a company does about a name on a card that does not agree with those known for the identity. A release that does not know it compares none.
ALTER TABLE companies
  ADD COLUMN card_name text NOT NULL DEFAULT 'note',
  ADD CONSTRAINT companies_card_name_check CHECK (card_name IN ('ignore', 'note', 'require', 'end')) NOT VALID;
