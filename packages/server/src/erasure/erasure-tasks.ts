import type { TaskList } from 'graphile-worker';
import type { Kysely } from 'kysely';
import type pg from 'pg';
import { addSeconds, type Clock } from '../base/clock.ts';
import type { Log } from '../base/log.ts';
import { deleteOutlivedTemplates } from '../biometrics/template-store.ts';
import { deleteExpiredSessions } from '../captures/erase-captures-store.ts';
import { dropOldLog } from '../database/drop-old-log.ts';
import type { Tables } from '../database/tables.ts';
import { lockOutlived } from '../transactions/erase-transactions-store.ts';
import { forgetOldAnswers } from '../webhooks/erase-answers-store.ts';
import { eraseTransactionsEverywhere } from './erase-transactions.ts';
import { PAGE_SESSION_DAYS, WEBHOOK_ANSWER_DAYS } from './retention.ts';

const BATCH = 200;
const DAY_SECONDS = 86_400;

/** Erases one batch of transactions that were kept long enough; answers how many, each batch in a commit of its own. */
function eraseOutlived(db: Kysely<Tables>, now: Date): Promise<number> {
  return db.transaction().execute(async (trx) => {
    const outlived = await lockOutlived(trx, now, BATCH);
    const byTenant = Map.groupBy(outlived, ({ tenantId }) => tenantId);
    for (const [tenantId, rows] of byTenant) {
      const ids = rows.map(({ transactionId }) => transactionId);
      await eraseTransactionsEverywhere(trx, tenantId, ids, now);
    }
    return outlived.length;
  });
}

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
    while ((await eraseOutlived(db, clock.now())) === BATCH);
  },
  'delete-outlived-templates': async () => {
    while ((await deleteOutlivedTemplates(db, clock.now(), BATCH)) === BATCH);
  },
  'delete-expired-sessions': async () => {
    await deleteExpiredSessions(db, addSeconds(clock.now(), -PAGE_SESSION_DAYS * DAY_SECONDS));
  },
  'forget-webhook-answers': async () => {
    const before = addSeconds(clock.now(), -WEBHOOK_ANSWER_DAYS * DAY_SECONDS);
    while ((await forgetOldAnswers(db, before, BATCH)) === BATCH);
  },
  'sweep-after-erasure': async () => {
    const outcome = await dropOldLog(pool);
    if (outcome === 'not-allowed')
      log.warn('the database keeps its log of old rows for its own time: the service may not checkpoint it');
  },
});
