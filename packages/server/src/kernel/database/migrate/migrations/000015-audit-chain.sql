-- expand, min_program 0
-- Each entry of the audit log has a link in a chain: its place, and a hash over all its columns and the hash before. A link is made by
-- the database itself at the commit of the entry, so no writer can leave it out, and stands in a table of its own, so no entry is ever
-- changed. The lock is taken last of all, at the commit: whoever holds it waits for nobody, and transactions that write an entry early
-- keep no other waiting. packages/server/src/operators/audit-chain.ts makes the same hash, for whoever does not trust this database.
LOCK TABLE audit_log IN SHARE ROW EXCLUSIVE MODE;

CREATE TABLE audit_chain (
  position bigint PRIMARY KEY CHECK (position >= 1),
  entry_id uuid NOT NULL UNIQUE,
  previous_hash bytea NOT NULL CHECK (length(previous_hash) = 32),
  hash bytea NOT NULL UNIQUE CHECK (length(hash) = 32)
);

-- Each value with its length in bytes before it, and nothing as a hyphen: no two entries have one text.
CREATE FUNCTION audit_field(value text) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE WHEN value IS NULL THEN '-' ELSE octet_length(convert_to(value, 'UTF8')) || ':' || value END || ','
$$;

CREATE FUNCTION audit_hash(previous_hash bytea, entry audit_log) RETURNS bytea LANGUAGE sql STABLE AS $$
  SELECT sha256(convert_to('titular-audit-1,'
    || audit_field(encode(previous_hash, 'hex'))
    || audit_field(entry.entry_id::text)
    || audit_field(entry.tenant_id::text)
    || audit_field(to_char(entry.at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'))
    || audit_field(entry.actor)
    || audit_field(entry.action)
    || audit_field(entry.subject)
    || audit_field(entry.before::text)
    || audit_field(entry.after::text), 'UTF8'))
$$;

CREATE FUNCTION chain_audit_entry() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
DECLARE
  last_position bigint;
  last_hash bytea;
BEGIN
  PERFORM pg_advisory_xact_lock(7483505);
  SELECT position, hash INTO last_position, last_hash FROM audit_chain ORDER BY position DESC LIMIT 1;
  last_hash := coalesce(last_hash, decode(repeat('00', 32), 'hex'));
  INSERT INTO audit_chain (position, entry_id, previous_hash, hash)
    VALUES (coalesce(last_position, 0) + 1, NEW.entry_id, last_hash, audit_hash(last_hash, NEW));
  RETURN NULL;
END
$$;

-- Whoever calls it, it finds these tables and no others: where a role of its own owns the log, its rights are those of that role.
DO $$
DECLARE
  name text;
BEGIN
  FOREACH name IN ARRAY ARRAY['audit_field(text)', 'audit_hash(bytea, audit_log)', 'chain_audit_entry()'] LOOP
    EXECUTE format('ALTER FUNCTION %s SET search_path = pg_catalog, %I, pg_temp', name, current_schema());
  END LOOP;
END
$$;

CREATE CONSTRAINT TRIGGER audit_log_chain AFTER INSERT ON audit_log DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW EXECUTE FUNCTION chain_audit_entry();

-- What was there before, in its order.
DO $$
DECLARE
  entry audit_log;
  place bigint := 0;
  before_it bytea := decode(repeat('00', 32), 'hex');
  own bytea;
BEGIN
  FOR entry IN SELECT * FROM audit_log ORDER BY entry_id LOOP
    place := place + 1;
    own := audit_hash(before_it, entry);
    INSERT INTO audit_chain (position, entry_id, previous_hash, hash) VALUES (place, entry.entry_id, before_it, own);
    before_it := own;
  END LOOP;
END
$$;

CREATE TRIGGER audit_chain_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_chain
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change_of_audit_log();
