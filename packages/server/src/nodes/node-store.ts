import { type Kysely, sql } from 'kysely';
import type { Db } from '../kernel/database/connect.ts';
import type { Tables } from '../kernel/database/tables/tables.ts';
import { lockDeploymentForShareIfBound } from '../tenants/index.ts';

/** A process of the service as its row tells it; `skewSeconds` is positive where its machine's clock is ahead of the database's. */
export type Node = {
  nodeId: string;
  name: string;
  version: string;
  engineVersion: string | undefined;
  /** The version of the second engine; undefined where no change is under way, empty before it first answered. */
  otherEngineVersion: string | undefined;
  masterKeyIds: readonly string[];
  skewSeconds: number;
  /** Whether it answers calls; a worker does not. */
  answersCalls: boolean;
  /** Settings that must be equal on all nodes, by variable; empty for a node of an earlier release. */
  settings: Readonly<Record<string, string>>;
  /** Why it is not ready; empty when it is. */
  causes: readonly string[];
  /** Under what names it holds jobs and deliveries. */
  workNames: readonly string[];
  /** By how many milliseconds a timer was late, at worst since the renewal before. */
  lagMs?: number;
};

/** A node with its times, by the database's clock. */
export type SeenNode = Node & { startedAt: Date; seenAt: Date; isLive: boolean };

/** Seconds without a renewal after which a node counts as gone: three renewals missed. */
export const LIVE_SECONDS = 15;

/** How often a node renews its row. */
export const RENEW_EVERY_MS = 5_000;

const GONE_DAYS = 1;

/** Statements that wrote rows of nodes, in the order in which this process sent them. */
let beats = 0;

/** Writes or renews the row of a node; of two statements the later sent one stands, whichever the server carries out last. */
export async function saveNode(db: Db, node: Node): Promise<void> {
  beats += 1;
  const values = {
    beat: beats,
    name: node.name,
    version: node.version,
    engine_version: node.engineVersion ?? null,
    other_engine_version: node.otherEngineVersion ?? null,
    master_key_ids: [...node.masterKeyIds],
    skew_seconds: node.skewSeconds,
    answers_calls: node.answersCalls,
    // Nodes of the release before leave it out, and are taken into account by who keeps hashes.
    finds_pairs: true,
    // So is it with files of lists, which an erasure ends.
    ends_exports: true,
    // And with notes of the staff, which an erasure deletes.
    erases_notes: true,
    causes: [...node.causes],
    work_names: [...node.workNames],
    lag_ms: node.lagMs ?? null,
    settings: node.settings,
    // What the database takes for the present, whoever writes.
    seen_at: sql<Date>`clock_timestamp()`,
  };
  await db
    .insertInto('nodes')
    .values({ node_id: node.nodeId, ...values })
    .onConflict((conflict) =>
      conflict.column('node_id').doUpdateSet(values).where('nodes.beat', '<', values.beat),
    )
    .execute();
}

/** Writes the first row of a node, while no other process names another master key: a switch of the key sees it, or comes before it. */
export const enterNode = (db: Kysely<Tables>, node: Node): Promise<void> =>
  db.transaction().execute(async (trx) => {
    await lockDeploymentForShareIfBound(trx);
    await saveNode(trx, node);
  });

/** Takes the row of a node away, and up to a hundred of those that went without a word more than a day ago. */
export async function deleteNode(db: Db, nodeId: string): Promise<void> {
  await sql`
    DELETE FROM nodes WHERE node_id = ${nodeId} OR node_id IN (
      SELECT node_id FROM nodes WHERE seen_at < now() - make_interval(days => ${GONE_DAYS}) LIMIT 100)`.execute(
    db,
  );
}

