import { findFreePort } from '@titular/test-kit/free-port.ts';
import { ASK_CPU, type Child, type CpuUsage, startChild } from '../harness/child.ts';
import { type Harness, limitRate } from '../harness/harness.ts';
import { ASK_BEGIN_LOOP, ASK_LOOP, type LoopTimes } from '../harness/loop-watch.ts';
import type { LoadPlan, LoadResult, Message } from '../harness/send-load.ts';
import { addReadable, BARE_PATHS, interleave, mixOf, type Paths, SERVICE_PATHS } from './tenant-messages.ts';

/** How many tenants send at once; the ground must have as many. */
export const TENANTS_AT_ONCE = 120;

/** The open load, in requests a second of all tenants together. */
export const OFFERED_PER_SECOND = 1_000;

/** A flood is this many times the limit of the tenant that sends it. */
export const FLOOD_RATIO = 100;
const FLOODED_LIMIT = 10;
const NEIGHBOUR_PER_SECOND = 100;
const ROUNDS = 3;

/** The mix of all tenants: as much as goes, and at a constant rate, with the memory of the service in megabytes around it. */
export type TenantsResult = {
  full: LoadResult;
  bareFull: LoadResult;
  steady: LoadResult;
  bareSteady: LoadResult;
  /** At half of the constant rate. */
  half: LoadResult;
  /** Processor time of one request of the steady loads, in milliseconds, of the process that serves. */
  cpuMs: number;
  bareCpuMs: number;
  /** The event loop of the service under the steady load. */
  loop: LoopTimes;
  megabytesBefore: number;
  megabytesAfter: number;
};

/** A tenant within its limit, by itself and beside floods, each as the median of several rounds. */
export type NeighbourResult = {
  alone: NeighbourTimes;
  besideFlood: NeighbourTimes;
  /** While the same flood goes to another process of the same machine: what the machine alone costs. */
  besideFloodElsewhere: NeighbourTimes;
};

// What one tenant saw; failures are all answers but 200.
type NeighbourTimes = { p50Ms: number; p99Ms: number; failures: number };

/** Processor time of one answer in milliseconds, above what the idle process takes, and how many answers it was taken from. */
export type FloodCost = { refusalMs: number; refusals: number; acceptances: number; bareMs: number };

type Target = { port: number; process: Child; paths: Paths };

/** The service and a bare Fastify, and two processes to send from. */
export type Stage = {
  service: Target;
  bare: Target;
  first: Child;
  second: Child;
  close(): Promise<void>;
};

/** Starts what sends and what it is compared with. */
export async function openStage(harness: Harness): Promise<Stage> {
  const barePort = await findFreePort();
  const bare = await startChild('harness/serve-bare.ts', String(barePort));
  const [first, second] = [
    await startChild('harness/send-load.ts', ''),
    await startChild('harness/send-load.ts', ''),
  ];
  return {
    service: { port: Number(new URL(harness.url).port), process: harness.server, paths: SERVICE_PATHS },
    bare: { port: barePort, process: bare, paths: BARE_PATHS },
    first,
    second,
    close: async () => {
      await Promise.all([bare, first, second].map((child) => child.stop()));
    },
  };
}

type Shape = { seconds: number; connections: number; ratePerSecond?: number };

const sendFrom = (sender: Child, target: Target, messages: Message[], shape: Shape): Promise<LoadResult> =>
  sender.ask<LoadResult>({ port: target.port, messages, ...shape } satisfies LoadPlan);

/** Answers of the class that begins with `digit`; 0 counts what was not answered. */
export const countClass = ({ byStatus }: LoadResult, digit: number): number =>
  Object.entries(byStatus).reduce(
    (sum, [status, count]) => sum + (Math.floor(Number(status) / 100) === digit ? count : 0),
    0,
  );

async function cpuMs(target: Target): Promise<number> {
  const { user, system } = await target.process.ask<CpuUsage>(ASK_CPU);
  return (user + system) / 1000;
}

