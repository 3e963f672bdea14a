import { familyMs, parentOf } from '@titular/test-kit/time/family-times.ts';
import { sql } from 'kysely';
import { ASK_CPU, type Child, type CpuUsage } from './child.ts';
import type { Harness } from './harness.ts';
import { type HttpResult, type Load, measureHttp } from './measure-http.ts';

/**
 * What a request cost: processor time of the server and of PostgreSQL in milliseconds, bytes of WAL, and database transactions that wrote. Both
 * come from what PostgreSQL knows at once: its statistics are told late by each connection.
 */
export type Cost = { serverMs: number; databaseMs: number; walBytes: number; writes: number };

async function readCost({ database }: Harness, server: Child, postmaster: number): Promise<Cost> {
  const { user, system } = await server.ask<CpuUsage>(ASK_CPU);
  const { rows } = await sql<{ wal: string; writes: string }>`
    SELECT (pg_current_wal_insert_lsn() - '0/0')::text AS wal,
      pg_snapshot_xmax(pg_current_snapshot())::text AS writes`.execute(database.db);
  return {
    serverMs: (user + system) / 1_000,
    databaseMs: familyMs(postmaster),
    walBytes: Number(rows[0]?.wal),
    writes: Number(rows[0]?.writes),
  };
}

/** A server, and what is sent to it; `status` is the answer that is expected, 200 if left out. */
export type Loaded = { server: Child; load: Load; status?: number };

/** A load, and what each of its answered requests cost. */
export type Costly = HttpResult & { cost: Cost };

/** Sends a load for some seconds over HTTP, and measures what each answered request cost. */
export async function measureCostly(
  harness: Harness,
  { server, load, status = 200 }: Loaded,
  seconds: number,
): Promise<Costly> {
  const { rows } = await sql<{ pid: number }>`SELECT pg_backend_pid() AS pid`.execute(harness.database.db);
  const postmaster = parentOf(rows[0]?.pid ?? 0);
  const before = await readCost(harness, server, postmaster);
  const result = await measureHttp(load, seconds, status);
  const after = await readCost(harness, server, postmaster);
  const each = (name: keyof Cost): number => (after[name] - before[name]) / result.answered;
  const cost = {
    serverMs: each('serverMs'),
    databaseMs: each('databaseMs'),
    walBytes: each('walBytes'),
    writes: each('writes'),
  };
  return { ...result, cost };
}
