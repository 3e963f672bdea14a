import type { Generated } from 'kysely';

/** Columns of what waits for the relay, and of the turns of sweeps. */
export interface OutboxTables {
  job_outbox: {
    row_id: Generated<string>;
    task: string;
    payload: unknown;
    queue_name: string | null;
    run_at: Date | null;
    max_attempts: number;
    job_key: string | null;
    added_at: Generated<Date>;
  };
  wake_outbox: { row_id: Generated<string>; channel: string; payload: string };
  sweeps: { name: string; swept_at: Date };
}
