import { API_CALL_DAYS } from '@titular/contract';
import type { TaskList } from 'graphile-worker';
import type { Kysely } from 'kysely';
import { addSeconds, type Clock } from '../kernel/base/clock.ts';
import { batchTask } from '../kernel/database/batches/batch-task.ts';
import { deleteAll } from '../kernel/database/batches/until-none.ts';
import type { Tables } from '../kernel/database/tables/tables.ts';
import { deleteCallsBefore } from './api-call-store.ts';

const DELETE_BATCH = 5_000;
const DAY_SECONDS = 86_400;

/** Background work on the log of calls: forgetting what is older than 14 days. */
export const apiCallTasks = ({ db, clock }: { db: Kysely<Tables>; clock: Clock }): TaskList => ({
  'delete-old-calls': batchTask((run) => {
    const before = addSeconds(clock.now(), -API_CALL_DAYS * DAY_SECONDS);
    return deleteAll(db, DELETE_BATCH, (trx, limit) => deleteCallsBefore(trx, before, limit), run);
  }),
});
