import { availableParallelism } from 'node:os';
import type { FaceEngine } from '@titular/face-engine/engine/face-engine.ts';
import { FRAME_WAIT_LIMIT_MS, startFaceEngine } from '@titular/face-engine/engine/worker-face-engine.ts';
import type { AnyId } from '@titular/server/kernel/base/id.ts';
import { insertTransaction } from '@titular/server/transactions/insert-store.ts';
import { portraitOf, turnedFrame } from '@titular/test-kit/faces/portraits.ts';
import { ASK_REST, ASK_SATURATE } from '../harness/child.ts';
import type { Harness } from '../harness/harness.ts';
import type { HttpResult } from '../harness/measure-http.ts';
import { measureLanes } from '../harness/measure-sql.ts';
import { measureSteadily } from '../harness/measure-steady.ts';
import { newRow } from '../requests/loads.ts';
import { readMessage, SERVICE_PATHS } from '../tenants/tenant-messages.ts';
import { cpuMsOf, engineProcessesOf, proportionalMegabytes } from './engine-processes.ts';
import { type CpuResult, type Measure, measureCpu, medianOf, requiredOf } from './measure-cpu.ts';
import { type KillResult, measureKills } from './measure-kills.ts';
import { measureOverload, type Offered } from './measure-overload.ts';
import { plainFaceApi } from './plain-face-api.ts';

/** Faces a second in turn: all checks on every frame, one frame in six as wanted, and one plain face-api call at a time; processor time a face in milliseconds, over all processes. */
type FacesResult = {
  full: number;
  onDemand: number;
  plain: number;
  cpuMs: { full: number; onDemand: number; plain: number };
};

/** 95th percentiles in milliseconds of attempts of six frames: alone, eight at once, and eight at once with one frame as wanted. */
export type AttemptTimes = { aloneP95Ms: number; atOnceP95Ms: number; onDemandAtOnceP95Ms: number };

/**
 * What an engine on all cores does. `attempt` stands beside `before`: WebAssembly and all checks on every frame. A cheap call of the API
 * while the engine rests, and while it is full; memory of the service and of each process of its engine after that load.
 */
export type EngineResult = {
  faces: FacesResult;
  cpu: CpuResult;
  attempt: AttemptTimes;
  before: AttemptTimes;
  api: { resting: HttpResult; saturated: HttpResult; facesMeanwhile: number };
  megabytes: { service: number; engine: number[] };
  kills: KillResult;
  /** Pictures offered at as many times what the engine can measure. */
  offered: Readonly<Record<1 | 2 | 5, Offered>>;
};

const ATTEMPTS_AT_ONCE = 8;
const DEGREES = [0, 20, 0, -20, 0, 10];
const CALLS_PER_SECOND = 100;
const ROUNDS = 5;
const KILLS = 100;

const p95 = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.ceil(values.length * 0.95) - 1] ?? Number.NaN;

/** Times of attempts, each frame after the answer to the one before. */
async function attemptP95Ms(
  frames: readonly Buffer[],
  measure: Measure,
  seconds: number,
  atOnce: number,
): Promise<number> {
  const times: number[] = [];
  const attempt = async (): Promise<void> => {
    const startedMs = performance.now();
    for (const [index, frame] of frames.entries()) await measure(frame, ...requiredOf(index));
    times.push(performance.now() - startedMs);
  };
  await measureLanes(attempt, seconds, atOnce);
  return p95(times);
}

async function measureAttempts(
  engine: FaceEngine,
  frames: readonly Buffer[],
  seconds: number,
): Promise<AttemptTimes> {
  const full: Measure = (image) => engine.analyse(image);
  const onDemand: Measure = (image, required, lastPose) =>
    engine.analyse(image, required, undefined, lastPose);
  return {
    aloneP95Ms: await attemptP95Ms(frames, full, seconds, 1),
    atOnceP95Ms: await attemptP95Ms(frames, full, seconds * 2, ATTEMPTS_AT_ONCE),
    onDemandAtOnceP95Ms: await attemptP95Ms(frames, onDemand, seconds * 2, ATTEMPTS_AT_ONCE),
  };
}

/** Processor time of this process and of its engine so far, in milliseconds. */
function cpuMsSoFar(): number {
  const { user, system } = process.cpuUsage();
  const ofEngine = engineProcessesOf(process.pid).reduce((sum, pid) => sum + cpuMsOf(pid), 0);
  return (user + system) / 1000 + ofEngine;
}

