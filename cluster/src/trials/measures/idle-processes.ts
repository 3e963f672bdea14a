import { availableParallelism } from 'node:os';
import { familyMs } from '@titular/test-kit/time/family-times.ts';
import type { Stage } from '../../stage/children.ts';
import { type Pair, startPair } from '../../stage/embedded-pair.ts';
import { addNode, startNodes } from '../../stage/nodes.ts';
import type { Figure, Trial } from '../../trial.ts';
import { calm } from '../faults.ts';

const PROCESSES = 10;
const ENDPOINTS = 10_000;
const DELIVERIES_EACH = 5;
const STRETCH_MS = 30_000;
const MAX_SHARE = 5;

/** What idle processes cost the database: its share of all cores in percent, commits and bytes of WAL a second. */
export type IdleCost = { name: string; processes: number; share: number; commits: number; walBytes: number };

/** Endpoints of the demo's company, each with deliveries that failed before and are due again tomorrow. */
const BACKLOG = [
  `CREATE TEMP TABLE made AS SELECT gen_random_uuid() AS endpoint_id FROM generate_series(1, ${ENDPOINTS})`,
  `INSERT INTO webhook_endpoints (tenant_id, endpoint_id, company_id, url, sealed_secret)
   SELECT c.tenant_id, made.endpoint_id, c.company_id, 'https://receiver.example/', ''
   FROM made CROSS JOIN (SELECT tenant_id, company_id FROM companies LIMIT 1) AS c`,
  `WITH numbered AS (
     INSERT INTO events (tenant_id, event_id, company_id, type, created_at)
     SELECT c.tenant_id, gen_random_uuid(), c.company_id, 'transaction.finished', now()
     FROM generate_series(1, ${DELIVERIES_EACH}) CROSS JOIN (SELECT tenant_id, company_id FROM companies LIMIT 1) AS c
     RETURNING tenant_id, event_id
   )
   INSERT INTO deliveries (tenant_id, delivery_id, event_id, endpoint_id, attempts, next_attempt_at)
   SELECT tenant_id, gen_random_uuid(), event_id, endpoint_id, 4, now() + interval '1 day' FROM numbered CROSS JOIN made`,
  'ANALYZE deliveries, webhook_endpoints, events',
];

const COUNTERS = `
  SELECT (SELECT xact_commit FROM pg_stat_database WHERE datname = 'titular')::float8 AS commits,
    (SELECT wal_bytes FROM pg_stat_wal)::float8 AS wal`;

async function measure(stage: Stage, { primary }: Pair, name: string, processes: number): Promise<IdleCost> {
  await calm(stage);
  const read = async () => ({ ...(await primary.query(COUNTERS))[0], ms: familyMs(primary.process.pid) });
  const [before, sinceMs] = [await read(), performance.now()];
  await calm(stage, STRETCH_MS);
  const [after, elapsedMs] = [await read(), performance.now() - sinceMs];
  const perSecond = (key: 'commits' | 'wal'): number =>
    ((Number(after[key as keyof typeof after]) - Number(before[key as keyof typeof before])) * 1_000) /
    elapsedMs;
  const share = (100 * (after.ms - before.ms)) / elapsedMs / availableParallelism();
  const cost = { name, processes, share, commits: perSecond('commits'), walBytes: perSecond('wal') };
  stage.say(`  ${name}: ${share.toFixed(1)} % of the cores, ${cost.commits.toFixed(1)} commits a second`);
  return cost;
}

/** Tells what idle processes cost, and compares the largest number with what S56 allows. */
export function figuresOfIdle(costs: readonly IdleCost[]): Figure[] {
  const last = costs.at(-1);
  const share = last?.share ?? Number.NaN;
  return [
    ...costs.map(({ name, processes, share: part, commits, walBytes }) => ({
      what: name,
      value: `${part.toFixed(1)} % of all cores; ${commits.toFixed(1)} commits a second, ${(commits / processes).toFixed(1)} a process; ${(walBytes / 1_000).toFixed(1)} kB of WAL a second`,
    })),
    {
      ...{ what: `the database's share of all cores, ${last?.name}`, value: `${share.toFixed(1)} %` },
      ...{ target: `<= ${MAX_SHARE} %`, isMet: share <= MAX_SHARE },
    },
  ];
}

/** Measures what processes cost that have nothing to do, without and with a backlog of webhooks. */
export const idleProcesses: Trial = {
  help: `${PROCESSES} idle processes, ${ENDPOINTS} endpoints with deliveries that wait (S56)`,
  needs: [],
  usual: { rounds: 1, rate: 40 },
  async run(stage) {
    const pair = await startPair(stage);
    const address = pair.addressOf(pair.primary.port);
    const nodes = await startNodes(stage, address, 1);
    const costs = [await measure(stage, pair, 'one process, nothing waits', 1)];
    await pair.primary.run(BACKLOG);
    costs.push(await measure(stage, pair, `one process, ${ENDPOINTS} endpoints wait`, 1));
    while (nodes.processes.length < PROCESSES) await addNode(stage, nodes, address);
    costs.push(await measure(stage, pair, `${PROCESSES} processes, ${ENDPOINTS} endpoints wait`, PROCESSES));
    return { verdicts: {}, figures: figuresOfIdle(costs) };
  },
};
