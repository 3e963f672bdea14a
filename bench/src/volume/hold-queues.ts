import type pg from 'pg';

/** The service's own clock starts no clean-up and counts no figures while the queues seem to be held by another process. */
export async function holdQueues(pool: pg.Pool): Promise<void> {
  for (const queue of ['clean-up', 'expiry', 'figures']) {
    await pool.query("SELECT graphile_worker.add_job('delete-old-calls', '{}', queue_name => $1)", [queue]);
    await pool.query(
      "UPDATE graphile_worker._private_job_queues SET locked_at = now(), locked_by = 'bench' WHERE queue_name = $1",
      [queue],
    );
  }
}
