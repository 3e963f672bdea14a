-- expand, min_program 46
-- The currency of the value, how the page is to look, and when the person asked for the deletion of their data.
ALTER TABLE transactions
  ADD COLUMN currency text,
  ADD COLUMN language text,
  ADD COLUMN theme text,
  ADD COLUMN erasure_requested_at timestamptz;
ALTER TABLE processes
  ADD COLUMN language text,
  ADD COLUMN theme text,
  ADD COLUMN erasure_requested_at timestamptz;
