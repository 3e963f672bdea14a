-- expand, min_program 46
-- Lists of the portal, newest first, by every combination of companies and statuses and by module; order numbers whatever the case of
-- their letters; and the calls about one transaction or process, newest first, for which the indexes without the id were too short.
DROP INDEX CONCURRENTLY IF EXISTS transactions_company_status;
CREATE INDEX CONCURRENTLY transactions_company_status ON transactions (tenant_id, company_id, status, transaction_id);
DROP INDEX CONCURRENTLY IF EXISTS transactions_module;
CREATE INDEX CONCURRENTLY transactions_module ON transactions (tenant_id, module, transaction_id);
DROP INDEX CONCURRENTLY IF EXISTS transactions_order_number_folded;
CREATE INDEX CONCURRENTLY transactions_order_number_folded
  ON transactions (tenant_id, lower(order_number COLLATE "C"), transaction_id);
DROP INDEX CONCURRENTLY IF EXISTS processes_status;
CREATE INDEX CONCURRENTLY processes_status ON processes (tenant_id, status, process_id);
DROP INDEX CONCURRENTLY IF EXISTS processes_company_status;
CREATE INDEX CONCURRENTLY processes_company_status ON processes (tenant_id, company_id, status, process_id);
DROP INDEX CONCURRENTLY IF EXISTS api_calls_of_transaction;
CREATE INDEX CONCURRENTLY api_calls_of_transaction ON api_calls (tenant_id, transaction_id, call_id) WHERE transaction_id IS NOT NULL;
DROP INDEX CONCURRENTLY IF EXISTS api_calls_transaction;
DROP INDEX CONCURRENTLY IF EXISTS api_calls_of_process;
CREATE INDEX CONCURRENTLY api_calls_of_process ON api_calls (tenant_id, process_id, call_id) WHERE process_id IS NOT NULL;
DROP INDEX CONCURRENTLY IF EXISTS api_calls_process;
