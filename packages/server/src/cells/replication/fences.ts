import { setTimeout } from 'node:timers/promises';
import { sql } from 'kysely';
import type { TenantId } from '../../kernel/base/id.ts';
import type { Db } from '../../kernel/database/connect.ts';
import type { End } from '../end.ts';
import { fencedTables } from './table-transfers.ts';

/** Two triggers a table, as a condition on a row that is deleted names the old one. Writes of other tenants meet the condition alone. */
const FENCES = [
  { suffix: 'delete', on: 'DELETE', row: 'OLD' },
  { suffix: 'write', on: 'INSERT OR UPDATE', row: 'NEW' },
] as const;

const nameOf = (tenantId: TenantId, { suffix }: (typeof FENCES)[number]): string =>
  `moves_${tenantId.replaceAll('-', '')}_${suffix}`;

const LOCK_NOT_AVAILABLE = '55P03';
const DEADLOCK_DETECTED = '40P01';
const TRIES = 60;
const PAUSE_MS = 500;

/** Commits a change of a table; it waits for its lock a second at a time, because writers of every tenant queue behind it. */
async function change(db: End['db'], work: (trx: Db) => Promise<unknown>): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      await db.transaction().execute(async (trx) => {
        await sql`SET LOCAL lock_timeout = '1s'`.execute(trx);
        await work(trx);
      });
      return;
    } catch (error) {
      const { code = '' } = error as { code?: string };
      if (tries === TRIES || ![LOCK_NOT_AVAILABLE, DEADLOCK_DETECTED].includes(code)) throw error;
      await setTimeout(PAUSE_MS);
    }
  }
}

/** The fences of a tenant that stand, as `table trigger`. */
async function listFences(db: Db, tenantId: TenantId): Promise<string[]> {
  const names = FENCES.map((fence) => nameOf(tenantId, fence));
  const { rows } = await sql<{ fence: string }>`
    SELECT c.relname || ' ' || t.tgname AS fence FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid
    WHERE t.tgname = ANY (${names}) AND NOT c.relispartition AND c.relnamespace = 'public'::regnamespace`.execute(
    db,
  );
  return rows.map(({ fence }) => fence);
}

/** Puts up the fences of a tenant, a table at a time; those that stand stay. */
export async function raiseFences({ db }: Pick<End, 'db'>, tenantId: TenantId): Promise<void> {
  const raised = new Set(await listFences(db, tenantId));
  for (const [table, mode] of fencedTables)
    for (const fence of FENCES) {
      const name = nameOf(tenantId, fence);
      if (raised.has(`${table} ${name}`)) continue;
      await change(db, (trx) =>
        sql`CREATE TRIGGER ${sql.id(name)} BEFORE ${sql.raw(fence.on)} ON ${sql.id(table)} FOR EACH ROW
          WHEN (${sql.raw(fence.row)}.tenant_id = ${sql.lit(tenantId)}) EXECUTE FUNCTION fence_moving_tenant(${sql.lit(mode)})`.execute(
          trx,
        ),
      );
    }
}

/** Takes the fences of a tenant down again. */
export async function dropFences({ db }: Pick<End, 'db'>, tenantId: TenantId): Promise<void> {
  for (const raised of await listFences(db, tenantId)) {
    const [table = '', name = ''] = raised.split(' ');
    await change(db, (trx) => sql`DROP TRIGGER IF EXISTS ${sql.id(name)} ON ${sql.id(table)}`.execute(trx));
  }
}

/** Lets the caller's database transaction through the fences of a tenant. */
export async function passFences(trx: Db, tenantId: TenantId): Promise<void> {
  await sql`SELECT set_config('titular.moves_tenant', ${tenantId}, true)`.execute(trx);
}
