import { createSettable, type Sample } from '../metrics/instruments.ts';
import type { LabelSets, Metric } from '../metrics/metric.ts';
import type { Db } from './connect.ts';

/** A gauge whose samples one statement reads at each scrape; one that fails leaves it without any. */
export type DatabaseGauge = Metric & { readFrom(db: Db): Promise<void>; clear(): void };

/** Makes a gauge that is read from the database at each scrape, by one cheap statement. */
export function createDatabaseGauge<const Sets extends LabelSets>(
  facts: { name: string; help: string; labels: Sets },
  read: (db: Db) => Promise<readonly Sample<Sets>[]>,
): DatabaseGauge {
  const { prom, clear, show } = createSettable(facts);
  return {
    ...facts,
    ...{ kind: 'gauge', prom, clear },
    async readFrom(db) {
      clear();
      show(await read(db));
    },
  };
}
