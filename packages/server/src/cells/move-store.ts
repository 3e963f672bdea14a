import { sql } from 'kysely';
import { OperatorRefusal } from '../audit/index.ts';
import type { TenantId } from '../kernel/base/id.ts';
import type { Db } from '../kernel/database/connect.ts';
import type { MovePhase } from '../kernel/database/tables/tenant-tables.ts';

/** Which deployment of a move a row is of. */
export type Side = 'source' | 'target';

/** A move as a row tells it. */
export type Move = { moveId: string; phase: MovePhase; mark: string; peer: string };

/** The row of one side; at the target, that of the source is a copy which replication brought. */
export async function findMove(db: Db, tenantId: TenantId, side: Side): Promise<Move | undefined> {
  const row = await db
    .selectFrom('tenant_moves')
    .select(['move_id', 'phase', 'mark', 'peer'])
    .where('tenant_id', '=', tenantId)
    .where('side', '=', side)
    .executeTakeFirst();
  return row && { moveId: row.move_id, phase: row.phase, mark: row.mark, peer: row.peer };
}

/** Refuses a move that was begun with another deployment. */
export function requirePeer({ peer }: Move, target: { name: string }): void {
  if (peer === target.name) return;
  throw new OperatorRefusal(
    'forbidden',
    `The tenant moves, or has moved, to ${peer}; this is ${target.name}. Name the same deployment again.`,
  );
}

/** The target's own row of this move; refuses where the target takes part in another move of the tenant. */
export async function findArrival(db: Db, tenantId: TenantId, moveId: string): Promise<Move | undefined> {
  const there = await findMove(db, tenantId, 'target');
  if (there === undefined || there.moveId === moveId) return there;
  throw new OperatorRefusal('forbidden', 'The other deployment takes part in another move of this tenant.');
}

/** The phase of the target's own row, which stays as it is until the caller's database transaction ends. */
export async function lockTargetPhase(trx: Db, tenantId: TenantId): Promise<MovePhase | undefined> {
  const row = await trx
    .selectFrom('tenant_moves')
    .select('phase')
    .where('tenant_id', '=', tenantId)
    .where('side', '=', 'target')
    .forUpdate()
    .executeTakeFirst();
  return row?.phase;
}

/** Notes that a move begins. */
export async function insertMove(
  db: Db,
  move: { tenantId: TenantId; side: Side; moveId: string; phase: MovePhase; peer: string },
): Promise<void> {
  const { tenantId, side, moveId, phase, peer } = move;
  await db
    .insertInto('tenant_moves')
    .values({ tenant_id: tenantId, side, move_id: moveId, phase, peer, closes_at: null })
    .execute();
}

/** Takes a move from one of these phases to another, which forgets an announced instant; false where it is in none of them. */
export async function updatePhase(
  db: Db,
  { tenantId, side }: { tenantId: TenantId; side: Side },
  from: readonly MovePhase[],
  to: MovePhase,
): Promise<boolean> {
  const result = await db
    .updateTable('tenant_moves')
    .set({ phase: to, closes_at: null, mark: sql`mark + 1` })
    .where('tenant_id', '=', tenantId)
    .where('side', '=', side)
    .where('phase', 'in', from)
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

/** Announces that the source serves the tenant until so many milliseconds from now; false where it is not being copied. */
export async function announceClosing(db: Db, tenantId: TenantId, leadMs: number): Promise<boolean> {
  const result = await db
    .updateTable('tenant_moves')
    .set({
      phase: 'closing',
      closes_at: sql`clock_timestamp() + make_interval(secs => ${leadMs / 1_000}::float8)`,
      mark: sql`mark + 1`,
    })
    .where('tenant_id', '=', tenantId)
    .where('side', '=', 'source')
    .where('phase', '=', 'copying')
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

/** Makes the next mark at the source and answers it. */
export async function raiseMark(db: Db, tenantId: TenantId): Promise<string> {
  const row = await db
    .updateTable('tenant_moves')
    .set({ mark: sql`mark + 1` })
    .where('tenant_id', '=', tenantId)
    .where('side', '=', 'source')
    .returning('mark')
    .executeTakeFirstOrThrow();
  return row.mark;
}

/** Waits until nobody writes rows of the tenant any more, and has all fences refuse them from this commit on; false where it was not announced. */
export async function freeze(db: Db, tenantId: TenantId): Promise<boolean> {
  // Who waits here holds up new writers of the tenant, and no others.
  await sql`SELECT set_config('lock_timeout', '3s', true)`.execute(db);
  await sql`SELECT pg_advisory_xact_lock(7483511, hashtext(${tenantId}::uuid::text))`.execute(db);
  return updatePhase(db, { tenantId, side: 'source' }, ['closing'], 'frozen');
}

/** Deletes what a deployment notes of a move, its copy of the other side's row as well. */
export async function deleteMove(db: Db, tenantId: TenantId): Promise<void> {
  await db.deleteFrom('tenant_moves').where('tenant_id', '=', tenantId).execute();
}
