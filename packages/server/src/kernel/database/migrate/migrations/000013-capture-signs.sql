-- expand, min_program 0
-- What an attempt has shown so far, whether the person asked for more time, the consent it was made under (the page session goes sooner), whom it is to show, and all the ways in which it can end.
ALTER TABLE capture_attempts
  ADD COLUMN unhurried boolean NOT NULL DEFAULT false,
  ADD COLUMN identity_hash bytea,
  ADD COLUMN is_stated boolean NOT NULL DEFAULT false,
  ADD COLUMN consent_version text,
  ADD COLUMN consent_language text,
  ADD COLUMN consented_at timestamptz,
  ADD COLUMN observations jsonb NOT NULL DEFAULT '{"hints": {}, "faces": 0}',
  DROP CONSTRAINT capture_attempts_outcome_check,
  ADD CONSTRAINT capture_attempts_outcome_check CHECK (outcome IN ('completed', 'challenge_missed', 'no_face',
    'several_faces', 'too_dark', 'too_bright', 'blurred', 'too_small', 'too_close', 'off_centre', 'occluded',
    'person_changed', 'not_live', 'timeout')) NOT VALID;

-- What is seen beside the face in the first frame of a challenge of distance, sealed.
ALTER TABLE capture_frames ADD COLUMN sealed_surroundings bytea;

-- Until when the next attempt has to begin after one that failed; then the failure is final.
ALTER TABLE transactions ADD COLUMN retry_until timestamptz;

-- Signs that pictures do not come from a person in front of a camera; attempt 0 is none of the transaction's.
CREATE TABLE capture_signs (
  tenant_id uuid NOT NULL,
  transaction_id uuid NOT NULL,
  attempt_number integer NOT NULL CHECK (attempt_number >= 0),
  sign text NOT NULL,
  seen integer NOT NULL CHECK (seen >= 1),
  first_at timestamptz NOT NULL,
  last_at timestamptz NOT NULL,
  PRIMARY KEY (tenant_id, transaction_id, attempt_number, sign)
);

-- Kept pictures by what they look like: the print is sealed, and its parts are kept as keyed hashes, so that a picture that comes
-- again is found without a print in clear.
CREATE TABLE frame_prints (
  tenant_id uuid NOT NULL,
  attempt_id uuid NOT NULL,
  step integer NOT NULL,
  transaction_id uuid NOT NULL,
  parts bigint[] NOT NULL,
  sealed_print bytea NOT NULL,
  kept_at timestamptz NOT NULL,
  PRIMARY KEY (tenant_id, attempt_id, step)
);
CREATE INDEX frame_prints_parts ON frame_prints USING gin (parts);
CREATE INDEX frame_prints_transaction ON frame_prints (tenant_id, transaction_id);
CREATE INDEX frame_prints_kept_at ON frame_prints (kept_at);

-- Which signs of an attack are noted alone; no list means those of the environment.
ALTER TABLE companies
  ADD COLUMN noted_signs text[],
  ADD COLUMN distance_challenge text NOT NULL DEFAULT 'known' CHECK (distance_challenge IN ('known', 'enrol'));
