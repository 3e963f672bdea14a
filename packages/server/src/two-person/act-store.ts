import { sql } from 'kysely';
import type { TenantId } from '../kernel/base/id.ts';
import { deleteOlder } from '../kernel/database/batches/delete-older.ts';
import type { Db } from '../kernel/database/connect.ts';
import { type Act, replacesOf, type WaitingAct } from './act.ts';

type Row = { act_id: string; proposed_by: string; proposed_at: Date; expires_at: Date; act: unknown };

const COLUMNS = [
  'act_id',
  'proposed_by',
  'proposed_at',
  'expires_at',
  'act',
] as const satisfies readonly (keyof Row)[];

const toAct = (row: Row): WaitingAct => ({
  actId: row.act_id,
  proposedBy: row.proposed_by,
  proposedAt: row.proposed_at,
  expiresAt: row.expires_at,
  act: row.act as Act,
});

/** Writes an act that waits, where none of the same account about the same is left. */
export async function insertAct(db: Db, tenantId: TenantId, waiting: WaitingAct): Promise<void> {
  await db
    .insertInto('two_person_acts')
    .values({
      tenant_id: tenantId,
      act_id: waiting.actId,
      proposed_by: waiting.proposedBy,
      proposed_at: waiting.proposedAt,
      expires_at: waiting.expiresAt,
      about: replacesOf(tenantId, waiting.act),
      act: JSON.stringify(waiting.act),
    })
    .execute();
}

/** What an account proposed earlier about the same, expired or not: one at most, by a unique index. */
export async function findReplaced(
  db: Db,
  tenantId: TenantId,
  { proposedBy, act }: Pick<WaitingAct, 'proposedBy' | 'act'>,
): Promise<WaitingAct | undefined> {
  const row = await db
    .selectFrom('two_person_acts')
    .select(COLUMNS)
    .where('tenant_id', '=', tenantId)
    .where('proposed_by', '=', proposedBy)
    .where('about', '=', replacesOf(tenantId, act))
    .executeTakeFirst();
  return row && toAct(row);
}

/** Deletes an act that another takes the place of, expired or not. */
export async function deleteReplaced(db: Db, tenantId: TenantId, actId: string): Promise<void> {
  await db
    .deleteFrom('two_person_acts')
    .where('tenant_id', '=', tenantId)
    .where('act_id', '=', actId)
    .execute();
}

const waiting = (db: Db, tenantId: TenantId, now: Date) =>
  db
    .selectFrom('two_person_acts')
    .select(COLUMNS)
    .where('tenant_id', '=', tenantId)
    .where('expires_at', '>', now);

/** An act that waits. */
export async function findAct(
  db: Db,
  tenantId: TenantId,
  actId: string,
  now: Date,
): Promise<WaitingAct | undefined> {
  const row = await waiting(db, tenantId, now).where('act_id', '=', actId).executeTakeFirst();
  return row && toAct(row);
}

/** Up to `limit` acts that wait, the newest first, before an id where one is given. */
export async function listActs(
  db: Db,
  tenantId: TenantId,
  now: Date,
  { beforeId, limit }: { beforeId: string | undefined; limit: number },
): Promise<WaitingAct[]> {
  let query = waiting(db, tenantId, now);
  if (beforeId !== undefined) query = query.where('act_id', '<', beforeId);
  const rows = await query.orderBy('act_id', 'desc').limit(limit).execute();
  return rows.map(toAct);
}

/** Takes an act out of the table, so that one alone goes on with it; undefined where there is none, or where `approverId` proposed it. */
export async function takeAct(
  db: Db,
  tenantId: TenantId,
  actId: string,
  { approverId, now }: { approverId: string; now: Date },
): Promise<WaitingAct | undefined> {
  const row = await db
    .deleteFrom('two_person_acts')
    .where('tenant_id', '=', tenantId)
    .where('act_id', '=', actId)
    .where('proposed_by', '<>', approverId)
    .where('expires_at', '>', now)
    .returning(COLUMNS)
    .executeTakeFirst();
  return row && toAct(row);
}

/** Deletes an act that waits, whoever proposed it; undefined where there is none. */
export async function deleteAct(
  db: Db,
  tenantId: TenantId,
  actId: string,
  now: Date,
): Promise<WaitingAct | undefined> {
  const row = await db
    .deleteFrom('two_person_acts')
    .where('tenant_id', '=', tenantId)
    .where('act_id', '=', actId)
    .where('expires_at', '>', now)
    .returning(COLUMNS)
    .executeTakeFirst();
  return row && toAct(row);
}

/** Deletes acts that nobody approved in time. */
export const deleteOldActs = deleteOlder('two_person_acts', 'expires_at', '<=');

/** Of the newest acts that wait, `limit` at most: how many there are, and how many an account may approve as the second person. */
export async function countActs(
  db: Db,
  tenantId: TenantId,
  { userId, now, limit }: { userId: string; now: Date; limit: number },
): Promise<{ seen: number; theirs: number }> {
  const { rows } = await sql<{ seen: number; theirs: number }>`
    SELECT count(*)::int AS seen, count(*) FILTER (WHERE proposed_by <> ${userId} AND act ->> 'userId' IS DISTINCT FROM ${userId})::int AS theirs FROM (
      SELECT proposed_by, act FROM two_person_acts WHERE tenant_id = ${tenantId} AND expires_at > ${now}
      ORDER BY act_id DESC LIMIT ${limit}) waiting`.execute(db);
  return rows[0] ?? { seen: 0, theirs: 0 };
}
