import { insertAuditEntry, type Operator } from '../audit/index.ts';
import { inTransaction } from '../kernel/database/connect.ts';
import { deleteAccesses, type Ending } from './access-store.ts';

/** Ends links and sessions for good, each that goes on with an entry in its tenant's log; tells how many went on. The next request of each is refused. */
export const endReceivers = (operator: Operator, which: Ending): Promise<number> =>
  inTransaction(operator.db, async (trx) => {
    const now = operator.clock.now();
    const ended = (await deleteAccesses(trx, which)).filter(({ expiresAt }) => expiresAt > now);
    for (const { tenantId, endpointId, accessId, opened, madeBy } of ended)
      await insertAuditEntry(trx, operator, {
        tenantId,
        action: 'receiver-access.end',
        subject: `webhook-endpoint/${endpointId}`,
        before: { receiver: accessId, state: opened ? 'session' : 'link', madeBy },
      });
    return ended.length;
  });
