import { type Kysely, sql } from 'kysely';
import type pg from 'pg';
import type { Log } from '../kernel/base/log.ts';
import type { Db } from '../kernel/database/connect.ts';
import type { Tables } from '../kernel/database/tables/tables.ts';
import { type Relay, startRelay } from '../kernel/jobs/relay.ts';

const BATCH = 500;

/** Milliseconds between two runs: what an entry may wait for others. */
const PAUSE_MS = 50;

/** Gives one batch of entries their places in the chain, in one commit; answers whether there may be more. */
async function sealBatch(db: Db): Promise<boolean> {
  const { rows } = await sql<{
    sealed: number;
  }>`SELECT seal_audit_entries(${BATCH}::integer) AS sealed`.execute(db);
  return rows[0]?.sealed === BATCH;
}

/** Seals every entry that is committed by now; what was changed since it was written shows when the chain is walked. */
export async function sealAuditLog(db: Db): Promise<void> {
  while (await sealBatch(db));
}

async function isWaiting(db: Db): Promise<boolean> {
  const { rows } = await sql<{ is_waiting: boolean }>`
    SELECT EXISTS (SELECT FROM audit_unsealed) AS is_waiting`.execute(db);
  return rows[0]?.is_waiting ?? false;
}

/** Seals what commits on these pools write, and what processes left that died. */
export const startSealer = (db: Kysely<Tables>, pools: readonly pg.Pool[], log: Log): Relay =>
  startRelay({
    ...{ name: 'audit', pools, tables: ['audit_log'], log, isWaiting, pauseMs: PAUSE_MS },
    moveBatch: () => sealBatch(db),
  });
