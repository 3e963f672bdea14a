import { type RawBuilder, sql } from 'kysely';
import type { TenantId } from '../kernel/base/id.ts';
import type { Db } from '../kernel/database/connect.ts';
import type { SubjectId } from '../kernel/database/subject-ref.ts';
import type { SubjectTable } from './subject-table.ts';

/** Whether a status is one in which a capture is awaited; literals, so that every plan sees the partial indexes. */
export const isAwaiting = ({ awaiting }: SubjectTable): RawBuilder<boolean> =>
  sql`status IN (${sql.join(awaiting.map((status) => sql.lit(status)))})`;

/** Keeps until when the next attempt has to begin. */
export async function updateRetry(
  db: Db,
  of: SubjectTable,
  tenantId: TenantId,
  id: SubjectId,
  until: Date,
): Promise<void> {
  await sql`UPDATE ${sql.table(of.table)} SET retry_until = ${until}
    WHERE tenant_id = ${tenantId} AND ${sql.ref(of.id)} = ${id}`.execute(db);
}

/** Moves the time limit of an open subject on, no further than its expiry; a limit that is over, or already later, stays. */
export async function prolongRetry(
  db: Db,
  of: SubjectTable,
  tenantId: TenantId,
  id: SubjectId,
  until: Date,
  now: Date,
): Promise<void> {
  await sql`UPDATE ${sql.table(of.table)} SET retry_until = least(${until}::timestamptz, expires_at)
    WHERE tenant_id = ${tenantId} AND ${sql.ref(of.id)} = ${id} AND ${isAwaiting(of)} AND retry_until > ${now}
      AND retry_until < least(${until}::timestamptz, expires_at)`.execute(db);
}

async function clear(
  db: Db,
  of: SubjectTable,
  [tenantId, id]: readonly [string, string],
  where: RawBuilder<unknown>,
): Promise<boolean> {
  const result = await sql`UPDATE ${sql.table(of.table)} SET retry_until = NULL
    WHERE tenant_id = ${tenantId} AND ${sql.ref(of.id)} = ${id} AND ${isAwaiting(of)} AND ${where}`.execute(
    db,
  );
  return result.numAffectedRows === 1n;
}

/** Lifts the time limit of an open subject, and locks it; false when the limit is over, or the subject no longer open. */
export const liftRetry = (
  db: Db,
  of: SubjectTable,
  tenantId: TenantId,
  id: SubjectId,
  now: Date,
): Promise<boolean> => clear(db, of, [tenantId, id], sql`(retry_until IS NULL OR retry_until > ${now})`);

/** Takes a time limit that is over, so that whoever comes second finds none; false when an attempt has begun meanwhile. */
export const claimOverdueRetry = (
  db: Db,
  of: SubjectTable,
  tenantId: TenantId,
  id: SubjectId,
  now: Date,
): Promise<boolean> => clear(db, of, [tenantId, id], sql`retry_until <= ${now}`);
