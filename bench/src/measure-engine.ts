import { availableParallelism } from 'node:os';
import type { FaceEngine } from '@titular/server/biometrics/face-engine.ts';
import { FRAME_WAIT_LIMIT_MS, startFaceEngine } from '@titular/server/biometrics/worker-face-engine.ts';
import { insertTransaction } from '@titular/server/transactions/transaction-store.ts';
import { portraitOf, turnedFrame } from '@titular/test-kit/faces/portraits.ts';
import { ASK_REST, ASK_SATURATE } from './child.ts';
import type { Ground } from './ground.ts';
import { newRow } from './measure-api.ts';
import { type HttpResult, measureHttp } from './measure-http.ts';
import { measureOverload, type Offered } from './measure-overload.ts';
import { measureLanes } from './measure-sql.ts';
import { plainFaceApi } from './plain-face-api.ts';

/**
 * Faces a second: our engine on all cores, and one plain face-api call at a time on the same picture. 95th percentiles in milliseconds of
 * attempts of six frames, alone and eight at once. A cheap call of the API while the engine rests, and while it is full. Memory of a thread.
 */
export type EngineResult = {
  engine: number;
  plain: number;
  attempt: { aloneP95Ms: number; plainP95Ms: number; atOnceP95Ms: number };
  api: { resting: HttpResult; saturated: HttpResult; facesMeanwhile: number };
  threadMegabytes: number;
  /** Pictures offered at as many times what the engine can measure. */
  offered: Readonly<Record<1 | 2 | 5, Offered>>;
};

const ATTEMPTS_AT_ONCE = 8;
const DEGREES = [0, 20, 0, -20, 0, 10];
const CALLS_PER_SECOND = 100;
const MEGABYTE = 1024 * 1024;

const p95 = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.ceil(values.length * 0.95) - 1] ?? Number.NaN;

type Measure = (image: Uint8Array) => Promise<unknown>;

/** Times of attempts, each frame after the answer to the one before. */
async function attemptTimes(
  frames: readonly Buffer[],
  measure: Measure,
  seconds: number,
  atOnce: number,
): Promise<number[]> {
  const times: number[] = [];
  const attempt = async (): Promise<void> => {
    const startedMs = performance.now();
    for (const frame of frames) await measure(frame);
    times.push(performance.now() - startedMs);
  };
  await measureLanes(attempt, seconds, atOnce);
  return times;
}

async function measureFaces(
  engine: FaceEngine,
  plain: Measure,
  seconds: number,
): Promise<Pick<EngineResult, 'engine' | 'plain' | 'attempt'>> {
  const image = await portraitOf('a');
  const lanes = availableParallelism() * 2;
  const best = { engine: 0, plain: 0 };
  // Twice in turn, the better of each, so that neither pays for warming up.
  for (let round = 0; round < 2; round += 1) {
    best.plain = Math.max(best.plain, await measureLanes(() => plain(image), seconds, 1));
    best.engine = Math.max(best.engine, await measureLanes(() => engine.analyse(image), seconds, lanes));
  }
  const frames = await Promise.all(DEGREES.map((degrees) => turnedFrame('a', degrees)));
  const analyse: Measure = (frame) => engine.analyse(frame);
  const plainP95Ms = p95(await attemptTimes(frames, plain, seconds, 1));
  const aloneP95Ms = p95(await attemptTimes(frames, analyse, seconds, 1));
  const atOnceP95Ms = p95(await attemptTimes(frames, analyse, seconds * 2, ATTEMPTS_AT_ONCE));
  return { ...best, attempt: { aloneP95Ms, plainP95Ms, atOnceP95Ms } };
}

async function measureApiBeside(ground: Ground, seconds: number): Promise<EngineResult['api']> {
  const [tenant] = ground.tenants;
  if (!tenant) throw new Error('the bench needs a tenant');
  const ids: string[] = [];
  await insertTransaction(ground.database.db, tenant.tenantId, newRow(tenant, ids));
  const path = `/api/public/v1/walletid/transactions/${ids[0]}`;
  const headers = { authorization: `Bearer ${tenant.token}` };
  const call = () =>
    measureHttp(
      { url: ground.url, method: 'GET', next: () => ({ path, headers }) },
      seconds,
      CALLS_PER_SECOND,
    );
  await call();
  const resting = await call();
  await ground.server.ask(ASK_SATURATE);
  const saturated = await call();
  const measured = await ground.server.ask<number>(ASK_REST);
  return { resting, saturated, facesMeanwhile: measured / seconds };
}

/** Resident memory that the engine adds to this process, for each thread, once every thread has measured faces. */
async function openMeasured(threads: number): Promise<{ engine: FaceEngine; threadMegabytes: number }> {
  const image = await portraitOf('a');
  const before = process.memoryUsage.rss();
  const engine = await startFaceEngine({ threads });
  await Promise.all(Array.from({ length: threads * 8 }, () => engine.analyse(image)));
  return { engine, threadMegabytes: (process.memoryUsage.rss() - before) / MEGABYTE / threads };
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

/** Measures the engine alone in this process, then a service whose engine is full; `openService` starts that one. */
export async function measureEngine(
  openService: () => Promise<Ground>,
  seconds: number,
): Promise<EngineResult> {
  const { engine, threadMegabytes } = await openMeasured(availableParallelism());
  let faces: Awaited<ReturnType<typeof measureFaces>>;
  try {
    faces = await measureFaces(engine, await plainFaceApi(), seconds);
  } finally {
    await engine.close();
  }
  const offered = await offerTooMany(faces.engine, seconds * 2);
  const api = await measureApiBeside(await openService(), seconds);
  return { ...faces, api, threadMegabytes, offered };
}
