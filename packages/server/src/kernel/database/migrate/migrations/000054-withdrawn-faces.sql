-- expand, min_program 46
-- Finds the faces whose person asked for their deletion.
CREATE INDEX CONCURRENTLY face_templates_erase_at ON face_templates (erase_at) WHERE erase_at IS NOT NULL;
