import type { Log } from '../kernel/base/log.ts';
import type { Db } from '../kernel/database/connect.ts';
import { type Difference, listDifferences } from './compare-nodes.ts';
import { listNodes, RENEW_EVERY_MS } from './node-store.ts';

/** Compares the live nodes now and then, and tells the log of each setting that begins to differ, once. */
export function watchDifferences(db: Db, monotonicMs: () => number, log: Log) {
  let comparedAtMs = Number.NEGATIVE_INFINITY;
  let differences: Difference[] = [];

  async function compare(): Promise<void> {
    const found = listDifferences(await listNodes(db));
    for (const { setting, nodes } of found) {
      if (differences.some((one) => one.setting === setting)) continue;
      log.warn(
        { setting, nodes },
        'live nodes differ in what must be equal: npx titular nodes list shows it',
      );
    }
    differences = found;
  }

  return {
    /** Compares unless that was done seconds ago; nodes that cannot be read stay as they were. */
    async refresh(): Promise<void> {
      if (monotonicMs() - comparedAtMs < RENEW_EVERY_MS) return;
      comparedAtMs = monotonicMs();
      await compare().catch((error: unknown) => log.debug({ err: error }, 'nodes could not be compared'));
    },
    differ: () => differences.length > 0,
  };
}
