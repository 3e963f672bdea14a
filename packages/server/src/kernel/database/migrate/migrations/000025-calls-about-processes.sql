-- expand, min_program 0
-- Calls can be found by the process that they are about.
ALTER TABLE api_calls ADD COLUMN process_id uuid;
