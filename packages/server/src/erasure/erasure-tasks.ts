import { WEBHOOK_LOG_DAYS } from '@titular/contract';
import type { TaskList } from 'graphile-worker';
import type { Kysely } from 'kysely';
import type pg from 'pg';
import { addSeconds, type Clock } from '../base/clock.ts';
import type { Log } from '../base/log.ts';
import { deleteOldChanges } from '../biometrics/gallery-store.ts';
import { deleteOutlivedTemplates } from '../biometrics/template-store.ts';
import { deleteExpiredSessions } from '../captures/erase-captures-store.ts';
import { deleteOldPageEvents } from '../captures/page-event-store.ts';
import { dropOldLog } from '../database/drop-old-log.ts';
import type { Tables } from '../database/tables.ts';
import { untilNone } from '../database/until-none.ts';
import { lockOutlivedProcesses } from '../identity-platform/erase-processes-store.ts';
import { listRetentions } from '../tenants/tenant-store.ts';
import { lockOutlived } from '../transactions/erase-transactions-store.ts';
import { deleteOldEvents } from '../webhooks/delete-old-events.ts';
import { forgetLateAnswers, forgetOldAnswers } from '../webhooks/erase-answers-store.ts';
import { eraseEverywhere } from './erase-transactions.ts';
import { FACE_CHANGE_DAYS, PAGE_EVENT_DAYS, PAGE_SESSION_DAYS, WEBHOOK_ANSWER_DAYS } from './retention.ts';

const BATCH = 200;
/** More than an attempt to deliver can take, from its beginning to its row, and the sweep can wait. */
const LONGEST_ATTEMPT_SECONDS = 900;
const DAY_SECONDS = 86_400;

/** Erases one batch of transactions, or of processes, that were kept long enough; answers how many, each batch in a commit of its own. */
const eraseOutlived = (
  db: Kysely<Tables>,
  lock: typeof lockOutlived,
  [tenantId, companyId]: readonly [string, string],
  before: Date,
  now: Date,
): Promise<number> =>
  db.transaction().execute(async (trx) => {
    const ids = await lock(trx, tenantId, companyId, before, BATCH);
    if (ids.length > 0) await eraseEverywhere(trx, tenantId, ids, now);
    return ids.length;
  });

/** Background work of forgetting: what was kept long enough, and what erasures left in the database's own log. */
export const erasureTasks = ({
  db,
  pool,
  clock,
  log,
}: {
  db: Kysely<Tables>;
  pool: pg.Pool;
  clock: Clock;
  log: Log;
}): TaskList => ({
  'erase-outlived-persons': async () => {
    const now = clock.now();
    for (const { tenantId, companyId, personDays } of await listRetentions(db)) {
      const before = addSeconds(now, -personDays * DAY_SECONDS);
      for (const lock of [lockOutlived, lockOutlivedProcesses])
        await untilNone(BATCH, () => eraseOutlived(db, lock, [tenantId, companyId], before, now));
    }
  },
  'delete-outlived-templates': async () => {
    const days = new Map((await listRetentions(db)).map((one) => [one.tenantId, one.templateDays]));
    for (const [tenantId, templateDays] of days) {
      const before = addSeconds(clock.now(), -templateDays * DAY_SECONDS);
      await untilNone(BATCH, (limit) => deleteOutlivedTemplates(db, tenantId, before, limit));
    }
  },
  'delete-old-face-changes': async () => {
    const before = addSeconds(clock.now(), -FACE_CHANGE_DAYS * DAY_SECONDS);
    await untilNone(BATCH, (limit) => deleteOldChanges(db, before, limit));
  },
  'delete-expired-sessions': async () => {
    const before = addSeconds(clock.now(), -PAGE_SESSION_DAYS * DAY_SECONDS);
    await untilNone(BATCH, (limit) => deleteExpiredSessions(db, before, limit));
  },
  'delete-old-page-events': async () => {
    const before = addSeconds(clock.now(), -PAGE_EVENT_DAYS * DAY_SECONDS);
    await untilNone(BATCH, (limit) => deleteOldPageEvents(db, before, limit));
  },
  'forget-webhook-answers': async () => {
    const before = addSeconds(clock.now(), -WEBHOOK_ANSWER_DAYS * DAY_SECONDS);
    await untilNone(BATCH, (limit) => forgetOldAnswers(db, before, limit));
  },
  'delete-old-events': async () => {
    const before = addSeconds(clock.now(), -WEBHOOK_LOG_DAYS * DAY_SECONDS);
    const tenantIds = new Set((await listRetentions(db)).map(({ tenantId }) => tenantId));
    for (const tenantId of tenantIds) await deleteOldEvents(db, tenantId, before);
  },
  'sweep-after-erasure': async () => {
    await forgetLateAnswers(db, addSeconds(clock.now(), -LONGEST_ATTEMPT_SECONDS));
    const outcome = await dropOldLog(pool);
    if (outcome === 'not-allowed')
      log.warn('the database keeps its log of old rows for its own time: the service may not checkpoint it');
  },
});
