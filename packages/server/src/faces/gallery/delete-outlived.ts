import type { Task } from 'graphile-worker';
import type { Kysely } from 'kysely';
import { addSeconds, type Clock } from '../../kernel/base/clock.ts';
import { batchTask } from '../../kernel/database/batches/batch-task.ts';
import { deleteAll } from '../../kernel/database/batches/until-none.ts';
import type { Tables } from '../../kernel/database/tables/tables.ts';
import { deleteOutlivedTemplates, listWithOutlivedTemplates } from './template-store.ts';

const BATCH = 2_000;
const DAY_SECONDS = 86_400;

/** Deletes enrolled faces that matched nobody for as long as their tenant keeps them. */
export const deleteOutlivedTask = ({ db, clock }: { db: Kysely<Tables>; clock: Clock }): Task =>
  batchTask(async (run) => {
    const now = clock.now();
    for (const { tenantId, templateDays } of await listWithOutlivedTemplates(db, now)) {
      const before = addSeconds(now, -templateDays * DAY_SECONDS);
      const deleteSome = (trx: Kysely<Tables>, limit: number) =>
        deleteOutlivedTemplates(trx, tenantId, before, limit);
      if (!(await deleteAll(db, BATCH, deleteSome, run))) return false;
    }
    return true;
  });
