-- expand, min_program 46
-- What the page offers a computer first, and by what it says that a step of the challenge is done.
ALTER TABLE companies
  ADD COLUMN phone_first text NOT NULL DEFAULT 'offer',
  ADD COLUMN step_feedback text NOT NULL DEFAULT 'both',
  ADD CONSTRAINT companies_phone_first_check CHECK (phone_first IN ('off', 'offer', 'first')) NOT VALID,
  ADD CONSTRAINT companies_step_feedback_check CHECK (step_feedback IN ('off', 'vibration', 'sound', 'both')) NOT VALID;
