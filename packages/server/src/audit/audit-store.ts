import type { AuditAction } from '@titular/contract';
import { sql } from 'kysely';
import { newId, type TenantId } from '../kernel/base/id.ts';
import type { Db } from '../kernel/database/connect.ts';
import {
  type AuditEntry,
  type AuditRowValues,
  type RecordedAuditEntry,
  type TenantAuditEntry,
  toRecorded,
} from './audit-entry.ts';
import { type AuditFilter, searchAuditEntries } from './audit-search-store.ts';
import type { Operator } from './operator.ts';

const toJson = (value: object | undefined): string | null =>
  value === undefined ? null : JSON.stringify(value);

type NewValues = Omit<RecordedAuditEntry, 'entryId' | 'at' | 'actor'>;

/** Adds an entry in the database transaction of the change itself; action and kind of subject are a row of `AUDIT_ACTIONS`. */
export async function insertAuditEntry<Action extends AuditAction>(
  db: Db,
  { clock, actor }: Pick<Operator, 'clock' | 'actor'>,
  entry: AuditEntry<Action>,
): Promise<void> {
  const { tenantId, action, subject, before, after }: NewValues = entry;
  const at = clock.now();
  await db
    .insertInto('audit_log')
    .values({
      entry_id: newId(at.getTime()),
      tenant_id: tenantId ?? null,
      ...{ at, actor, action, subject },
      ...{ before: toJson(before), after: toJson(after) },
    })
    .execute();
}

/** Adds an entry to the log of a tenant, where one function writes entries of several actions. */
export const insertTenantEntry = (
  db: Db,
  by: Pick<Operator, 'clock' | 'actor'>,
  tenantId: TenantId,
  entry: TenantAuditEntry,
): Promise<void> => insertAuditEntry(db, by, { ...entry, tenantId });

/** The newest `limit` entries of the tenant about some subjects, such as `transaction/<id>`; with an actor, of that actor alone. */
export async function listEntriesAbout(
  db: Db,
  { tenantId, actor }: { tenantId: TenantId; actor?: string | undefined },
  subjects: readonly string[],
  limit: number,
): Promise<RecordedAuditEntry[]> {
  const { rows } = await sql<AuditRowValues>`
    SELECT a.* FROM unnest(${[...subjects]}::text[]) AS asked (subject) CROSS JOIN LATERAL (
      SELECT entry_id, tenant_id, at, actor, action, subject, before, after FROM audit_log
      WHERE tenant_id = ${tenantId} AND subject = asked.subject ${actor === undefined ? sql`` : sql`AND actor = ${actor}`} ORDER BY entry_id DESC LIMIT ${limit}
    ) a ORDER BY a.entry_id DESC LIMIT ${limit}`.execute(db);
  return rows.map(toRecorded);
}

/** The newest entries first, up to `limit`, however many steps that takes. */
export async function listAuditEntries(
  db: Db,
  { limit, ...filter }: AuditFilter & { limit: number },
): Promise<RecordedAuditEntry[]> {
  const listed: RecordedAuditEntry[] = [];
  let beforeId = filter.beforeId;
  do {
    const step = await searchAuditEntries(db, { ...filter, beforeId }, limit - listed.length);
    listed.push(...step.entries);
    beforeId = step.nextId;
  } while (beforeId !== undefined && listed.length < limit);
  return listed;
}
