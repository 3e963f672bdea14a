-- contract, min_program 46
-- Every search asks for an order number in lower case, by transactions_order_number_folded, and compares what it found. A program that does not
-- yet do so finds orders by reading a tenant's transactions: a node of an unreleased version does, until it is replaced.
DROP INDEX CONCURRENTLY IF EXISTS transactions_order_number_prefix;
