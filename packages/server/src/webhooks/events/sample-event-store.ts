import type { TransactionStatus } from '@titular/contract';
import type { CompanyId, TenantId, TransactionId } from '../../kernel/base/id.ts';
import type { Db } from '../../kernel/database/connect.ts';

/** Where a transaction of the tenant stands, and whose it is. */
export async function findNamedTransaction(
  db: Db,
  tenantId: TenantId,
  transactionId: TransactionId,
): Promise<{ companyId: CompanyId; status: TransactionStatus } | undefined> {
  const row = await db
    .selectFrom('transactions')
    .select(['company_id', 'status'])
    .where('tenant_id', '=', tenantId)
    .where('transaction_id', '=', transactionId)
    .executeTakeFirst();
  return row && { companyId: row.company_id, status: row.status as TransactionStatus };
}
