import type { SandboxTask } from '@titular/contract';
import type { TenantId, TransactionId } from '../../kernel/base/id.ts';
import type { Db } from '../../kernel/database/connect.ts';

/** The transaction of the guided task: its order number, and whether somebody made a new link; undefined once it can have none. */
export async function findTask(
  db: Db,
  tenantId: TenantId,
  transactionId: TransactionId,
): Promise<SandboxTask | undefined> {
  const row = await db
    .selectFrom('transactions as t')
    .select(['t.order_number', 't.status'])
    .select(({ exists, selectFrom }) =>
      exists(
        selectFrom('capture_links as l')
          .select('l.subject_id')
          .where('l.tenant_id', '=', tenantId)
          .where('l.subject_id', '=', transactionId)
          .where('l.used_at', 'is', null),
      ).as('isRenewed'),
    )
    .where('t.tenant_id', '=', tenantId)
    .where('t.transaction_id', '=', transactionId)
    .executeTakeFirst();
  if (!row) return undefined;
  const isRenewed = Boolean(row.isRenewed);
  // Whoever made a link has done the task, whatever became of it since.
  if (row.status !== 'waiting' && !isRenewed) return undefined;
  return { transactionId, orderNumber: row.order_number, isRenewed };
}
