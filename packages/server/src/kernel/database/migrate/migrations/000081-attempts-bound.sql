-- expand, min_program 46
-- Attempts at deliveries become a table of weekly partitions. With a foreign key, each partition made or dropped would lock all deliveries;
-- who keeps an attempt has locked its delivery, and who deletes deliveries locks them first and deletes their attempts before them.
ALTER TABLE delivery_attempts DROP CONSTRAINT delivery_attempts_tenant_id_delivery_id_fkey;

-- The present rows are going to be the first partition, up to a bound, which this constraint proves without a long lock: the first week that
-- begins 8 days from now or later, so that deliveries go on while the next two migrations run; the present one where no service ever ran.
CREATE FUNCTION pg_temp.bound_first_attempts() RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  week constant bigint := 7 * 86400000;
  bound bigint := (extract(epoch FROM now()) * 1000)::bigint / week * week;
BEGIN
  IF EXISTS (SELECT FROM deployment) OR EXISTS (SELECT FROM delivery_attempts) THEN
    bound := ((extract(epoch FROM now()) * 1000)::bigint + 8 * 86400000 + week - 1) / week * week;
  END IF;
  EXECUTE format('ALTER TABLE delivery_attempts ADD CONSTRAINT delivery_attempts_bound CHECK (delivery_id < %L::uuid) NOT VALID',
    lpad(to_hex(bound), 12, '0') || '70008000000000000000');
END
$$;
SELECT pg_temp.bound_first_attempts();
