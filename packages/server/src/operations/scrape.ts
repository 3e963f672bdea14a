import { collectDefaultMetrics, Registry } from 'prom-client';
import { connect, type Database } from '../kernel/database/connect.ts';
import type { DatabaseAddress } from '../kernel/database/database-address.ts';
import type { DatabaseGauge } from '../kernel/database/database-gauge.ts';
import type { Metric } from '../kernel/metrics/metric.ts';

/** Milliseconds after which a statement of a scrape is given up. */
const STATEMENT_LIMIT_MS = 1_000;
/** Milliseconds after which no further statement is begun. */
const READ_LIMIT_MS = 2_000;

/** Reads all metrics of the process. */
export type Scrape = {
  contentType: string;
  /** The text of Prometheus; those who ask during a scrape share it. */
  read(): Promise<string>;
  close(): Promise<void>;
};

const isDatabaseGauge = (metric: Metric | DatabaseGauge): metric is DatabaseGauge => 'readFrom' in metric;

/** Reads the gauges one after the other; what fails or comes too late is left out. */
async function readGauges(gauges: readonly DatabaseGauge[], { db }: Database): Promise<void> {
  const endMs = performance.now() + READ_LIMIT_MS;
  for (const gauge of gauges) {
    if (performance.now() > endMs) gauge.clear();
    else await gauge.readFrom(db).catch(() => gauge.clear());
  }
}

function openRegistry(): Registry {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  return registry;
}

/** Names of the metrics of Node.js and of its process, which stand beside those of the nouns. */
export const listProcessMetrics = (): string[] =>
  openRegistry()
    .getMetricsAsArray()
    .map(({ name }) => name);

/** Makes a scrape of these metrics and those of Node.js; it has one connection of its own to the database, where the process has one. */
export function createScrape(
  metrics: readonly (Metric | DatabaseGauge)[],
  address: DatabaseAddress | undefined,
): Scrape {
  const registry = openRegistry();
  for (const { prom } of metrics) registry.registerMetric(prom);
  const gauges = metrics.filter(isDatabaseGauge);
  const database = address && connect(address, 1, () => undefined, { limitMs: STATEMENT_LIMIT_MS });
  let underWay: Promise<string> | undefined;
  const read = async (): Promise<string> => {
    if (database) await readGauges(gauges, database);
    return registry.metrics();
  };
  return {
    contentType: registry.contentType,
    read() {
      underWay ??= read().finally(() => {
        underWay = undefined;
      });
      return underWay;
    },
    close: async () => database?.close(),
  };
}
