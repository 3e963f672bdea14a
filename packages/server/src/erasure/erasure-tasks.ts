import { WEBHOOK_LOG_DAYS } from '@titular/contract';
import type { TaskList } from 'graphile-worker';
import type { Kysely } from 'kysely';
import { deleteOldPageEvents } from '../captures/page-events/page-event-store.ts';
import { deleteExpiredSessions } from '../captures/subjects/erase-captures-store.ts';
import { deleteOldChanges } from '../faces/gallery/gallery-store.ts';
import { deleteOutlivedTemplates, listWithOutlivedTemplates } from '../faces/gallery/template-store.ts';
import { addSeconds } from '../kernel/base/clock.ts';
import { batchTask } from '../kernel/database/batches/batch-task.ts';
import { deleteAll, type RunTime, untilNone } from '../kernel/database/batches/until-none.ts';
import { withRetries } from '../kernel/database/connect.ts';
import type { Tables } from '../kernel/database/tables/tables.ts';
import {
  listWithOutlivedProcesses,
  lockOutlivedProcesses,
} from '../processes/change/erase-processes-store.ts';
import { listWithOutlived, lockOutlived } from '../transactions/retention/erase-transactions-store.ts';
import { findHeldSubjects } from '../transactions/retention/legal-hold-store.ts';
import { deleteOldReceiverAnswers } from '../webhooks/deliveries/erase-answers-store.ts';
import { deleteAllOldEvents } from '../webhooks/events/delete-old-events.ts';
import { eraseEverywhere } from './erase-transactions.ts';
import { FACE_CHANGE_DAYS, PAGE_EVENT_DAYS, PAGE_SESSION_DAYS, WEBHOOK_ANSWER_DAYS } from './retention.ts';
import { type SweepDeps, sweepAfterErasure } from './sweep.ts';

const BATCH = 2_000;
/** Each goes through a dozen tables. */
const PERSON_BATCH = 200;
const DAY_SECONDS = 86_400;

/** Erases one batch of transactions, or of processes, that were kept long enough and are not held; answers how many it looked at, each batch in a commit of its own. */
const eraseOutlived = (
  db: Kysely<Tables>,
  lock: typeof lockOutlived,
  [tenantId, companyId]: readonly [string, string],
  { before, now, limit }: { before: Date; now: Date; limit: number },
): Promise<number> =>
  withRetries(() =>
    db.transaction().execute(async (trx) => {
      const ids = await lock(trx, tenantId, companyId, before, limit);
      const held = await findHeldSubjects(trx, tenantId, ids);
      const free = ids.filter((id) => !held.has(id));
      if (free.length > 0) await eraseEverywhere(trx, tenantId, free, now);
      return ids.length;
    }),
  );

const eraseOutlivedPersons =
  ({ db, clock }: Pick<SweepDeps, 'db' | 'clock'>) =>
  async (run: RunTime): Promise<boolean> => {
    const now = clock.now();
    const kinds = [
      { list: listWithOutlived, lock: lockOutlived },
      { list: listWithOutlivedProcesses, lock: lockOutlivedProcesses },
    ];
    for (const { list, lock } of kinds)
      for (const { tenantId, companyId, personDays } of await list(db, now)) {
        const before = addSeconds(now, -personDays * DAY_SECONDS);
        const erase = (limit: number) =>
          eraseOutlived(db, lock, [tenantId, companyId], { before, now, limit });
        if (!(await untilNone(PERSON_BATCH, erase, run))) return false;
      }
    return true;
  };

const deleteOutlivedFaces =
  ({ db, clock }: Pick<SweepDeps, 'db' | 'clock'>) =>
  async (run: RunTime): Promise<boolean> => {
    const now = clock.now();
    for (const { tenantId, templateDays } of await listWithOutlivedTemplates(db, now)) {
      const before = addSeconds(now, -templateDays * DAY_SECONDS);
      const deleteSome = (trx: Kysely<Tables>, limit: number) =>
        deleteOutlivedTemplates(trx, tenantId, before, limit);
      if (!(await deleteAll(db, BATCH, deleteSome, run))) return false;
    }
    return true;
  };

type DeleteBefore = (db: Kysely<Tables>, before: Date, limit: number) => Promise<number>;

/** Background work of forgetting: what was kept long enough, and what erasures left in the database's own log. */
export const erasureTasks = (deps: SweepDeps): TaskList => {
  const { db, clock } = deps;
  const deleteAfter = (days: number, deleteBefore: DeleteBefore) =>
    batchTask((run) => {
      const before = addSeconds(clock.now(), -days * DAY_SECONDS);
      return deleteAll(db, BATCH, (trx, limit) => deleteBefore(trx, before, limit), run);
    });
  return {
    'erase-outlived-persons': batchTask(eraseOutlivedPersons(deps)),
    'delete-outlived-templates': batchTask(deleteOutlivedFaces(deps)),
    'delete-old-face-changes': deleteAfter(FACE_CHANGE_DAYS, deleteOldChanges),
    'delete-expired-sessions': deleteAfter(PAGE_SESSION_DAYS, deleteExpiredSessions),
    'delete-old-page-events': deleteAfter(PAGE_EVENT_DAYS, deleteOldPageEvents),
    'forget-webhook-answers': deleteAfter(WEBHOOK_ANSWER_DAYS, deleteOldReceiverAnswers),
    'delete-old-events': batchTask((run) => {
      const before = addSeconds(clock.now(), -WEBHOOK_LOG_DAYS * DAY_SECONDS);
      return deleteAllOldEvents(db, before, run);
    }),
    'sweep-after-erasure': () => sweepAfterErasure(deps),
  };
};
