-- expand, min_program 46
-- Attempts by the week of their delivery's id: a partition is dropped as a whole. The table itself becomes the first partition, with its
-- indexes; nothing is read or copied. What has no partition of its week goes to the default one. The name stays, so every release reads and
-- writes as before.
ALTER TABLE delivery_attempts RENAME TO delivery_attempts_before;
CREATE TABLE delivery_attempts (
  LIKE delivery_attempts_before INCLUDING DEFAULTS,
  CONSTRAINT delivery_attempts_key PRIMARY KEY (tenant_id, delivery_id, number)
) PARTITION BY RANGE (delivery_id);
CREATE INDEX delivery_attempts_by_answer ON delivery_attempts (started_at) WHERE response_excerpt IS NOT NULL;
CREATE INDEX delivery_attempts_by_commit ON delivery_attempts (kept_in, tenant_id, delivery_id, number);

CREATE FUNCTION pg_temp.attach_first_attempts() RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE format(
    'ALTER TABLE delivery_attempts ATTACH PARTITION delivery_attempts_before FOR VALUES FROM (MINVALUE) TO (%L)', (
    SELECT substring(pg_get_constraintdef(oid) FROM '[0-9a-f]{8}-[0-9a-f-]{27}') FROM pg_constraint
    WHERE conrelid = 'delivery_attempts_before'::regclass AND conname = 'delivery_attempts_bound' AND convalidated));
  ALTER TABLE delivery_attempts_before DROP CONSTRAINT delivery_attempts_bound;
END
$$;
SELECT pg_temp.attach_first_attempts();
CREATE TABLE delivery_attempts_default PARTITION OF delivery_attempts DEFAULT;

-- The release before forgets old responses of receivers by the place of a row, which is one of each partition, and would forget young ones.
-- Of such a change of the whole table, only responses that are due go therefore: 30 days, less an hour for clocks that differ.
CREATE FUNCTION keep_young_answer() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  RETURN CASE WHEN OLD.started_at < now() - interval '29 days 23 hours' THEN NEW END;
END
$$;
CREATE TRIGGER delivery_attempts_update_whole BEFORE UPDATE ON delivery_attempts
  FOR EACH STATEMENT EXECUTE FUNCTION note_delete_from_whole();
CREATE TRIGGER delivery_attempts_keep_young BEFORE UPDATE OF response_excerpt ON delivery_attempts
  FOR EACH ROW WHEN (current_setting('titular.deletes_from_whole', true) = 'on' AND current_query() LIKE '%ctid = ANY%')
  EXECUTE FUNCTION keep_young_answer();
