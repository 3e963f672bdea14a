-- expand, min_program 46
-- The log of calls becomes a table of daily partitions. Its present rows are going to be the first one, up to a bound, which this constraint
-- proves without a long lock: 7 days from now, so that calls go on while the next two migrations run; at once where no service ever ran.
CREATE FUNCTION pg_temp.bound_first_partition() RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  bound timestamptz := date_trunc('day', now(), 'UTC');
BEGIN
  IF EXISTS (SELECT FROM deployment) OR EXISTS (SELECT FROM api_calls) THEN
    bound := bound + interval '8 days';
  END IF;
  EXECUTE format('ALTER TABLE api_calls ADD CONSTRAINT api_calls_bound CHECK (call_id < %L::uuid) NOT VALID',
    lpad(to_hex((extract(epoch FROM bound) * 1000)::bigint), 12, '0') || '70008000000000000000');
END
$$;
SELECT pg_temp.bound_first_partition();