/** All nodes with a row, the oldest first. */
export async function listNodes(db: Db): Promise<SeenNode[]> {
  const rows = await db
    .selectFrom('nodes')
    .select(['node_id', 'name', 'version', 'engine_version', 'other_engine_version', 'master_key_ids'])
    .select(['skew_seconds', 'answers_calls', 'causes', 'work_names', 'settings'])
    .select(['started_at', 'seen_at'])
    .select(sql<boolean>`seen_at > now() - make_interval(secs => ${LIVE_SECONDS})`.as('is_live'))
    .orderBy('started_at')
    .orderBy('node_id')
    .execute();
  return rows.map((row) => ({
    nodeId: row.node_id,
    name: row.name,
    version: row.version,
    engineVersion: row.engine_version ?? undefined,
    otherEngineVersion: row.other_engine_version ?? undefined,
    masterKeyIds: row.master_key_ids,
    skewSeconds: row.skew_seconds,
    answersCalls: row.answers_calls,
    causes: row.causes,
    workNames: row.work_names,
    settings: row.settings,
    startedAt: row.started_at,
    seenAt: row.seen_at,
    isLive: row.is_live,
  }));
}

/** What the database says of itself to a node that asks whether it can work. */
export type DatabaseState = {
  /** The database's time in milliseconds since 1970. */
  databaseMs: number;
  isReadOnly: boolean;
  schema: number;
  lowestKnownSchema: number;
  masterKeyId: string | undefined;
  preparedMasterKeyId: string | undefined;
  /** Live processes that answer calls and go on doing so. */
  callNodes: number;
};

/** Reads the state in one statement; a new connection counts, so what a database or role is set to is looked up, not what this session has. */
export async function readDatabaseState(db: Kysely<Tables>): Promise<DatabaseState> {
  const { rows } = await sql<{
    ms: number;
    is_read_only: boolean;
    schema: number;
    lowest_known_schema: number;
    master_key_id: string | null;
    prepared_master_key_id: string | null;
    call_nodes: number;
  }>`
    SELECT extract(epoch FROM clock_timestamp())::double precision * 1000 AS ms,
      pg_is_in_recovery() OR coalesce((
        SELECT split_part(line, '=', 2)::boolean FROM pg_db_role_setting, unnest(setconfig) AS line
        WHERE line LIKE 'default\_transaction\_read\_only=%'
          AND setdatabase IN (0, (SELECT oid FROM pg_database WHERE datname = current_database()))
          AND setrole IN (0, (SELECT oid FROM pg_roles WHERE rolname = session_user))
        ORDER BY setrole <> 0 DESC, setdatabase <> 0 DESC LIMIT 1
      ), current_setting('transaction_read_only')::boolean) AS is_read_only,
      (SELECT coalesce(max(number), 0) FROM schema_migrations) AS schema,
      coalesce(d.lowest_known_schema, 0) AS lowest_known_schema, d.master_key_id, d.prepared_master_key_id,
      (SELECT count(*)::integer FROM nodes
        WHERE answers_calls AND seen_at > now() - make_interval(secs => ${LIVE_SECONDS})
          AND NOT causes && ARRAY['starting', 'draining']) AS call_nodes
    FROM (SELECT) AS one LEFT JOIN deployment d ON true`.execute(db);
  const [row] = rows;
  return {
    databaseMs: Number(row?.ms),
    isReadOnly: row?.is_read_only ?? true,
    schema: row?.schema ?? 0,
    lowestKnownSchema: row?.lowest_known_schema ?? 0,
    masterKeyId: row?.master_key_id ?? undefined,
    preparedMasterKeyId: row?.prepared_master_key_id ?? undefined,
    callNodes: row?.call_nodes ?? 0,
  };
}

/** The master keys that wrap anything, or will: of a hundred thousand tenants the statement reads every row, so it is not for every second. */
export async function listNeededMasterKeys(db: Db): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    SELECT master_key_id AS id FROM deployment UNION SELECT master_key_id FROM tenants
    UNION SELECT master_key_id FROM signing_keys UNION SELECT master_key_id FROM deployment_keys`.execute(db);
  return rows.map(({ id }) => id);
}
