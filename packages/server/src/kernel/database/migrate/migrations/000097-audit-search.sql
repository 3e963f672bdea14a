-- expand, min_program 46
-- Entries by actor and by action within a tenant, and by action and subject over the deployment, newest first, and what actors and actions
-- there are. Where the log belongs to a role of its own, docs/audit-log.md says how its migration runs.
DROP INDEX CONCURRENTLY IF EXISTS audit_log_tenant_actor;
CREATE INDEX CONCURRENTLY audit_log_tenant_actor ON audit_log (tenant_id, actor, entry_id);
DROP INDEX CONCURRENTLY IF EXISTS audit_log_tenant_action;
CREATE INDEX CONCURRENTLY audit_log_tenant_action ON audit_log (tenant_id, action, entry_id);
DROP INDEX CONCURRENTLY IF EXISTS audit_log_action;
CREATE INDEX CONCURRENTLY audit_log_action ON audit_log (action, entry_id);
DROP INDEX CONCURRENTLY IF EXISTS audit_log_any_subject;
CREATE INDEX CONCURRENTLY audit_log_any_subject ON audit_log (subject, entry_id);
