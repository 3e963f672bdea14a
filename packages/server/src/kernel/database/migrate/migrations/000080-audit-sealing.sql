-- expand, min_program 46
-- An entry of the audit log gets its place in the chain after its commit, by a sealer, and waits here until then. The chain was made at the
-- commit, under a lock of the whole deployment that lasted until the commit was flushed and its standby had it. The database itself fills
-- this table in the commit of the entry, for every writer, so that none is left out. Where a role of its own owns the log, docs/audit-log.md
-- says how this migration runs.
CREATE TABLE audit_unsealed (
  row_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  entry_id uuid NOT NULL UNIQUE,
  digest bytea NOT NULL CHECK (length(digest) = 32),
  written_at timestamptz NOT NULL DEFAULT clock_timestamp()
) WITH (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000);

CREATE TRIGGER audit_unsealed_append_only BEFORE UPDATE OR TRUNCATE ON audit_unsealed
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change_of_audit_log();

CREATE FUNCTION keep_unsealed_entry() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM audit_chain WHERE entry_id = OLD.entry_id) THEN
    RAISE EXCEPTION 'the audit log keeps what has no place in its chain yet';
  END IF;
  RETURN OLD;
END
$$;
CREATE TRIGGER audit_unsealed_kept BEFORE DELETE ON audit_unsealed
  FOR EACH ROW EXECUTE FUNCTION keep_unsealed_entry();

-- The trigger of the log calls it as before. The digest is the hash of the entry after none: what is changed before it is sealed shows.
CREATE OR REPLACE FUNCTION chain_audit_entry() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
BEGIN
  INSERT INTO audit_unsealed (entry_id, digest) VALUES (NEW.entry_id, audit_hash(decode(repeat('00', 32), 'hex'), NEW));
  RETURN NULL;
END
$$;

-- Gives up to `batch` entries their places, in the order in which they were written; answers how many. One at a time over all processes, and
-- whoever waited finds what came meanwhile. An entry that is not as it was written, or is gone, keeps waiting.
CREATE FUNCTION seal_audit_entries(batch integer) RETURNS integer LANGUAGE plpgsql SECURITY DEFINER AS $$
DECLARE
  waiting record;
  own bytea;
  last_position bigint;
  last_hash bytea;
  sealed bigint[] := '{}';
BEGIN
  IF NOT EXISTS (SELECT FROM audit_unsealed) THEN
    RETURN 0;
  END IF;
  PERFORM pg_advisory_xact_lock(7483505);
  SELECT position, hash INTO last_position, last_hash FROM audit_chain ORDER BY position DESC LIMIT 1;
  last_position := coalesce(last_position, 0);
  last_hash := coalesce(last_hash, decode(repeat('00', 32), 'hex'));
  FOR waiting IN
    SELECT u.row_id, entry FROM audit_unsealed u JOIN audit_log entry ON entry.entry_id = u.entry_id
    WHERE u.digest = audit_hash(decode(repeat('00', 32), 'hex'), entry)
      AND NOT EXISTS (SELECT FROM audit_chain c WHERE c.entry_id = u.entry_id)
    ORDER BY u.row_id LIMIT batch
  LOOP
    own := audit_hash(last_hash, waiting.entry);
    last_position := last_position + 1;
    INSERT INTO audit_chain (position, entry_id, previous_hash, hash)
      VALUES (last_position, (waiting.entry).entry_id, last_hash, own);
    last_hash := own;
    sealed := sealed || waiting.row_id;
  END LOOP;
  DELETE FROM audit_unsealed WHERE row_id = ANY (sealed);
  RETURN cardinality(sealed);
END
$$;

-- Whoever calls them, they find these tables and no others, by index; and the role that owns the log owns these as well.
DO $$
DECLARE
  name text;
  owner name := (SELECT pg_get_userbyid(relowner) FROM pg_class WHERE oid = 'audit_log'::regclass);
  service name := current_user;
BEGIN
  FOREACH name IN ARRAY ARRAY['chain_audit_entry()', 'keep_unsealed_entry()', 'seal_audit_entries(integer)'] LOOP
    EXECUTE format('ALTER FUNCTION %s SET search_path = pg_catalog, %I, pg_temp', name, current_schema());
  END LOOP;
  FOREACH name IN ARRAY ARRAY['enable_seqscan', 'enable_hashjoin', 'enable_mergejoin'] LOOP
    EXECUTE format('ALTER FUNCTION seal_audit_entries(integer) SET %I = off', name);
  END LOOP;
  IF owner = service THEN
    RETURN;
  END IF;
  EXECUTE format('ALTER TABLE audit_unsealed OWNER TO %I', owner);
  EXECUTE format('ALTER FUNCTION keep_unsealed_entry() OWNER TO %I', owner);
  EXECUTE format('ALTER FUNCTION seal_audit_entries(integer) OWNER TO %I', owner);
  EXECUTE format('GRANT SELECT ON audit_unsealed TO %I', service);
END
$$;
