-- expand, min_program 46
-- Reads the log of calls once, beside readers and writers, so that the next migration need not read it under its lock.
ALTER TABLE api_calls VALIDATE CONSTRAINT api_calls_bound;
