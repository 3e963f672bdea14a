-- expand, min_program 46
-- Jobs and wakes wait here from the commit that needs them until a relay hands them over. A commit that notifies holds a lock of the whole
-- server until it is flushed, and until its standby has it; commits that add rows here do not. The limits are those of the job tables: a row
-- that these refuse would hold up all others.
CREATE TABLE job_outbox (
  row_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  task text NOT NULL CHECK (length(task) BETWEEN 1 AND 128),
  payload json NOT NULL,
  queue_name text CHECK (length(queue_name) BETWEEN 1 AND 128),
  run_at timestamptz,
  max_attempts smallint NOT NULL CHECK (max_attempts >= 1),
  job_key text CHECK (length(job_key) BETWEEN 1 AND 512),
  added_at timestamptz NOT NULL DEFAULT clock_timestamp()
) WITH (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000);
CREATE INDEX job_outbox_key ON job_outbox (job_key) WHERE job_key IS NOT NULL;

-- What is told on a channel. One that is lost costs time alone: rows of other tables say what is to be done.
CREATE TABLE wake_outbox (
  row_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  channel text NOT NULL CHECK (octet_length(channel) BETWEEN 1 AND 63),
  payload text NOT NULL CHECK (octet_length(payload) < 8000)
) WITH (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000);

-- Hands over up to `batch` rows of each table, in order; answers whether there may be more. One at a time over all processes, so that jobs of
-- one key are handed over in the order of their rows; whoever waited finds what came meanwhile. Not waiting for the disk is safe: whatever a
-- job writes stands after this in the log of the server, so a crash that loses this commit loses the end of the job as well.
CREATE FUNCTION relay_outbox(batch integer) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
  jobs bigint[];
  wakes bigint[];
BEGIN
  IF NOT EXISTS (SELECT FROM job_outbox) AND NOT EXISTS (SELECT FROM wake_outbox) THEN
    RETURN false;
  END IF;
  PERFORM set_config('synchronous_commit', 'off', true), set_config('enable_seqscan', 'off', true);
  PERFORM pg_advisory_xact_lock(7483507);
  jobs := ARRAY(SELECT row_id FROM job_outbox ORDER BY row_id LIMIT batch);
  wakes := ARRAY(SELECT row_id FROM wake_outbox ORDER BY row_id LIMIT batch);
  IF cardinality(jobs) > 0 THEN
    -- Of rows with one key the first says when, the last what: as if they were added one after the other.
    PERFORM graphile_worker.add_jobs(ARRAY(
      SELECT (task, payload, queue_name, first_run_at, max_attempts, job_key, NULL, NULL)::graphile_worker.job_spec
      FROM (
        SELECT o.*, first_value(coalesce(run_at, added_at)) OVER (same ORDER BY row_id) AS first_run_at,
          row_number() OVER (same ORDER BY row_id DESC) AS from_last
        FROM job_outbox o WHERE row_id = ANY (jobs)
        WINDOW same AS (PARTITION BY job_key, CASE WHEN job_key IS NULL THEN row_id END)
      ) merged WHERE from_last = 1 ORDER BY row_id
    ), true);
    DELETE FROM job_outbox WHERE row_id = ANY (jobs);
  END IF;
  PERFORM pg_notify(channel, payload)
    FROM (SELECT DISTINCT channel, payload FROM wake_outbox WHERE row_id = ANY (wakes)) told;
  DELETE FROM wake_outbox WHERE row_id = ANY (wakes);
  RETURN cardinality(jobs) = batch OR cardinality(wakes) = batch;
END
$$;

-- Work that one process at a time does for all, and when one last did.
CREATE TABLE sweeps (
  name text PRIMARY KEY,
  swept_at timestamptz NOT NULL
);
