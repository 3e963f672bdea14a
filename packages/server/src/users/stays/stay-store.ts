import { type Selectable, sql } from 'kysely';
import type { TenantId } from '../../kernel/base/id.ts';
import type { Db } from '../../kernel/database/connect.ts';
import type { Tables } from '../../kernel/database/tables/tables.ts';

/** A stay of an operator in a tenant. */
export type Stay = {
  stayId: string;
  tenantId: TenantId;
  userId: string;
  reason: string;
  enteredAt: Date;
  expiresAt: Date;
};

const COLUMNS = [
  'stay_id',
  'operator_stays.tenant_id',
  'user_id',
  'reason',
  'entered_at',
  'expires_at',
] as const;

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

/** Ends the stay of a session that was not ended; undefined where there is none. One that is over ends when it was over. */
export async function endStayOfSession(db: Db, sessionId: string, at: Date): Promise<Stay | undefined> {
  const row = await db
    .updateTable('operator_stays')
    .set({ ended_at: sql<Date>`least(${at}::timestamptz, expires_at)` })
    .where('session_id', '=', sessionId)
    .where('ended_at', 'is', null)
    .returning(COLUMNS)
    .executeTakeFirst();
  return row && toStay(row);
}

/** Ends a stay that goes on, of a tenant where one is given; undefined where there is none. */
export async function endOpenStay(
  db: Db,
  stayId: string,
  at: Date,
  tenantId?: TenantId,
): Promise<Stay | undefined> {
  let ending = db
    .updateTable('operator_stays')
    .set({ ended_at: at })
    .where('stay_id', '=', stayId)
    .where('session_id', 'is not', null)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', at);
  if (tenantId !== undefined) ending = ending.where('operator_stays.tenant_id', '=', tenantId);
  const row = await ending.returning(COLUMNS).executeTakeFirst();
  return row && toStay(row);
}

/** A stay as it is listed: until when, and with the operator's name. */
export type ListedStay = Stay & { name: string; until: Date; isOpen: boolean };

/** Stays of a tenant before one, the newest first. */
export async function listStays(
  db: Db,
  tenantId: TenantId,
  { beforeId, limit, now }: { beforeId: string | undefined; limit: number; now: Date },
): Promise<ListedStay[]> {
  let query = db
    .selectFrom('operator_stays')
    .innerJoin('users', 'users.user_id', 'operator_stays.user_id')
    .select([
      ...(['stay_id', 'tenant_id', 'operator_stays.user_id', 'reason', 'entered_at', 'expires_at'] as const),
      ...(['ended_at', 'session_id', 'users.name'] as const),
    ])
    .where('tenant_id', '=', tenantId);
  if (beforeId !== undefined) query = query.where('stay_id', '<', beforeId);
  const rows = await query.orderBy('stay_id', 'desc').limit(limit).execute();
  return rows.map((row) => ({
    ...toStay(row),
    name: row.name,
    until: row.ended_at ?? row.expires_at,
    isOpen: row.ended_at === null && row.session_id !== null && row.expires_at > now,
  }));
}

/** Deletes up to `limit` stays that were over before a time. */
export async function deleteOldStays(db: Db, before: Date, limit: number): Promise<number> {
  const result = await sql`
    DELETE FROM operator_stays WHERE ctid = ANY (ARRAY(
      SELECT ctid FROM operator_stays WHERE expires_at < ${before} ORDER BY expires_at LIMIT ${limit}))`.execute(
    db,
  );
  return Number(result.numAffectedRows ?? 0n);
}
