-- expand, min_program 46
-- Tenants on their way to another deployment (side source) or from one (side target). At the target stands a copy of the row of the source as
-- well, which replication brings: it tells how far the target has come. The row of a tenant that has left stays, so that calls are told.
CREATE TABLE tenant_moves (
  tenant_id uuid NOT NULL,
  side text NOT NULL CHECK (side IN ('source', 'target')),
  move_id uuid NOT NULL,
  phase text NOT NULL CHECK (phase IN ('copying', 'closing', 'frozen', 'moved', 'aborting', 'arriving', 'arrived')),
  mark bigint NOT NULL DEFAULT 0,
  closes_at timestamptz,
  peer text NOT NULL,
  begun_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, side)
);

-- Row trigger of the tables of a tenant that moves, there only while it does. `refuse` raises TM503 for what this deployment may not write,
-- `skip` leaves it out, and `pause` leaves out new rows from the announcement on. Every writer holds a shared lock to its commit: who freezes the
-- tenant takes it alone, and finds no writer left.
CREATE FUNCTION fence_moving_tenant() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  moved uuid := CASE TG_OP WHEN 'DELETE' THEN OLD.tenant_id ELSE NEW.tenant_id END;
  found text;
BEGIN
  IF current_setting('titular.moves_tenant', true) = moved::text OR (TG_ARGV[0] = 'pause' AND TG_OP = 'DELETE') THEN
    RETURN coalesce(NEW, OLD);
  END IF;
  PERFORM pg_advisory_xact_lock_shared(7483511, hashtext(moved::text));
  SELECT phase INTO found FROM tenant_moves WHERE tenant_id = moved ORDER BY side DESC LIMIT 1;
  IF found IS NULL OR found IN ('copying', 'aborting', 'arrived') OR (found = 'closing' AND TG_ARGV[0] <> 'pause') THEN
    RETURN coalesce(NEW, OLD);
  END IF;
  IF TG_ARGV[0] = 'refuse' AND (found = 'frozen' OR TG_OP = 'INSERT') THEN
    RAISE EXCEPTION 'the tenant is moving to another deployment' USING ERRCODE = 'TM503';
  END IF;
  RETURN NULL;
END
$$;

-- The log names a link by its tenant as well.
ALTER TABLE capture_links REPLICA IDENTITY USING INDEX capture_links_of_subject;
