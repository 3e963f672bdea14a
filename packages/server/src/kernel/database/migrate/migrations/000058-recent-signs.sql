-- expand, min_program 46
-- Signs of a tenant in the last hour, without a look at older ones: a challenge is longer while there are many.
DROP INDEX CONCURRENTLY IF EXISTS capture_signs_recent;
CREATE INDEX CONCURRENTLY capture_signs_recent ON capture_signs (tenant_id, last_at);
