-- expand, min_program 0
-- How often a delivery was sent again by hand: an attempt that began before the last time does not end it.
ALTER TABLE deliveries ADD COLUMN reopened integer NOT NULL DEFAULT 0;

-- The database transaction that kept an attempt. Who follows attempts reads those of transactions that were committed between
-- two snapshots, and so misses none. Attempts of earlier releases have none; nobody follows what is past.
ALTER TABLE delivery_attempts ADD COLUMN kept_in xid8;
ALTER TABLE delivery_attempts ALTER COLUMN kept_in SET DEFAULT pg_current_xact_id();
CREATE INDEX delivery_attempts_kept ON delivery_attempts (kept_in, tenant_id, delivery_id, number);
