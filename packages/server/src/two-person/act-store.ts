import { type Selectable, sql } from 'kysely';
import type { TenantId } from '../kernel/base/id.ts';
import { deleteOlder } from '../kernel/database/batches/delete-older.ts';
import type { Db } from '../kernel/database/connect.ts';
import type { Tables } from '../kernel/database/tables/tables.ts';
import { type Act, replacesOf, type WaitingAct } from './act.ts';
import { createWaitingStore } from './waiting-store.ts';

type Row = Pick<Selectable<Tables['two_person_acts']>, 'act_id' | 'act'>;

/** Acts that wait for a second person, who is never the one that an act is about. */
export const waitingActs = createWaitingStore({
  table: 'two_person_acts',
  id: 'act_id',
  columns: ['act_id', 'act'],
  read: (row: Row) => ({ actId: row.act_id, act: row.act as Act }),
  isFor: (userId) => sql`AND act ->> 'userId' IS DISTINCT FROM ${userId}`,
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
): Promise<Pick<WaitingAct, 'actId' | 'act' | 'expiresAt'> | undefined> {
  const row = await db
    .selectFrom('two_person_acts')
    .select(['act_id', 'act', 'expires_at'])
    .where('tenant_id', '=', tenantId)
    .where('proposed_by', '=', proposedBy)
    .where('about', '=', replacesOf(tenantId, act))
    .executeTakeFirst();
  return row && { actId: row.act_id, act: row.act as Act, expiresAt: row.expires_at };
}

/** Deletes an act that another takes the place of, expired or not. */
export async function deleteReplaced(db: Db, tenantId: TenantId, actId: string): Promise<void> {
  await db
    .deleteFrom('two_person_acts')
    .where('tenant_id', '=', tenantId)
    .where('act_id', '=', actId)
    .execute();
}

/** Deletes acts that nobody approved in time. */
export const deleteOldActs = deleteOlder('two_person_acts', 'expires_at', '<=');
