-- expand, min_program 46
-- From one identity of a card to the next, and from one card of an identity to the next, each with its latest transaction first: a walk takes one
-- step for each of them, however many transactions it has. The second is read backwards: were both in one order, each would seem to serve the walk
-- of the other, and PostgreSQL would read it from end to end. What the checks ended asked nobody, and does not count.
CREATE INDEX CONCURRENTLY transactions_identities_of_card ON transactions (tenant_id, card_hash, identity_hash, created_at DESC)
  WHERE status <> 'fast-inconclusive';
CREATE INDEX CONCURRENTLY transactions_cards_of_identity ON transactions (tenant_id, identity_hash, card_hash, created_at)
  WHERE status <> 'fast-inconclusive';
