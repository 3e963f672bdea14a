-- expand, min_program 0
-- How far the database's own log has been written over after erasures: one sweep an hour, a part of it each time.
CREATE TABLE erasure_sweeps (
  only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  -- Erasures up to here are swept, or are being swept.
  covered_until timestamptz NOT NULL,
  -- When what is left goes on, or the next may begin.
  next_at timestamptz NOT NULL,
  -- What is still to be vacuumed.
  tables_left text[] NOT NULL DEFAULT '{}',
  -- Up to where the log has to be written until nothing of old is left in its files.
  log_target pg_lsn
);
CREATE INDEX erasures_at ON erasures (at);
