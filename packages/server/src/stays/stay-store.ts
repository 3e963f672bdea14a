import { type Selectable, sql } from 'kysely';
import type { TenantId } from '../kernel/base/id.ts';
import { deleteOlder } from '../kernel/database/batches/delete-older.ts';
import type { Db } from '../kernel/database/connect.ts';
import type { Tables } from '../kernel/database/tables/tables.ts';

/** A stay of an operator in a tenant. */
export type Stay = {
  stayId: string;
  tenantId: TenantId;
  userId: string;
  reason: string;
  enteredAt: Date;
  expiresAt: Date;
};

type Row = Pick<
  Selectable<Tables['operator_stays']>,
  'stay_id' | 'tenant_id' | 'user_id' | 'reason' | 'entered_at' | 'expires_at'
>;

const toStay = (row: Row): Stay => ({
  stayId: row.stay_id,
  tenantId: row.tenant_id,
  userId: row.user_id,
  reason: row.reason,
  enteredAt: row.entered_at,
  expiresAt: row.expires_at,
});

/** Begins a stay; a session has one that was not ended. */
export async function insertStay(db: Db, stay: Stay & { sessionId: string }): Promise<void> {
  await db
    .insertInto('operator_stays')
    .values({
      stay_id: stay.stayId,
      tenant_id: stay.tenantId,
      user_id: stay.userId,
      session_id: stay.sessionId,
      reason: stay.reason,
      entered_at: stay.enteredAt,
      expires_at: stay.expiresAt,
    })
    .execute();
}

/** The stay of a session that goes on, in a tenant that is on and allows it; of somebody who is an operator by now. */
export async function findOpenStay(
  db: Db,
  sessionId: string,
  now: Date,
): Promise<(Stay & { tenantName: string }) | undefined> {
  const row = await db
    .selectFrom('operator_stays')
    .innerJoin('tenants', 'tenants.tenant_id', 'operator_stays.tenant_id')
    .innerJoin('users', 'users.user_id', 'operator_stays.user_id')
    .select([
      ...(['stay_id', 'operator_stays.tenant_id', 'operator_stays.user_id', 'reason', 'entered_at'] as const),
      ...(['expires_at', 'tenants.name as tenant_name'] as const),
    ])
    .where('session_id', '=', sessionId)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', now)
    .where('tenants.active', '=', true)
    .where('tenants.operator_entry', '=', 'allowed')
    .where('users.is_operator', '=', true)
    .executeTakeFirst();
  return row && { ...toStay(row), tenantName: row.tenant_name };
}

/** Which stays end: those of sessions, all of a tenant, or one, of a tenant where one is given. */
export type Ending =
  | { sessionIds: readonly string[] }
  | { tenantId: TenantId }
  | { stayId: string; tenantId: TenantId | undefined };

function isOf(which: Ending) {
  if ('sessionIds' in which) return sql`session_id = ANY (${[...which.sessionIds]}::uuid[])`;
  if (!('stayId' in which)) return sql`tenant_id = ${which.tenantId}::uuid`;
  const { stayId, tenantId } = which;
  return tenantId === undefined
    ? sql`stay_id = ${stayId}::uuid`
    : sql`stay_id = ${stayId}::uuid AND tenant_id = ${tenantId}::uuid`;
}

/** Ends stays that were not ended, locked in the order of their ids. One that is over ends when it was over. */
export async function endOpenStays(db: Db, which: Ending, at: Date): Promise<Stay[]> {
  const { rows } = await sql<Row>`
    UPDATE operator_stays SET ended_at = least(${at}::timestamptz, expires_at)
    WHERE stay_id = ANY (ARRAY(
      SELECT stay_id FROM operator_stays WHERE ended_at IS NULL AND ${isOf(which)} ORDER BY stay_id FOR UPDATE))
    RETURNING stay_id, tenant_id, user_id, reason, entered_at, expires_at`.execute(db);
  return rows.map(toStay);
}

/** Counts one more view of a stay that goes on; tells how many, undefined where it has ended meanwhile. */
export async function recordView(db: Db, stayId: string, now: Date): Promise<number | undefined> {
  const row = await db
    .updateTable('operator_stays')
    .set(({ eb }) => ({ views: eb('views', '+', 1) }))
    .where('stay_id', '=', stayId)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', now)
    .returning('views')
    .executeTakeFirst();
  return row?.views;
}

/** A stay as it is listed: until when, and with the operator's name. */
export type ListedStay = Stay & { name: string; until: Date; isOpen: boolean };

/** Stays before one by id; with `isOpen` those alone that go on. */
export type StayPage = { beforeId: string | undefined; limit: number; now: Date; isOpen?: boolean };

/** Stays of a tenant before one, the newest first. */
export async function listStays(
  db: Db,
  tenantId: TenantId,
  { beforeId, limit, now, isOpen }: StayPage,
): Promise<ListedStay[]> {
  let query = db
    .selectFrom('operator_stays')
    .innerJoin('users', 'users.user_id', 'operator_stays.user_id')
    .select([
      ...(['stay_id', 'tenant_id', 'operator_stays.user_id', 'reason', 'entered_at', 'expires_at'] as const),
      ...(['ended_at', 'users.name'] as const),
    ])
    .where('tenant_id', '=', tenantId);
  if (beforeId !== undefined) query = query.where('stay_id', '<', beforeId);
  if (isOpen === true) query = query.where('ended_at', 'is', null).where('expires_at', '>', now);
  const rows = await query.orderBy('stay_id', 'desc').limit(limit).execute();
  return rows.map((row) => ({
    ...toStay(row),
    name: row.name,
    until: row.ended_at ?? row.expires_at,
    isOpen: row.ended_at === null && row.expires_at > now,
  }));
}

/** Deletes stays that were over before a time. */
export const deleteOldStays = deleteOlder('operator_stays', 'expires_at');
