-- expand, min_program 0
-- Apart from the change of the table, so that reading goes on while this is made.
CREATE INDEX api_calls_process ON api_calls (tenant_id, process_id) WHERE process_id IS NOT NULL;