/** Rounds in turn and the medians of them, so that neither pays for warming up, and whatever else runs slows down all alike. */
async function measureFaces(
  engine: FaceEngine,
  plain: Measure,
  frames: readonly Buffer[],
  seconds: number,
): Promise<FacesResult> {
  const variants: Readonly<Record<'plain' | 'full' | 'onDemand', [measure: Measure, lanes: number]>> = {
    plain: [plain, 1],
    full: [(image) => engine.analyse(image), availableParallelism() * 2],
    onDemand: [
      (image, required, lastPose) => engine.analyse(image, required, undefined, lastPose),
      availableParallelism() * 2,
    ],
  };
  const speeds = { plain: [] as number[], full: [] as number[], onDemand: [] as number[] };
  const cpuMs = { plain: [] as number[], full: [] as number[], onDemand: [] as number[] };
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const name of ['plain', 'full', 'onDemand'] as const) {
      const [measure, lanes] = variants[name];
      let count = 0;
      const beforeMs = cpuMsSoFar();
      const work = (): Promise<unknown> => {
        const index = count++;
        return measure(frames[index % frames.length] as Buffer, ...requiredOf(index));
      };
      speeds[name].push(await measureLanes(work, (seconds * 2) / ROUNDS, lanes));
      cpuMs[name].push((cpuMsSoFar() - beforeMs) / count);
    }
  }
  const medians = (each: typeof speeds): { full: number; onDemand: number; plain: number } => ({
    full: medianOf(each.full),
    onDemand: medianOf(each.onDemand),
    plain: medianOf(each.plain),
  });
  return { ...medians(speeds), cpuMs: medians(cpuMs) };
}

async function measureApiBeside(harness: Harness, seconds: number): Promise<EngineResult['api']> {
  const [tenant] = harness.tenants;
  if (!tenant) throw new Error('the bench needs a tenant');
  const ids: AnyId[] = [];
  await insertTransaction(harness.database.db, newRow(tenant, ids));
  const message = readMessage(tenant, SERVICE_PATHS.read, ids[0] ?? '');
  const call = () => measureSteadily(harness.url, [message], { seconds, ratePerSecond: CALLS_PER_SECOND });
  await call();
  const resting = await call();
  await harness.server.ask(ASK_SATURATE);
  const saturated = await call();
  const measured = await harness.server.ask<number>(ASK_REST);
  return { resting, saturated, facesMeanwhile: measured / seconds };
}

/** Offers pictures to an engine that refuses as that of a service does, at once and more times what it can measure. */
async function offerTooMany(ratePerSecond: number, seconds: number): Promise<EngineResult['offered']> {
  const engine = await startFaceEngine({ threads: availableParallelism(), waitLimitMs: FRAME_WAIT_LIMIT_MS });
  const image = await portraitOf('a');
  const offer = (times: number): Promise<Offered> =>
    measureOverload(engine, image, ratePerSecond * times, seconds);
  try {
    return { 1: await offer(1), 2: await offer(2), 5: await offer(5) };
  } finally {
    await engine.close();
  }
}

/** An engine on all cores, and what is to be known of it before it is closed. */
async function withEngine<Result>(
  runtime: 'auto' | 'wasm',
  use: (engine: FaceEngine) => Promise<Result>,
): Promise<Result> {
  const engine = await startFaceEngine({ threads: availableParallelism(), runtime });
  try {
    return await use(engine);
  } finally {
    await engine.close();
  }
}

const memoryOf = (pid: number): EngineResult['megabytes'] => ({
  service: proportionalMegabytes(pid),
  engine: engineProcessesOf(pid).map(proportionalMegabytes),
});

/** Measures the engine alone, then a service whose engine is full; `openService` starts that one. */
export async function measureEngine(
  openService: () => Promise<Harness>,
  seconds: number,
): Promise<EngineResult> {
  const plain = await plainFaceApi();
  const frames = await Promise.all(DEGREES.map((degrees) => turnedFrame('a', degrees)));
  const cpu = await measureCpu(frames, plain, seconds * 2);
  const before = await withEngine('wasm', (engine) => measureAttempts(engine, frames, seconds));
  const alone = await withEngine('auto', async (engine) => ({
    faces: await measureFaces(engine, plain, frames, seconds),
    attempt: await measureAttempts(engine, frames, seconds),
  }));
  const offered = await offerTooMany(alone.faces.full, seconds * 2);
  const kills = await withEngine('auto', (engine) =>
    measureKills(engine, frames, { kills: KILLS, atOnce: ATTEMPTS_AT_ONCE }),
  );
  const harness = await openService();
  const api = await measureApiBeside(harness, seconds);
  return { ...alone, cpu, before, offered, kills, api, megabytes: memoryOf(harness.server.pid) };
}
