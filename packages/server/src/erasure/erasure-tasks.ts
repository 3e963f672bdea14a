import type { TaskList } from 'graphile-worker';
import { addSeconds } from '../kernel/base/clock.ts';
import type { CompanyId, TenantId } from '../kernel/base/id.ts';
import { batchTask } from '../kernel/database/batches/batch-task.ts';
import { type RunTime, untilNone } from '../kernel/database/batches/until-none.ts';
import { withRetries } from '../kernel/database/connect.ts';
import { PROCESSES } from '../processes/index.ts';
import { listWithOutlived, lockOutlived, type SubjectTable } from '../subjects/index.ts';
import { findHeldSubjects, TRANSACTIONS } from '../transactions/index.ts';
import { eraseEverywhere } from './erase-everywhere.ts';
import { type SweepDeps, sweepAfterErasure } from './sweep.ts';

/** Each goes through a dozen tables. */
const PERSON_BATCH = 200;
const DAY_SECONDS = 86_400;

/** What the tasks need. */
export type ErasureTaskDeps = SweepDeps;

/** Erases one batch of transactions or processes in a commit of its own, and returns how many it examined: those kept long enough and not held. */
const eraseOutlived = (
  { db, steps }: Pick<ErasureTaskDeps, 'db' | 'steps'>,
  of: SubjectTable,
  company: { tenantId: TenantId; companyId: CompanyId },
  { before, now, limit }: { before: Date; now: Date; limit: number },
): Promise<number> =>
  withRetries(() =>
    db.transaction().execute(async (trx) => {
      const ids = await lockOutlived(trx, of, company, before, limit);
      const { tenantId } = company;
      const held = await findHeldSubjects(trx, tenantId, ids);
      const free = ids.filter((id) => !held.has(id));
      if (free.length > 0) await eraseEverywhere(trx, steps, tenantId, free, now);
      return ids.length;
    }),
  );

const eraseOutlivedPersons =
  (deps: ErasureTaskDeps) =>
  async (run: RunTime): Promise<boolean> => {
    const { db, clock } = deps;
    const now = clock.now();
    for (const table of [TRANSACTIONS, PROCESSES])
      for (const { personDays, ...company } of await listWithOutlived(db, table, now)) {
        const before = addSeconds(now, -personDays * DAY_SECONDS);
        const erase = (limit: number) => eraseOutlived(deps, table, company, { before, now, limit });
        if (!(await untilNone(PERSON_BATCH, erase, run))) return false;
      }
    return true;
  };

/** Background work of erasing: persons who were kept long enough, and what erasures left in the database's own log. */
export const erasureTasks = (deps: ErasureTaskDeps): TaskList => ({
  'erase-outlived-persons': batchTask(eraseOutlivedPersons(deps)),
  'sweep-after-erasure': () => sweepAfterErasure(deps),
});
