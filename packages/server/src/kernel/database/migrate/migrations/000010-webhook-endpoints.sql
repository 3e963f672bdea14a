-- expand, min_program 0
-- Endpoints that companies manage themselves: how they authenticate, how often and how many at once they are tried, and why
-- one is switched off.
ALTER TABLE webhook_endpoints
  ADD COLUMN description text,
  -- No type, no status: all of them, but of the statuses only the final ones.
  ADD COLUMN event_types text[] NOT NULL DEFAULT '{}',
  ADD COLUMN authentication text NOT NULL DEFAULT 'none'
    CHECK (authentication IN ('none', 'basic', 'api-key', 'oauth2')),
  ADD COLUMN sealed_authentication bytea,
  ADD COLUMN sealed_previous_secret bytea,
  ADD COLUMN previous_secret_ends_at timestamptz,
  -- Seconds between attempts; none for the standard schedule.
  ADD COLUMN interval_seconds integer CHECK (interval_seconds BETWEEN 1 AND 86400),
  ADD COLUMN maximum_at_once integer NOT NULL DEFAULT 50 CHECK (maximum_at_once BETWEEN 1 AND 500),
  ADD COLUMN disabled_reason text CHECK (disabled_reason IN ('asked', 'gone', 'failing')),
  ADD COLUMN disabled_at timestamptz,
  -- The first failure since the last success, and how many there were.
  ADD COLUMN failing_since timestamptz,
  ADD COLUMN failures integer NOT NULL DEFAULT 0,
  -- Until when nothing is sent to it, because it asked for that or fails.
  ADD COLUMN rests_until timestamptz,
  ADD COLUMN deleted_at timestamptz;
UPDATE webhook_endpoints SET disabled_reason = 'asked', disabled_at = now() WHERE NOT enabled;

ALTER TABLE companies
  ADD COLUMN webhook_order_number text NOT NULL DEFAULT 'omit' CHECK (webhook_order_number IN ('omit', 'include'));

-- Events that are not of a transaction name a process or an endpoint, with one word about it.
ALTER TABLE events
  ALTER COLUMN transaction_id DROP NOT NULL,
  ALTER COLUMN status DROP NOT NULL,
  ALTER COLUMN sequence DROP NOT NULL,
  ADD COLUMN subject_id uuid,
  ADD COLUMN detail text,
  ADD COLUMN order_number text;

-- Where an event stands in the list that is pulled. Whoever takes a place holds a shared lock, named after the last place before,
-- until the commit; so a reader knows, and waits for nobody, up to which place no event can still come. The number is 0x7457 << 48:
-- nothing else locks by numbers this high, and places stay below 2^48.
CREATE SEQUENCE event_positions;
CREATE FUNCTION take_event_position() RETURNS bigint LANGUAGE plpgsql VOLATILE AS $$
BEGIN
  -- One lock a transaction: the first place that it takes stands for all that come after.
  IF coalesce(current_setting('titular.takes_places', true), '') = '' THEN
    PERFORM pg_advisory_xact_lock_shared(8383169231373467648 + last_value) FROM event_positions;
    PERFORM set_config('titular.takes_places', 'yes', true);
  END IF;
  RETURN nextval('event_positions');
END
$$;
ALTER TABLE events ADD COLUMN position bigint NOT NULL DEFAULT take_event_position();
CREATE UNIQUE INDEX events_position ON events (tenant_id, position);

-- A delivery that is sent again starts its schedule anew: `schedule_from` is the number of attempts made before.
-- One that is `skipped` ended without an attempt, because its endpoint was switched off.
ALTER TABLE deliveries
  ADD COLUMN schedule_from integer NOT NULL DEFAULT 0,
  ADD COLUMN skipped boolean NOT NULL DEFAULT false;
CREATE INDEX deliveries_due ON deliveries (tenant_id, endpoint_id, next_attempt_at) WHERE state = 'pending';
CREATE INDEX deliveries_endpoint ON deliveries (tenant_id, endpoint_id, event_id);
CREATE INDEX deliveries_failed ON deliveries (tenant_id, endpoint_id, finished_at) WHERE state = 'failed';

-- Which process is sending a delivery, and until when nobody else may. Unlogged: after a crash of the database nobody is.
CREATE UNLOGGED TABLE delivery_claims (
  tenant_id uuid NOT NULL,
  endpoint_id uuid NOT NULL,
  delivery_id uuid NOT NULL,
  process_id uuid NOT NULL,
  expires_at timestamptz NOT NULL,
  PRIMARY KEY (tenant_id, delivery_id)
);
CREATE INDEX delivery_claims_endpoint ON delivery_claims (tenant_id, endpoint_id);

-- Deliveries of earlier releases waited as jobs; now their own row says when they are due.
DO $$
BEGIN
  IF to_regclass('graphile_worker.jobs') IS NOT NULL THEN
    EXECUTE $jobs$
      SELECT graphile_worker.complete_jobs(array_agg(id)) FROM graphile_worker.jobs
      WHERE task_identifier = 'deliver-webhook' HAVING count(*) > 0
    $jobs$;
  END IF;
END
$$;
