-- expand, min_program 46
-- The log of calls by day: a partition is dropped as a whole. The table itself becomes the first partition, with its indexes; nothing is
-- read or copied. What has no partition of its day goes to the default one. The name stays, so every release reads and writes as before.
ALTER TABLE api_calls RENAME TO api_calls_before;
CREATE TABLE api_calls (
  LIKE api_calls_before INCLUDING DEFAULTS,
  CONSTRAINT api_calls_key PRIMARY KEY (tenant_id, call_id)
) PARTITION BY RANGE (call_id);
CREATE INDEX api_calls_by_at ON api_calls (at);
CREATE INDEX api_calls_by_code ON api_calls (tenant_id, code, call_id) WHERE code IS NOT NULL;
CREATE INDEX api_calls_by_order ON api_calls (tenant_id, order_hash) WHERE order_hash IS NOT NULL;
CREATE INDEX api_calls_by_process ON api_calls (tenant_id, process_id, call_id) WHERE process_id IS NOT NULL;
CREATE INDEX api_calls_by_transaction ON api_calls (tenant_id, transaction_id, call_id) WHERE transaction_id IS NOT NULL;

CREATE FUNCTION pg_temp.attach_first_partition() RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE format('ALTER TABLE api_calls ATTACH PARTITION api_calls_before FOR VALUES FROM (MINVALUE) TO (%L)', (
    SELECT substring(pg_get_constraintdef(oid) FROM '[0-9a-f]{8}-[0-9a-f-]{27}') FROM pg_constraint
    WHERE conrelid = 'api_calls_before'::regclass AND conname = 'api_calls_bound' AND convalidated));
  ALTER TABLE api_calls_before DROP CONSTRAINT api_calls_bound;
END
$$;
SELECT pg_temp.attach_first_partition();
CREATE TABLE api_calls_default PARTITION OF api_calls DEFAULT;

-- The release before finds rows that are due by their place, which is one of each partition, and deletes them in all. Of a deletion
-- by the name of the whole table, only rows that are due go therefore.
CREATE FUNCTION note_delete_from_whole() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  PERFORM set_config('titular.deletes_from_whole', 'on', true);
  RETURN NULL;
END
$$;
CREATE FUNCTION keep_undue_row() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  held_by uuid[];
BEGIN
  SELECT array_agg((to_jsonb(OLD) ->> name)::uuid) INTO held_by FROM unnest(TG_ARGV[2:]) AS name;
  IF (to_jsonb(OLD) ->> TG_ARGV[0])::timestamptz < now() - TG_ARGV[1]::interval AND NOT EXISTS (
    SELECT FROM legal_holds h WHERE h.tenant_id = OLD.tenant_id AND h.subject_id = ANY (held_by))
  THEN
    RETURN OLD;
  END IF;
  RETURN NULL;
END
$$;
CREATE TRIGGER api_calls_delete_from_whole BEFORE DELETE ON api_calls
  FOR EACH STATEMENT EXECUTE FUNCTION note_delete_from_whole();
-- An hour less than the days that calls are kept, for clocks that differ.
CREATE TRIGGER api_calls_keep_undue BEFORE DELETE ON api_calls
  FOR EACH ROW WHEN (current_setting('titular.deletes_from_whole', true) = 'on')
  EXECUTE FUNCTION keep_undue_row('at', '13 days 23 hours', 'transaction_id', 'process_id');
