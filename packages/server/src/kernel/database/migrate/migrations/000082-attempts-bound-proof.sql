-- expand, min_program 46
-- Reads the attempts once, beside readers and writers, so that the next migration need not read them under its lock.
ALTER TABLE delivery_attempts VALIDATE CONSTRAINT delivery_attempts_bound;
