-- expand, min_program 46
-- Image hashes and face hashes are found by keyed hashes of pairs of their words, each in its place: 11 of an image hash, 18 of a face hash.
-- Rows of the release before have none; a job fills them in. That release finds hashes by `parts` alone, which are kept for as long as one of
-- its nodes runs: a node tells whether it finds pairs, and those of an earlier release do not.
ALTER TABLE frame_prints ADD COLUMN pairs bigint[];
ALTER TABLE face_prints ADD COLUMN pairs bigint[];
ALTER TABLE nodes ADD COLUMN finds_pairs boolean NOT NULL DEFAULT false;
