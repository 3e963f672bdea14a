import { type ChildProcess, spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { getPriority, tmpdir } from 'node:os';
import { join } from 'node:path';
import { EngineBusyError } from '@titular/face-engine/engine/face-engine.ts';
import { ENGINE_NICENESS } from '@titular/face-engine/engine/lower-priority.ts';
import { startFaceEngine } from '@titular/face-engine/engine/worker-face-engine.ts';
import { WorkerPool } from '@titular/face-engine/engine/worker-pool.ts';
import { FRAME_LIMITS } from '@titular/face-engine/image/decode-image.ts';
import { NET_NAMES } from '@titular/face-engine/nets/nets.ts';
import { portraitOf } from '@titular/test-kit/faces/portraits.ts';
import sharp from 'sharp';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { engineProcesses, isRunning } from './engine-processes.ts';
import { analysedBy } from './engine-suite.ts';

async function makeDirectory(): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'titular-test-'));
  onTestFinished(() => rm(directory, { recursive: true, force: true }));
  return directory;
}

/** An engine that is closed with the test, and the numbers of its processes. */
async function start(options: Partial<Parameters<typeof startFaceEngine>[0]> = {}) {
  const before = engineProcesses();
  const engine = await startFaceEngine({ threads: 2, ...options });
  onTestFinished(() => engine.close());
  return { engine, processes: () => engineProcesses().filter((pid) => !before.includes(pid)) };
}

/** A process gives way from when it has its nets: then it is given pictures. */
function hasStarted(pid: number): boolean {
  try {
    return getPriority(pid) === ENGINE_NICENESS;
  } catch {
    return false;
  }
}

/** Small, so that the same sequence comes from the seed on every machine. */
function createRandom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state % below;
  };
}

/** Where the face of `smallPortrait` is. */
const FACE = { x: 120, y: 90, width: 75, height: 80 };

async function smallPortrait() {
  const { data, info } = await sharp(await portraitOf('a'))
    .resize({ width: 320 })
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, pixels: data };
}

/** Two lanes measure without a pause until so many processes were killed; none of what they measure may be lost. */
async function killWhileMeasuring(
  kills: number,
  processes: () => number[],
  measure: () => Promise<boolean>,
): Promise<void> {
  const seed = randomInt(2 ** 31);
  const random = createRandom(seed);
  let killed = 0;
  const measured = [0, 0];
  const lost: unknown[] = [];
  const show = async (lane: 0 | 1): Promise<void> => {
    while (killed < kills) {
      const found = await measure().catch((error: unknown) => error);
      if (found === true) measured[lane] = (measured[lane] ?? 0) + 1;
      else lost.push(found);
    }
  };
  const kill = async (): Promise<void> => {
    while (killed < kills) {
      const before = [...measured];
      // Both pictures under way at the last kill have been measured: what ends two processes is given up for good.
      const areMeasured = () => measured.every((count, lane) => count > (before[lane] ?? 0));
      await expect.poll(areMeasured, { timeout: 60_000, interval: 5 + random(40) }).toBe(true);
      const found = processes().filter(hasStarted);
      const pid = found[random(found.length)];
      if (pid === undefined) continue;
      process.kill(pid, 'SIGKILL');
      killed += 1;
    }
  };
  await Promise.all([show(0), show(1), kill()]);
  expect({ seed, lost }).toEqual({ seed, lost: [] });
  expect(Math.min(...measured)).toBeGreaterThanOrEqual(kills - 1);
}

