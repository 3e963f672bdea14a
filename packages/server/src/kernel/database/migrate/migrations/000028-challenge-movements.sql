-- expand, min_program 0
-- What the person chose to do; of attempts of earlier releases the poses say it.
ALTER TABLE capture_attempts
  ADD COLUMN movement text,
  ADD CONSTRAINT capture_attempts_movement_check CHECK (movement IN ('turn', 'without_turns', 'without_nods',
    'without_mouth', 'distance')) NOT VALID;

ALTER TABLE companies
  DROP CONSTRAINT companies_distance_challenge_check,
  ADD CONSTRAINT companies_distance_challenge_check CHECK (distance_challenge IN ('never', 'known', 'enrol'));
