import type { EventType } from '@titular/contract';
import { sql } from 'kysely';
import type { TenantId, TransactionId } from '../../kernel/base/id.ts';
import { unindexed } from '../../kernel/database/by-index.ts';
import type { Db } from '../../kernel/database/connect.ts';

/** Holds back what is still to be sent the first time of events of this type about a transaction, but for the event of its create. */
export async function delayDeliveries(
  db: Db,
  tenantId: TenantId,
  { transactionId, type }: { transactionId: TransactionId; type: EventType },
  until: Date,
): Promise<void> {
  await sql`
    UPDATE deliveries d SET next_attempt_at = ${until}
    FROM events e
    WHERE e.tenant_id = ${tenantId} AND e.transaction_id = ${transactionId} AND e.type = ${type} AND e.sequence > 1
      AND d.tenant_id = e.tenant_id AND d.event_id = e.event_id AND ${unindexed('d.state')} = 'pending' AND d.attempts = 0
      AND d.next_attempt_at < ${until}`.execute(db);
}
