import { type RawBuilder, sql } from 'kysely';

/** Whether no legal hold keeps the transaction or process in this column; the tenant's is `tenant_id` of the same table. */
export const notHeld = (
  column: 'transactions.transaction_id' | 'processes.process_id',
): RawBuilder<boolean> =>
  sql<boolean>`NOT EXISTS (SELECT FROM legal_holds h
    WHERE h.tenant_id = ${sql.ref(`${column.split('.')[0]}.tenant_id`)} AND h.subject_id = ${sql.ref(column)})`;
