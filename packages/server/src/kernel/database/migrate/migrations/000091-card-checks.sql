-- expand, min_program 46
-- What a company does about a name on a card that does not agree with those known for the identity, and about a card of many identities and an
-- identity with many cards: within how many days, from how many on, and what follows. A release that does not know it does none of that.
ALTER TABLE companies
  ADD COLUMN card_name text NOT NULL DEFAULT 'note',
  ADD COLUMN link_days integer NOT NULL DEFAULT 30,
  ADD COLUMN identities_per_card integer NOT NULL DEFAULT 3,
  ADD COLUMN many_identities text NOT NULL DEFAULT 'ignore',
  ADD COLUMN cards_per_identity integer NOT NULL DEFAULT 5,
  ADD COLUMN many_cards text NOT NULL DEFAULT 'ignore',
  ADD CONSTRAINT companies_card_name_check CHECK (card_name IN ('ignore', 'note', 'require', 'end')) NOT VALID,
  ADD CONSTRAINT companies_link_days_check CHECK (link_days BETWEEN 1 AND 365) NOT VALID,
  ADD CONSTRAINT companies_identities_per_card_check CHECK (identities_per_card BETWEEN 1 AND 50) NOT VALID,
  ADD CONSTRAINT companies_many_identities_check CHECK (many_identities IN ('ignore', 'note', 'end')) NOT VALID,
  ADD CONSTRAINT companies_cards_per_identity_check CHECK (cards_per_identity BETWEEN 1 AND 50) NOT VALID,
  ADD CONSTRAINT companies_many_cards_check CHECK (many_cards IN ('ignore', 'note', 'end')) NOT VALID;

-- What an operator knows of the first digits of cards: ranges of 8 digits that do not overlap. Says nothing of any person.
CREATE TABLE card_bins (
  first_bin integer PRIMARY KEY CHECK (first_bin BETWEEN 0 AND 99999999),
  last_bin integer NOT NULL CHECK (last_bin BETWEEN first_bin AND 99999999),
  brand text NOT NULL,
  kind text CHECK (kind IN ('credit', 'debit', 'prepaid'))
);
