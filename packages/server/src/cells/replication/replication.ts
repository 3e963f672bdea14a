import { sql } from 'kysely';
import type { TenantId } from '../../kernel/base/id.ts';
import type { Db } from '../../kernel/database/connect.ts';
import type { End, MoveDeps } from '../end.ts';
import { TABLE_TRANSFERS, tablesOf } from './table-transfers.ts';

/** SQLSTATE `undefined_object`: no such slot. */
const UNDEFINED_OBJECT = '42704';
const ENDING_MS = 5_000;

/** The one name of publication, slot and subscription of a move. */
const nameOf = (moveId: string): string => `titular_move_${moveId.replaceAll('-', '')}`;

type Ends = Pick<MoveDeps, 'tenantId' | 'source' | 'target' | 'replicateFrom'>;

/** How far the first copies are, and whether the subscription works: one that met an error switches itself off. */
export type SyncState = { tables: number; ready: number; isEnabled: boolean };

async function exists(db: Db, catalog: string, column: string, name: string): Promise<boolean> {
  const { rows } = await sql`SELECT FROM ${sql.table(catalog)} WHERE ${sql.ref(column)} = ${name}`.execute(
    db,
  );
  return rows.length > 0;
}

async function listColumns(db: Db, table: string, without: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    SELECT attname AS name FROM pg_attribute
    WHERE attrelid = ${table}::regclass AND attnum > 0 AND NOT attisdropped ORDER BY attnum`.execute(db);
  return rows.map(({ name }) => name).filter((name) => !without.includes(name));
}

/** What is published: of each table the rows of the tenant, and of the moves the source's own row, which is the mark. */
async function publishedTables(db: Db, tenantId: TenantId): Promise<string[]> {
  const own = `tenant_id = '${tenantId}'`;
  const published: string[] = [`tenant_moves WHERE (${own} AND side = 'source')`];
  for (const table of tablesOf('replicated')) {
    const { without } = TABLE_TRANSFERS[table as keyof typeof TABLE_TRANSFERS];
    const columns = without ? ` (${(await listColumns(db, table, without)).join(', ')})` : '';
    published.push(`${table}${columns} WHERE (${own})`);
  }
  return published;
}

async function ensurePublication({ source, tenantId }: Ends, name: string): Promise<void> {
  if (await exists(source.db, 'pg_publication', 'pubname', name)) return;
  const tables = await publishedTables(source.db, tenantId);
  await sql`CREATE PUBLICATION ${sql.id(name)} FOR TABLE ${sql.raw(tables.join(', '))}
    WITH (publish_via_partition_root = true)`.execute(source.db);
}

async function ensureSlot({ source }: Ends, name: string): Promise<void> {
  if (await exists(source.db, 'pg_replication_slots', 'slot_name', name)) return;
  await sql`SELECT pg_create_logical_replication_slot(${name}, 'pgoutput')`.execute(source.db);
}

async function ensureSubscription({ target, replicateFrom }: Ends, name: string): Promise<void> {
  const subscription = sql.id(name);
  // A query, as the driver prepares nothing without values, and the address must not stand among them.
  if (!(await exists(target.db, 'pg_subscription', 'subname', name)))
    await sql`CREATE SUBSCRIPTION ${subscription} CONNECTION ${sql.lit(replicateFrom)} PUBLICATION ${subscription}
      WITH (create_slot = false, slot_name = ${sql.lit(name)}, enabled = false, disable_on_error = true)`.execute(
      target.db,
    );
  await sql`ALTER SUBSCRIPTION ${subscription} ENABLE`.execute(target.db);
}

/** Sets up what is not there yet, in the order in which each needs the other. */
export async function startReplication(ends: Ends, moveId: string): Promise<void> {
  const name = nameOf(moveId);
  await ensurePublication(ends, name);
  await ensureSlot(ends, name);
  await ensureSubscription(ends, name);
}

/** How far the first copies of the tables have come. */
export async function readSyncState({ db }: Pick<End, 'db'>, moveId: string): Promise<SyncState> {
  const { rows } = await sql<SyncState>`
    SELECT count(r.srrelid)::int AS tables, count(r.srrelid) FILTER (WHERE r.srsubstate = 'r')::int AS ready,
      coalesce(bool_and(s.subenabled), false) AS "isEnabled"
    FROM pg_subscription s LEFT JOIN pg_subscription_rel r ON r.srsubid = s.oid
    WHERE s.subname = ${nameOf(moveId)}`.execute(db);
  return rows[0] ?? { tables: 0, ready: 0, isEnabled: false };
}

/** Has the target apply nothing more; it goes on with `startReplication`. */
export async function haltReplication({ db }: Pick<End, 'db'>, moveId: string): Promise<void> {
  await sql`ALTER SUBSCRIPTION ${sql.id(nameOf(moveId))} DISABLE`.execute(db);
}

/** Drops the subscription, with its slots where the target reaches the source, or else by itself; answers its slots. */
async function dropSubscription({ db }: Pick<End, 'db'>, name: string): Promise<void> {
  if (!(await exists(db, 'pg_subscription', 'subname', name))) return;
  const subscription = sql.id(name);
  await sql`ALTER SUBSCRIPTION ${subscription} DISABLE`.execute(db);
  try {
    await sql`DROP SUBSCRIPTION ${subscription}`.execute(db);
  } catch {
    await sql`ALTER SUBSCRIPTION ${subscription} SET (slot_name = NONE)`.execute(db);
    await sql`DROP SUBSCRIPTION ${subscription}`.execute(db);
  }
}

async function findSubscriptionId({ db }: Pick<End, 'db'>, name: string): Promise<string> {
  const { rows } = await sql<{
    oid: string;
  }>`SELECT oid::text FROM pg_subscription WHERE subname = ${name}`.execute(db);
  return rows[0]?.oid ?? '0';
}

/** Slots of a move at the source: its own, and those that first copies of tables had for a while. */
async function listSlots({ db }: Pick<End, 'db'>, name: string, subscriptionId: string): Promise<string[]> {
  const { rows } = await sql<{ slot: string }>`
    SELECT slot_name AS slot FROM pg_replication_slots
    WHERE slot_name = ${name} OR slot_name LIKE ${`pg\\_${subscriptionId}\\_sync\\_%`}`.execute(db);
  return rows.map(({ slot }) => slot);
}

const isGone = (error: unknown): boolean => (error as { code?: string }).code === UNDEFINED_OBJECT;

/** Drops a slot, with whoever uses it; one that was still being created is gone with its maker. */
async function dropSlot({ db }: Pick<End, 'db'>, slot: string): Promise<void> {
  await sql`SELECT pg_terminate_backend(active_pid, ${ENDING_MS}) FROM pg_replication_slots
    WHERE slot_name = ${slot} AND active_pid IS NOT NULL`.execute(db);
  await sql`SELECT pg_drop_replication_slot(${slot})`.execute(db).catch((error: unknown) => {
    if (!isGone(error)) throw error;
  });
}

/** Ends replication for good and leaves nothing of it at either side; the subscription goes first, so that nothing that follows at the source reaches the target. */
export async function endReplication(
  { source, target }: Pick<MoveDeps, 'source' | 'target'>,
  moveId: string,
): Promise<void> {
  const name = nameOf(moveId);
  const subscriptionId = await findSubscriptionId(target, name);
  await dropSubscription(target, name);
  for (const slot of await listSlots(source, name, subscriptionId)) await dropSlot(source, slot);
  await sql`DROP PUBLICATION IF EXISTS ${sql.id(name)}`.execute(source.db);
}
