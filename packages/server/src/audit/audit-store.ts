import { newId, type TenantId } from '../kernel/base/id.ts';
import type { Db } from '../kernel/database/connect.ts';
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
  const rows = await query.execute();
  return rows.map((row) => ({
    entryId: row.entry_id,
    tenantId: row.tenant_id ?? undefined,
    at: row.at,
    actor: row.actor,
    action: row.action,
    subject: row.subject,
    ...(row.before === null ? {} : { before: row.before as object }),
    ...(row.after === null ? {} : { after: row.after as object }),
  }));
}
