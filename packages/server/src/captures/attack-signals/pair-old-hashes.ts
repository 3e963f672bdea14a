import { setTimeout } from 'node:timers/promises';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { AttemptId, TenantId } from '../../kernel/base/id.ts';
import type { Log } from '../../kernel/base/log.ts';
import { type RunTime, startRun, untilNone } from '../../kernel/database/batches/until-none.ts';
import { byIndex } from '../../kernel/database/by-index.ts';
import type { Db } from '../../kernel/database/connect.ts';
import type { Tables } from '../../kernel/database/tables/tables.ts';
import type { OpenDeploymentKey, TenantKeys } from '../../tenants/index.ts';
import { openFaceHash } from './face-hash-store.ts';
import { openImageHash } from './frame-hash-store.ts';
import { facePairsOf, framePairsOf } from './hash-pairs.ts';
import { partsForEarlier } from './hash-parts.ts';

/** What the job needs. */
export type PairingDeps = {
  db: Kysely<Tables>;
  tenantKeys: TenantKeys;
  faceHashKey: OpenDeploymentKey;
  log: Log;
};

const BATCH = 500;

type HashTable = 'frame_prints' | 'face_prints';
type RowKey = { tenant_id: string; attempt_id: string; step: number };
type Row = { tenant_id: TenantId; attempt_id: AttemptId; step: number; sealed_print: Buffer };

const FIRST_ID = '00000000-0000-0000-0000-000000000000';
const FIRST: RowKey = { tenant_id: FIRST_ID, attempt_id: FIRST_ID, step: -1 };

/**
 * Locks rows without pairs, in the order of their key. Those that others delete or change are left to a later run, and those of a tenant
 * that moves to the deployment it moves to, whose job it is then.
 */
async function lockUnpaired(db: Db, table: HashTable, after: RowKey, limit: number): Promise<Row[]> {
  const { rows } = await sql<Row>`
    SELECT tenant_id, attempt_id, step, sealed_print FROM ${sql.table(table)} AS f
    WHERE pairs IS NULL AND (tenant_id, attempt_id, step) >
        (${after.tenant_id}::uuid, ${after.attempt_id}::uuid, ${after.step}::integer)
      AND NOT EXISTS (SELECT FROM tenant_moves m WHERE m.tenant_id = f.tenant_id)
    ORDER BY tenant_id, attempt_id, step LIMIT ${limit} FOR UPDATE OF f SKIP LOCKED`.execute(db);
  return rows;
}

/** Adds pairs to rows, and takes their parts away unless a node of the release before finds them by those. */
const updatePairs = (
  table: HashTable,
  paired: readonly { row: Row; pairs: readonly bigint[] }[],
): RawBuilder<unknown> => {
  const values = paired.map(({ row: { tenant_id, attempt_id, step }, pairs }) => ({
    ...{ tenant_id, attempt_id, step },
    pairs: pairs.map(String),
  }));
  const parts = partsForEarlier(sql`kept.parts`);
  return sql`
    UPDATE ${sql.table(table)} AS kept SET pairs = found.pairs, parts = ${parts}
    FROM json_to_recordset(${JSON.stringify(values)}::json)
      AS found (tenant_id uuid, attempt_id uuid, step integer, pairs bigint[])
    WHERE kept.tenant_id = found.tenant_id AND kept.attempt_id = found.attempt_id AND kept.step = found.step`;
};

/** The pairs of one row of each table. */
const pairsOf: Readonly<Record<HashTable, (deps: PairingDeps, row: Row) => Promise<bigint[]>>> = {
  async frame_prints({ tenantKeys }, row) {
    const key = await tenantKeys(row.tenant_id);
    return framePairsOf(key, openImageHash(key, row));
  },
  async face_prints({ faceHashKey }, { tenant_id, attempt_id: attemptId, step, sealed_print }) {
    const key = await faceHashKey();
    return facePairsOf(key, openFaceHash(key, tenant_id, { attemptId, step }, sealed_print));
  },
};

/** Pairs rows that are locked. One that does not open is told, and passed over in this run; a search would not open it either. */
async function pairRows(deps: PairingDeps, trx: Db, table: HashTable, rows: readonly Row[]): Promise<void> {
  const paired: { row: Row; pairs: bigint[] }[] = [];
  for (const row of rows) {
    try {
      paired.push({ row, pairs: await pairsOf[table](deps, row) });
    } catch (error) {
      deps.log.error(
        { err: error, table, attemptId: row.attempt_id },
        'a hash that does not open is not paired',
      );
    }
  }
  if (paired.length > 0) await updatePairs(table, paired).execute(trx);
}

/** Pairs the rows of one table, a batch a commit; false when the time of the run ended first. */
function pairTable(deps: PairingDeps, table: HashTable, run: RunTime): Promise<boolean> {
  let after = FIRST;
  const pairSome = (limit: number): Promise<number> =>
    byIndex(deps.db, async (trx) => {
      const rows = await lockUnpaired(trx, table, after, limit);
      await pairRows(deps, trx, table, rows);
      after = rows.at(-1) ?? after;
      return rows.length;
    });
  return untilNone(BATCH, pairSome, { rest: setTimeout, ...run });
}

/** Adds pairs to the hashes that nodes of the release before kept, so that they are found as others are; false when some are left. */
export async function pairOldHashes(deps: PairingDeps, run: RunTime = startRun()): Promise<boolean> {
  return (await pairTable(deps, 'frame_prints', run)) && (await pairTable(deps, 'face_prints', run));
}
