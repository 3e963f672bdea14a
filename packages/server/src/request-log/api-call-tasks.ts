import type { TaskList } from 'graphile-worker';
import type { Kysely } from 'kysely';
import type pg from 'pg';
import type { Clock } from '../kernel/base/clock.ts';
import type { Log } from '../kernel/base/log.ts';
import { batchTask } from '../kernel/database/batches/batch-task.ts';
import { keepPartitions } from '../kernel/database/partitions/keep-partitions.ts';
import { apiCalls } from '../kernel/database/partitions/partitioned-tables.ts';
import type { Tables } from '../kernel/database/tables/tables.ts';
import { redactLateCallsTask } from './redact-late-calls.ts';

type TaskDeps = { db: Kysely<Tables>; pool: pg.Pool; clock: Clock; log: Log };

/** Background work on the log of calls: making its days ahead, and forgetting what is older than 14 days and what was written too late for an erasure. */
export const apiCallTasks = (deps: TaskDeps): TaskList => ({
  'redact-late-calls': redactLateCallsTask(deps.db),
  'delete-old-calls': batchTask((run) => keepPartitions(deps, apiCalls, run)),
});
