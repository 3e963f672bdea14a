-- expand, min_program 46
-- An entry of the audit log gets its place in the chain after its commit, by a sealer, and waits here until then. The chain was made at the
-- commit, under a lock of the whole deployment that lasted until the commit was flushed and its standby had it. The database itself fills
-- this table in the commit of the entry, for every writer, so that none is left out. Where a role of its own owns the log, docs/audit-log.md
-- says how this migration runs.
-- The role that owns the log owns these as well.
SELECT set_config('role', pg_get_userbyid(relowner), true) FROM pg_class WHERE oid = 'audit_log'::regclass;

CREATE TABLE audit_unsealed (
  row_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  entry_id uuid NOT NULL UNIQUE,
  entry_text text NOT NULL,
  written_at timestamptz NOT NULL DEFAULT clock_timestamp()
) WITH (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000);

CREATE TRIGGER audit_unsealed_append_only BEFORE UPDATE OR TRUNCATE ON audit_unsealed
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change_of_audit_log();

CREATE FUNCTION keep_unsealed_entries() RETURNS trigger LANGUAGE plpgsql
  SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  IF EXISTS (SELECT FROM removed r WHERE NOT EXISTS (SELECT FROM audit_chain c WHERE c.entry_id = r.entry_id)) THEN
    RAISE EXCEPTION 'the audit log keeps entries that have no place in its chain yet';
  END IF;
  RETURN NULL;
END
$$;
CREATE TRIGGER audit_unsealed_kept AFTER DELETE ON audit_unsealed
  REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION keep_unsealed_entries();

-- The trigger of the log calls it as before; whoever calls these, they find these tables and no others. What is kept is the text that audit_hash makes of the entry, without the hash before: an entry
-- that is changed before it is sealed is sealed as it was written, and the change shows.
CREATE OR REPLACE FUNCTION chain_audit_entry() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  INSERT INTO audit_unsealed (entry_id, entry_text)
  SELECT NEW.entry_id, string_agg(
    CASE WHEN value IS NULL THEN '-' ELSE octet_length(convert_to(value, 'UTF8')) || ':' || value END || ',', '' ORDER BY place)
  FROM unnest(ARRAY[NEW.entry_id::text, NEW.tenant_id::text, to_char(NEW.at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'),
    NEW.actor, NEW.action, NEW.subject, NEW.before::text, NEW.after::text]) WITH ORDINALITY AS field (value, place);
  RETURN NULL;
END
$$;

-- Gives up to `batch` entries their places, in the order in which they were written; answers how many. One at a time over all processes, and
-- whoever waited finds what came meanwhile. One that has a place already keeps waiting: somebody put it there again.
CREATE FUNCTION seal_audit_entries(batch integer) RETURNS integer LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = pg_catalog, public, pg_temp
  SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off AS $$
DECLARE
  waiting record;
  last_position bigint;
  hashes bytea[];
  ids uuid[] := '{}';
BEGIN
  IF NOT EXISTS (SELECT FROM audit_unsealed) THEN
    RETURN 0;
  END IF;
  PERFORM pg_advisory_xact_lock(7483505);
  SELECT position, ARRAY[hash] INTO last_position, hashes FROM audit_chain ORDER BY position DESC LIMIT 1;
  last_position := coalesce(last_position, 0);
  hashes := coalesce(hashes, ARRAY[decode(repeat('00', 32), 'hex')]);
  FOR waiting IN
    SELECT u.entry_id, u.entry_text FROM audit_unsealed u
    WHERE NOT EXISTS (SELECT FROM audit_chain c WHERE c.entry_id = u.entry_id)
    ORDER BY u.row_id LIMIT batch
  LOOP
    ids := ids || waiting.entry_id;
    hashes := hashes || sha256(convert_to(
      'titular-audit-1,64:' || encode(hashes[cardinality(ids)], 'hex') || ',' || waiting.entry_text, 'UTF8'));
  END LOOP;
  INSERT INTO audit_chain (position, entry_id, previous_hash, hash)
  SELECT last_position + place, ids[place], hashes[place], hashes[place + 1] FROM generate_series(1, cardinality(ids)) AS place;
  DELETE FROM audit_unsealed WHERE entry_id = ANY (ids);
  RETURN cardinality(ids);
END
$$;

GRANT SELECT ON audit_unsealed TO SESSION_USER;
SELECT set_config('role', 'none', true);
