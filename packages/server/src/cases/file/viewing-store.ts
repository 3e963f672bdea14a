import { sql } from 'kysely';
import { type RecordedAuditEntry, toRecorded } from '../../audit/index.ts';
import type { TenantId, TransactionId } from '../../kernel/base/id.ts';
import type { Db } from '../../kernel/database/connect.ts';

/** Whose viewings of the pictures of which transaction are read; without an actor, everybody's. */
export type ViewingQuery = { tenantId: TenantId; transactionId: TransactionId; actor: string | undefined };

/** Entries of each subject that are gone through, the newest. */
const MAX_VIEWING_ENTRIES = 10_000;

/** Viewings of the transaction's pictures, and of those of the process whose captures were used. */
const viewings = ({ tenantId, transactionId, actor }: ViewingQuery, limit: number) => sql`
  FROM (
    SELECT ${`transaction/${transactionId}`} AS subject
    UNION ALL
    SELECT 'process/' || reference_process_id FROM transactions
    WHERE tenant_id = ${tenantId} AND transaction_id = ${transactionId} AND reference_process_id IS NOT NULL
  ) AS asked CROSS JOIN LATERAL (
    SELECT entry_id, tenant_id, at, actor, action, subject, before, after FROM audit_log
    WHERE tenant_id = ${tenantId} AND subject = asked.subject ORDER BY entry_id DESC LIMIT ${limit}
  ) AS about
  WHERE about.action = 'captures.look' ${actor === undefined ? sql`` : sql`AND about.actor = ${actor}`}`;

/** The newest viewings, newest first. */
export async function listViewings(
  db: Db,
  query: ViewingQuery,
  limit: number,
): Promise<RecordedAuditEntry[]> {
  const { rows } = await sql<Parameters<typeof toRecorded>[0]>`
    SELECT about.* ${viewings(query, MAX_VIEWING_ENTRIES)} ORDER BY about.entry_id DESC LIMIT ${limit}`.execute(
    db,
  );
  return rows.map(toRecorded);
}

/** How many viewings there are. */
export async function countViewings(db: Db, query: ViewingQuery): Promise<number> {
  const { rows } = await sql<{
    count: string;
  }>`SELECT count(*) ${viewings(query, MAX_VIEWING_ENTRIES)}`.execute(db);
  return Number(rows[0]?.count ?? 0);
}
