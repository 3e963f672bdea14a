import { MAX_COUNTED_BACKLOG } from '@titular/contract';
import type { TaskList } from 'graphile-worker';
import type { Kysely } from 'kysely';
import { addSeconds, type Clock } from '../../kernel/base/clock.ts';
import type { Log } from '../../kernel/base/log.ts';
import type { Tables } from '../../kernel/database/tables/tables.ts';
import { listDueEndpoints } from '../queue/delivery-queue-store.ts';
import { countWaiting, findOldestDue } from './backlog-store.ts';
import { overdueSeconds } from './read-deliveries.ts';

/** Seconds of which a due delivery may be late before somebody is told. */
export const MAX_WAIT_SECONDS = 5 * 60;

/** Background work on the queues of webhooks: tells the operator of each endpoint whose oldest delivery is due for more than five minutes (R49). */
export const backlogTasks = ({
  db,
  clock,
  log,
}: {
  db: Kysely<Tables>;
  clock: Clock;
  log: Log;
}): TaskList => ({
  // Processes of the release before add a job beside each delivery; the delivery's own row is what counts.
  'deliver-webhook': async () => undefined,
  'report-webhook-backlog': async () => {
    const now = clock.now();
    for (const name of await listDueEndpoints(db, addSeconds(now, -MAX_WAIT_SECONDS))) {
      const oldest = await findOldestDue(db, name, now);
      if (oldest === undefined) continue;
      const counted = await countWaiting(db, name, MAX_COUNTED_BACKLOG + 1);
      const waiting = Math.min(counted, MAX_COUNTED_BACKLOG);
      const more = counted > MAX_COUNTED_BACKLOG;
      const facts = {
        endpointId: name.endpointId,
        waiting,
        more,
        oldestSeconds: overdueSeconds(oldest, now),
      };
      log.warn(facts, 'webhooks wait too long for their endpoint');
    }
  },
});
