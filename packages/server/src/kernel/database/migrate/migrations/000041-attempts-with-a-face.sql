-- expand, min_program 0
-- Whether a frame of the attempt showed a face: only those count for the day of an identity. Null in rows of earlier releases, which count.
ALTER TABLE capture_attempts ADD COLUMN showed_face boolean;
