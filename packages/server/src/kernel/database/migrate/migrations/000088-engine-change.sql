-- expand, min_program 46
-- While the face engine changes, a kept frame is measured by two versions: the second one stands here, absent where nothing measured it. A release
-- that does not know it decides by the first.
ALTER TABLE capture_frames ADD COLUMN other_engine_version text, ADD COLUMN sealed_other_measure bytea;

-- The version beside the present one; null where no change is under way, empty until the second engine has answered.
ALTER TABLE nodes ADD COLUMN other_engine_version text;

-- How far the change is, counted by a job: identities enrolled in a version, and those of them in no other version that live nodes have.
CREATE TABLE engine_progress (
  engine_version text PRIMARY KEY,
  identities bigint NOT NULL,
  left_behind bigint NOT NULL,
  counted_at timestamptz NOT NULL
);
