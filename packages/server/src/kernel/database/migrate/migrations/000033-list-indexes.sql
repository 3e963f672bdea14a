-- expand, min_program 0
-- Lists by status and by company, newest first, without a look at what does not match. The index on order numbers by their beginning
-- serves equality too; nothing looks for the end of transactions or processes across companies any more.
DROP INDEX CONCURRENTLY IF EXISTS transactions_status;
CREATE INDEX CONCURRENTLY transactions_status ON transactions (tenant_id, status, transaction_id);
DROP INDEX CONCURRENTLY IF EXISTS transactions_company;
CREATE INDEX CONCURRENTLY transactions_company ON transactions (tenant_id, company_id, transaction_id);
DROP INDEX CONCURRENTLY IF EXISTS transactions_order_number;
DROP INDEX CONCURRENTLY IF EXISTS transactions_finished_at;
DROP INDEX CONCURRENTLY IF EXISTS processes_finished_at;
