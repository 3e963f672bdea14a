import { listSchedule } from '@titular/server/modules.ts';
import { query } from '../load/times.ts';
import type { Stage } from '../stage/children.ts';
import { waitFor } from '../stage/wait.ts';

const JOB_LIMIT_MS = 120_000;

/** Runs every job of the schedule at once, one after the other; names those that failed. */
export async function runJobs(stage: Stage, adminUrl: string, rounds: number): Promise<string[]> {
  const failed = new Set<string>();
  for (let round = 0; round < rounds; round += 1)
    for (const { task, queue } of listSchedule()) {
      const key = `fill-${task}`;
      await query(
        adminUrl,
        "SELECT graphile_worker.add_job($1, '{}'::json, queue_name => $2, max_attempts => 1, job_key => $3)",
        [task, queue ?? null, key],
      );
      await waitFor(task, JOB_LIMIT_MS, stage.signal, async () => {
        const [job] = await query<{ last_error: string | null }>(
          adminUrl,
          'SELECT last_error FROM graphile_worker.jobs WHERE key = $1',
          [key],
        );
        if (job?.last_error) failed.add(`${task}: ${job.last_error.split('\n')[0]}`);
        return job === undefined || job.last_error !== null;
      });
    }
  return [...failed];
}