/** Measures the mix of all tenants, the bare Fastify under the same load right before. */
export async function measureTenants(
  harness: Harness,
  stage: Stage,
  seconds: number,
): Promise<TenantsResult> {
  const { service, bare, first } = stage;
  const tenants = harness.tenants.slice(0, TENANTS_AT_ONCE);
  const readable: string[][] = [];
  for (const tenant of tenants) readable.push(await addReadable(harness, tenant));
  const load = ({ paths }: Target): Message[] =>
    interleave(tenants.map((tenant, index) => mixOf(tenant, readable[index] ?? [], paths)));
  const connections = TENANTS_AT_ONCE;
  const fullSeconds = Math.max(3, seconds / 6);
  const steady: Shape = { seconds, connections, ratePerSecond: OFFERED_PER_SECOND };
  const full: Shape = { seconds: fullSeconds, connections };
  for (const target of [bare, service]) await sendFrom(first, target, load(target), { ...full, seconds: 2 });
  const megabytesBefore = harness.server.residentMegabytes();
  const bareFull = await sendFrom(first, bare, load(bare), full);
  const fullResult = await sendFrom(first, service, load(service), full);
  const sendSteadily = async (
    target: Target,
    shape: Shape,
  ): Promise<{ result: LoadResult; cpuMs: number }> => {
    const before = await cpuMs(target);
    const result = await sendFrom(first, target, load(target), shape);
    return { result, cpuMs: ((await cpuMs(target)) - before) / result.answered };
  };
  const bareSteady = await sendSteadily(bare, { ...steady, seconds: fullSeconds });
  await service.process.ask<true>(ASK_BEGIN_LOOP);
  const ownSteady = await sendSteadily(service, steady);
  const loop = await service.process.ask<LoopTimes>(ASK_LOOP);
  const half = { ...steady, seconds: seconds / 2, ratePerSecond: OFFERED_PER_SECOND / 2 };
  return {
    bareFull,
    full: fullResult,
    bareSteady: bareSteady.result,
    steady: ownSteady.result,
    half: await sendFrom(first, service, load(service), half),
    bareCpuMs: bareSteady.cpuMs,
    cpuMs: ownSteady.cpuMs,
    loop,
    megabytesBefore,
    megabytesAfter: harness.server.residentMegabytes(),
  };
}

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

const overRounds = (results: readonly LoadResult[]): NeighbourTimes => ({
  p50Ms: median(results.map(({ p50Ms }) => p50Ms)),
  p99Ms: median(results.map(({ p99Ms }) => p99Ms)),
  failures: results.reduce((sum, result) => sum + result.answered - countClass(result, 2), 0),
});

const FLOOD = { connections: 32, ratePerSecond: FLOODED_LIMIT * FLOOD_RATIO };

/** Measures one tenant by itself, beside a flood, and beside a flood that goes elsewhere, in turn; and what the flood costs. */
export async function measureNeighbour(
  harness: Harness,
  stage: Stage,
  seconds: number,
): Promise<{ neighbour: NeighbourResult; cost: FloodCost }> {
  const [greedy, modest] = harness.tenants;
  if (!greedy || !modest) throw new Error('the bench needs two tenants');
  await limitRate(harness.database.db, greedy.tenantId, FLOODED_LIMIT);
  const { service, bare, first, second } = stage;
  const own = mixOf(modest, await addReadable(harness, modest), service.paths);
  const readable = await addReadable(harness, greedy);
  // Of the creates and reads alone: the token endpoint counts for no tenant's rate.
  const flood = ({ paths }: Target): Message[] =>
    mixOf(greedy, readable, paths).filter(({ head }) => head.includes('authorization'));
  const shape: Shape = { seconds, connections: 16, ratePerSecond: NEIGHBOUR_PER_SECOND };
  const send = (): Promise<LoadResult> => sendFrom(first, service, own, shape);
  const beside = async (target: Target): Promise<LoadResult> => {
    const flooding = sendFrom(second, target, flood(target), { ...FLOOD, seconds: seconds + 1 });
    const result = await send();
    await flooding;
    return result;
  };
  const alone: LoadResult[] = [];
  const besideFlood: LoadResult[] = [];
  const elsewhere: LoadResult[] = [];
  for (const target of [service, bare])
    await sendFrom(second, target, flood(target), { ...FLOOD, seconds: 3 });
  for (let round = 0; round < ROUNDS; round += 1) {
    alone.push(await send());
    elsewhere.push(await beside(bare));
    besideFlood.push(await beside(service));
  }
  const neighbour = {
    alone: overRounds(alone),
    besideFlood: overRounds(besideFlood),
    besideFloodElsewhere: overRounds(elsewhere),
  };
  return { neighbour, cost: await measureCost(stage, flood, seconds) };
}

async function measureCost(
  { service, bare, second }: Stage,
  flood: (target: Target) => Message[],
  seconds: number,
): Promise<FloodCost> {
  const spentOn = async (target: Target): Promise<{ ms: number; result: LoadResult }> => {
    const before = await cpuMs(target);
    await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
    const between = await cpuMs(target);
    const result = await sendFrom(second, target, flood(target), { ...FLOOD, seconds });
    const after = await cpuMs(target);
    return { ms: after - between - (between - before), result };
  };
  const onBare = await spentOn(bare);
  const onService = await spentOn(service);
  const refusals = onService.result.byStatus[429] ?? 0;
  return {
    refusalMs: onService.ms / refusals,
    refusals,
    acceptances: countClass(onService.result, 2),
    bareMs: onBare.ms / onBare.result.answered,
  };
}
