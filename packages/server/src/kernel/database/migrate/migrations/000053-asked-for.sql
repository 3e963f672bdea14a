-- expand, min_program 46
-- When the company was last told that a new link is wanted, and how often; when a face goes whose person asked for its deletion.
ALTER TABLE capture_links
  ADD COLUMN requested_at timestamptz,
  ADD COLUMN requests smallint NOT NULL DEFAULT 0;
ALTER TABLE face_templates ADD COLUMN erase_at timestamptz;
