-- expand, min_program 46
-- Which row has an object that was found in the store; rows without one are not in it.
DROP INDEX CONCURRENTLY IF EXISTS capture_frames_object;
CREATE UNIQUE INDEX CONCURRENTLY capture_frames_object ON capture_frames (object_name) WHERE object_name IS NOT NULL;
