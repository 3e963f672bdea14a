-- expand, min_program 46
-- Events of a company, newest first: who sees some companies alone reads theirs, and no row of another.
DROP INDEX CONCURRENTLY IF EXISTS events_company;
CREATE INDEX CONCURRENTLY events_company ON events (tenant_id, company_id, event_id);
