-- expand, min_program 0
-- Which engine measured a frame: descriptors of different versions are not compared. Earlier releases have one engine, and go on
-- writing rows without naming it while a release is rolled out.
ALTER TABLE capture_frames ADD COLUMN engine_version text NOT NULL DEFAULT 'face-api-1.7.15/tiny-400/1';
