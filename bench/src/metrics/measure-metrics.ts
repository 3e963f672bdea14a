import { findFreePort } from '@titular/test-kit/free-port.ts';
import { ASK_CPU, type Child, type CpuUsage, startChild } from '../harness/child.ts';
import type { Harness } from '../harness/harness.ts';
import { measureHttp } from '../harness/measure-http.ts';
import { readLoad } from '../requests/loads.ts';
import { addReadable } from '../tenants/tenant-messages.ts';

/** Status reads through one service in one round: how many a second, and processor time of its process for each. */
export type Reads = { perSecond: number; cpuMicroseconds: number; failures: number };

/** One round of both services. */
export type MetricsRound = { metered: Reads; plain: Reads };

/** All rounds, and processor time of one scrape. */
export type MetricsResult = { rounds: MetricsRound[]; scrapeMs: number };

type Served = { url: string; child: Child; scrape: () => Promise<void> };

const ROUNDS = 8;
const IDS = 1_000;
const SCRAPES = 20;

async function serve(harness: Harness, program: string, isScraped: boolean): Promise<Served> {
  const [port, operationsPort] = [await findFreePort(), await findFreePort()];
  const settings = {
    ...harness.environment,
    PORT: String(port),
    // Tokens are good for this address.
    TITULAR_PUBLIC_URL: harness.url,
    ...(isScraped ? { TITULAR_OPERATIONS_PORT: String(operationsPort) } : {}),
  };
  const child = await startChild(program, JSON.stringify(settings));
  const scrape = async (): Promise<void> => {
    if (!isScraped) return;
    const response = await fetch(`http://127.0.0.1:${operationsPort}/metrics`);
    if (!(await response.text()).includes('titular_http_requests_total{'))
      throw new Error('the service that is measured with metrics has none');
  };
  return { url: `http://127.0.0.1:${port}`, child, scrape };
}

const total = ({ user, system }: CpuUsage): number => user + system;

/** Loads one service. */
async function measureReads(
  { child }: Served,
  load: Parameters<typeof measureHttp>[0],
  seconds: number,
): Promise<Reads> {
  const before = total(await child.ask<CpuUsage>(ASK_CPU));
  const { perSecond, failures } = await measureHttp(load, seconds);
  const spent = total(await child.ask<CpuUsage>(ASK_CPU)) - before;
  return { perSecond, failures, cpuMicroseconds: spent / (perSecond * seconds) };
}

/** Scrapes a service that has counted, one time after another. */
async function measureScrape({ child, scrape }: Served): Promise<number> {
  const before = total(await child.ask<CpuUsage>(ASK_CPU));
  for (let count = 0; count < SCRAPES; count += 1) await scrape();
  return (total(await child.ask<CpuUsage>(ASK_CPU)) - before) / SCRAPES / 1_000;
}

/** Loads the service with metrics and the one without in turn, on one database. */
export async function measureMetrics(harness: Harness, seconds: number): Promise<MetricsResult> {
  const [reader] = harness.tenants;
  if (!reader) throw new Error('the bench needs a tenant');
  const ids = await addReadable(harness, reader, IDS);
  const metered = await serve(harness, 'harness/serve.ts', true);
  const plain = await serve(harness, 'metrics/serve-without-metrics.ts', false);
  const read = (served: Served): Promise<Reads> => {
    const path = (id: string): string => `/api/public/v1/walletid/transactions/${id}`;
    return measureReads(served, readLoad(served.url, path, reader, ids), seconds);
  };
  const rounds: MetricsRound[] = [];
  try {
    for (const served of [metered, plain]) await read(served);
    for (let round = 0; round < ROUNDS; round += 1) {
      const first = round % 2 === 0 ? await read(metered) : undefined;
      const second = await read(plain);
      rounds.push({ metered: first ?? (await read(metered)), plain: second });
    }
    return { rounds, scrapeMs: await measureScrape(metered) };
  } finally {
    await metered.child.stop();
    await plain.child.stop();
  }
}
