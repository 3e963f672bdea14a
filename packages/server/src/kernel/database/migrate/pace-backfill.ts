import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';

/** What the slowest standby may have left to replay before a backfill waits for it. */
const MAX_LAG_BYTES = 64 * 1024 * 1024;
const PAUSE_MS = 1_000;

/** Bytes that the slowest standby has not replayed; 0 without one, and where this role does not see it (`pg_read_all_stats`). */
async function readLagBytes(client: pg.ClientBase): Promise<number> {
  const { rows } = await client.query<{ bytes: number }>(
    `SELECT coalesce(max(pg_wal_lsn_diff(pg_current_wal_lsn(), replay_lsn)), 0)::double precision AS bytes
     FROM pg_stat_replication WHERE state = 'streaming'`,
  );
  return rows[0]?.bytes ?? 0;
}

/** Waits until no standby is far behind, and tells how far the slowest is meanwhile. */
export async function paceBackfill(
  client: pg.ClientBase,
  report: (lagBytes: number) => void,
  signal: AbortSignal | undefined,
): Promise<void> {
  for (;;) {
    const lagBytes = await readLagBytes(client);
    if (lagBytes <= MAX_LAG_BYTES) return;
    report(lagBytes);
    await pause(PAUSE_MS, undefined, signal ? { signal } : {});
  }
}
