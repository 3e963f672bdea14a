-- expand, min_program 0
-- The face cut out of a kept frame, sealed, by which a solid head is told from a picture of one.
ALTER TABLE capture_frames ADD COLUMN sealed_chip bytea;