describe.runIf(process.platform === 'linux')('processes that end', () => {
  test('a hundred of them killed while faces are measured cost no face (R70)', async () => {
    const before = engineProcesses();
    // With two nets of five a process is back in half the time.
    const nets = ['landmarks', 'mesh'] as const;
    const pool = await WorkerPool.start({
      processes: 2,
      settings: { limits: FRAME_LIMITS, nets, runtime: 'native', directory: await makeDirectory() },
      waitLimitMs: 800,
    });
    onTestFinished(() => pool.close());
    const picture = await smallPortrait();
    const processes = () => engineProcesses().filter((pid) => !before.includes(pid));
    const measure = async () => (await pool.run({ kind: 'mesh', picture, box: FACE })) !== undefined;
    await killWhileMeasuring(100, processes, measure);
    expect(pool.problem()).toBeUndefined();
  }, 600_000);

  test('twenty of them killed while whole pictures are measured cost no picture (R70)', async () => {
    const { engine, processes } = await start({ directory: await makeDirectory(), waitLimitMs: 800 });
    const image = await portraitOf('a');
    await killWhileMeasuring(20, processes, async () => (await analysedBy(engine, image)).faceCount === 1);
    expect(engine.problem()).toBeUndefined();
  }, 600_000);

  test('a picture that ends two processes fails alone: those beside it and after it are measured', async () => {
    const { engine, processes } = await start({ threads: 1 });
    const image = await portraitOf('a');
    let isSettled = false;
    const settle = () => {
      isSettled = true;
    };
    const unlucky = engine.analyse(image);
    unlucky.then(settle, settle);
    const behind = engine.analyse(image);
    while (!isSettled) {
      for (const pid of processes().filter(hasStarted)) process.kill(pid, 'SIGKILL');
      await new Promise((resolve) => setImmediate(resolve));
    }
    await expect(unlucky).rejects.toThrow('process of the face engine ended');
    expect(await behind).toMatchObject({ kind: 'analysed', faceCount: 1 });
  }, 360_000);

  test('one at which two processes crash is refused as damaged, so that it counts against who sends it (R63, R85)', async () => {
    let crashes = 0;
    const onProcess = (made: unknown): void => {
      const child = (made as { process: ChildProcess }).process;
      child.on('message', ({ kind }: { kind?: string }) => {
        if (kind === 'begun' && crashes < 2 && child.kill('SIGSEGV')) crashes += 1;
      });
    };
    subscribe('child_process', onProcess);
    onTestFinished(() => void unsubscribe('child_process', onProcess));
    const { engine } = await start({ threads: 1 });
    const image = await portraitOf('a');
    const [crashing, behind] = [engine.analyse(image), engine.analyse(image)];
    expect(await crashing).toEqual({ kind: 'refused', reason: 'damaged' });
    expect(await behind).toMatchObject({ kind: 'analysed', faceCount: 1 });
  }, 360_000);

  test('an interrupt that reaches all processes of the service ends none that measures', async () => {
    const { engine, processes } = await start({ threads: 1 });
    const before = processes();
    const measured = engine.analyse(await portraitOf('a'));
    for (const pid of before) for (const signal of ['SIGINT', 'SIGTERM'] as const) process.kill(pid, signal);
    expect(await measured).toMatchObject({ faceCount: 1 });
    expect(processes()).toEqual(before);
  });

  test('closing leaves none, in the midst of work or without any', async () => {
    const { engine, processes } = await start();
    const begun = engine.analyse(await portraitOf('a'));
    const started = processes();
    expect(started).toHaveLength(2);
    await Promise.all([expect(begun).rejects.toBeInstanceOf(EngineBusyError), engine.close()]);
    expect(started.filter(isRunning)).toEqual([]);
  });

  test('a service that is killed leaves no process behind', async () => {
    const path = join(await makeDirectory(), 'face.jpg');
    await writeFile(path, await portraitOf('a'));
    const service = spawn(process.execPath, [join(import.meta.dirname, 'engine-child.ts'), path], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    onTestFinished(() => void service.kill('SIGKILL'));
    const line = await new Promise<string>((resolve) => {
      service.stdout.setEncoding('utf8').once('data', resolve);
    });
    const workers: number[] = JSON.parse(line);
    expect(workers).toHaveLength(2);
    expect(workers.every(isRunning)).toBe(true);
    service.kill('SIGKILL');
    await expect.poll(() => workers.some(isRunning)).toBe(false);
  });
});

test('which runtime runs is told once, whatever the number of processes', async () => {
  const log = { info: vi.fn(), warn: vi.fn() };
  await start({ runtime: 'wasm', log });
  expect(log.info.mock.calls).toEqual([[{ runtime: 'wasm' }, 'the face engine runs']]);
  expect(log.warn).not.toHaveBeenCalled();
}, 360_000);

/** Ends the first processes with a signal each, before they have run; answers how many processes were made. */
function endFirst(signals: NodeJS.Signals[]): () => number {
  let made = 0;
  const onProcess = (message: unknown): void => {
    const signal = signals[made];
    made += 1;
    if (signal)
      (message as { process: ChildProcess }).process.once('spawn', function end(this: ChildProcess) {
        this.kill(signal);
      });
  };
  subscribe('child_process', onProcess);
  onTestFinished(() => void unsubscribe('child_process', onProcess));
  return () => made;
}

test.each([
  ['one crash that may have been for want of memory', ['SIGABRT'], 'native', 2],
  ['two crashes in a row', ['SIGABRT', 'SIGSEGV'], 'wasm', 3],
  ['an instruction that the processor does not know', ['SIGILL'], 'wasm', 2],
] as const)(
  'after %s at its start an engine goes on with the right runtime (R85)',
  async (_what, signals, runtime, processes) => {
    const log = { info: vi.fn(), warn: vi.fn() };
    const made = endFirst([...signals]);
    await start({ threads: 1, log });
    expect(log.info.mock.calls).toEqual([[{ runtime }, 'the face engine runs']]);
    expect(made()).toBe(processes);
  },
  360_000,
);

test('an engine that has run stays with its runtime, however often a process crashes at its start (R85)', async () => {
  const log = { info: vi.fn(), warn: vi.fn() };
  const { engine, processes } = await start({ threads: 1, log });
  const made = endFirst(['SIGABRT', 'SIGSEGV']);
  const [first] = processes();
  if (first === undefined) throw new Error('the engine has no process');
  process.kill(first, 'SIGKILL');
  expect(await engine.analyse(await portraitOf('a'))).toMatchObject({ kind: 'analysed', faceCount: 1 });
  expect(made()).toBe(3);
  const ended = 'a process of the face engine ended and is replaced';
  expect(log.warn.mock.calls.map(([, text]) => text)).toEqual([ended, ended, ended]);
}, 360_000);

test('pictures wait no longer than they may once a process that ended stays away (R70)', async () => {
  const { engine, processes } = await start({ threads: 2, waitLimitMs: 1, replaceLimitMs: 0 });
  endFirst(Array.from({ length: 1_000 }, () => 'SIGKILL'));
  const [first] = processes();
  if (first === undefined) throw new Error('the engine has no process');
  process.kill(first, 'SIGKILL');
  const image = await portraitOf('a');
  // Whichever process it is given to: once it is measured, the pool knows of the one that ended.
  expect(await engine.analyse(image)).toMatchObject({ kind: 'analysed' });
  const measured = await Promise.allSettled([1, 2, 3].map(() => engine.analyse(image)));
  expect(measured.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  for (const one of measured)
    if (one.status === 'rejected') expect(one.reason).toBeInstanceOf(EngineBusyError);
}, 360_000);

test('a picture that nobody comes after is refused once the only process stays away (R70)', async () => {
  const { engine, processes } = await start({ threads: 1, waitLimitMs: 1, replaceLimitMs: 0 });
  endFirst(Array.from({ length: 1_000 }, () => 'SIGKILL'));
  const [only] = processes();
  if (only === undefined) throw new Error('the engine has no process');
  process.kill(only, 'SIGKILL');
  await expect(engine.analyse(await portraitOf('a'))).rejects.toBeInstanceOf(EngineBusyError);
}, 360_000);

test('processes that cannot load their nets fail the start, and are not left', async () => {
  const before = engineProcesses();
  const starting = WorkerPool.start({
    processes: 2,
    settings: {
      limits: FRAME_LIMITS,
      nets: [...NET_NAMES, 'unknown' as never],
      runtime: 'native',
      directory: undefined,
    },
  });
  await expect(starting).rejects.toThrow('could not load its nets');
  expect(engineProcesses()).toEqual(before);
}, 360_000);
