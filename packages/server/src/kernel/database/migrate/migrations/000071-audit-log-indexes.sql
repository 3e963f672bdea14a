-- expand, min_program 46
-- Entries about one subject, and by one actor, newest first. Where the log belongs to a role of its own, docs/audit-log.md says how its
-- migration runs.
DROP INDEX CONCURRENTLY IF EXISTS audit_log_subject;
CREATE INDEX CONCURRENTLY audit_log_subject ON audit_log (tenant_id, subject, entry_id);
DROP INDEX CONCURRENTLY IF EXISTS audit_log_actor;
CREATE INDEX CONCURRENTLY audit_log_actor ON audit_log (actor, entry_id);
