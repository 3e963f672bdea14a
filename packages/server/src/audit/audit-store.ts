import { type Selectable, sql } from 'kysely';
import { newId, type TenantId } from '../kernel/base/id.ts';
import type { Db } from '../kernel/database/connect.ts';
import type { Tables } from '../kernel/database/tables/tables.ts';
import type { Operator } from './operator.ts';

/** One change: what was done to what, with the values before and after; never a secret, never a private key. */
export type AuditEntry = {
  tenantId: TenantId | undefined;
  action: string;
  subject: string;
  before?: object;
  after?: object;
};

/** An entry as it is read; times are the service's clock. */
export type RecordedAuditEntry = AuditEntry & { entryId: string; at: Date; actor: string };

const toRecorded = (row: Selectable<Tables['audit_log']>): RecordedAuditEntry => ({
  entryId: row.entry_id,
  tenantId: row.tenant_id ?? undefined,
  at: row.at,
  actor: row.actor,
  action: row.action,
  subject: row.subject,
  ...(row.before === null ? {} : { before: row.before as object }),
  ...(row.after === null ? {} : { after: row.after as object }),
});

const toJson = (value: object | undefined): string | null =>
  value === undefined ? null : JSON.stringify(value);

/** Adds an entry in the database transaction of the change itself. */
export async function insertAuditEntry(
  db: Db,
  { clock, actor }: Pick<Operator, 'clock' | 'actor'>,
  entry: AuditEntry,
): Promise<void> {
  const at = clock.now();
  await db
    .insertInto('audit_log')
    .values({
      entry_id: newId(at.getTime()),
      tenant_id: entry.tenantId ?? null,
      at,
      actor,
      action: entry.action,
      subject: entry.subject,
      before: toJson(entry.before),
      after: toJson(entry.after),
    })
    .execute();
}

/** The newest `limit` entries of the tenant about some subjects, such as `transaction/<id>`. */
export async function listEntriesAbout(
  db: Db,
  tenantId: TenantId,
  subjects: readonly string[],
  limit: number,
): Promise<RecordedAuditEntry[]> {
  const { rows } = await sql<Parameters<typeof toRecorded>[0]>`
    SELECT a.* FROM unnest(${[...subjects]}::text[]) AS asked (subject) CROSS JOIN LATERAL (
      SELECT entry_id, tenant_id, at, actor, action, subject, before, after FROM audit_log
      WHERE tenant_id = ${tenantId} AND subject = asked.subject ORDER BY entry_id DESC LIMIT ${limit}
    ) a ORDER BY a.entry_id DESC LIMIT ${limit}`.execute(db);
  return rows.map(toRecorded);
}

/** The newest entries first, of one tenant or of the whole deployment; `beforeId` goes on where an earlier list ended. */
export async function listAuditEntries(
  db: Db,
  filter: { tenantId?: TenantId | undefined; beforeId?: string | undefined; limit: number },
): Promise<RecordedAuditEntry[]> {
  let query = db
    .selectFrom('audit_log')
    .select(['entry_id', 'tenant_id', 'at', 'actor', 'action', 'subject', 'before', 'after'])
    .orderBy('entry_id', 'desc')
    .limit(filter.limit);
  if (filter.tenantId !== undefined) query = query.where('tenant_id', '=', filter.tenantId);
  if (filter.beforeId !== undefined) query = query.where('entry_id', '<', filter.beforeId);
  return (await query.execute()).map(toRecorded);
}
