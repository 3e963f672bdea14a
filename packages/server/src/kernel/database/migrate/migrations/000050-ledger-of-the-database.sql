-- expand, min_program 46
-- The erasure ledger that lists the erasures of this database: the hash of its first line. None before its first use.
ALTER TABLE deployment ADD COLUMN ledger_id text;
