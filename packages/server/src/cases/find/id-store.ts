import type { FOUND_IDS } from '@titular/contract';
import { sql } from 'kysely';
import type { CompanyId, ProcessId, TransactionId } from '../../kernel/base/id.ts';
import type { Db } from '../../kernel/database/connect.ts';
import type { SubjectRef } from '../../kernel/database/subject-ref.ts';
import type { CaseScope } from '../case-scope.ts';

/** What an id is the id of, and the transaction or process that it leads to. */
export type FoundById = { idOf: (typeof FOUND_IDS)[number]; subject: SubjectRef };

type Row = { id_of: FoundById['idOf']; transaction_id: TransactionId | null; process_id: ProcessId | null };

/** Companies of the scope as the statement compares them; null for all. */
const scopeOf = ({ companies }: CaseScope): CompanyId[] | null =>
  companies === 'all' ? null : [...companies];

/**
 * The transaction or process of the scope to which an id of any kind leads: its own, or that of an event, a delivery or a request about it.
 * An event of the kind that is about either has the id in one column, and which of both tables knows it tells the kind.
 */
export async function findById(db: Db, scope: CaseScope, id: string): Promise<FoundById | undefined> {
  const { tenantId } = scope;
  const { rows } = await sql<Row>`
    WITH led AS (
      SELECT 1 AS place, 'transaction' AS id_of, ${id}::uuid AS subject_id
      UNION ALL SELECT 2, 'process', ${id}::uuid
      UNION ALL SELECT 3, 'event', coalesce(transaction_id, subject_id) FROM events
        WHERE tenant_id = ${tenantId} AND event_id = ${id}
      UNION ALL SELECT 4, 'delivery', coalesce(e.transaction_id, e.subject_id)
        FROM deliveries d JOIN events e ON e.tenant_id = d.tenant_id AND e.event_id = d.event_id
        WHERE d.tenant_id = ${tenantId} AND d.delivery_id = ${id}
      UNION ALL SELECT 5, 'request', coalesce(transaction_id, process_id) FROM api_calls
        WHERE tenant_id = ${tenantId} AND call_id = ${id}
    )
    SELECT l.id_of, t.transaction_id, p.process_id FROM led l
    LEFT JOIN transactions t ON t.tenant_id = ${tenantId} AND t.transaction_id = l.subject_id AND l.id_of <> 'process'
    LEFT JOIN processes p ON p.tenant_id = ${tenantId} AND p.process_id = l.subject_id AND l.id_of <> 'transaction'
    WHERE coalesce(t.company_id, p.company_id) IS NOT NULL
      AND (${scopeOf(scope)}::uuid[] IS NULL OR coalesce(t.company_id, p.company_id) = ANY (${scopeOf(scope)}::uuid[]))
    ORDER BY l.place LIMIT 1`.execute(db);
  const [row] = rows;
  if (!row) return undefined;
  const { id_of: idOf, transaction_id: transactionId, process_id: processId } = row;
  if (transactionId !== null) return { idOf, subject: { kind: 'transaction', id: transactionId } };
  return processId === null ? undefined : { idOf, subject: { kind: 'process', id: processId } };
}

/** The company of a transaction or process of the tenant. */
export async function findCompanyOf(
  db: Db,
  tenantId: CaseScope['tenantId'],
  { kind, id }: SubjectRef,
): Promise<CompanyId | undefined> {
  const [table, key] =
    kind === 'transaction' ? ['transactions', 'transaction_id'] : ['processes', 'process_id'];
  const { rows } = await sql<{ company_id: CompanyId }>`
    SELECT company_id FROM ${sql.table(table)} WHERE tenant_id = ${tenantId} AND ${sql.ref(key)} = ${id}`.execute(
    db,
  );
  return rows[0]?.company_id;
}
