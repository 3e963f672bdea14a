import { readdirSync, readFileSync } from 'node:fs';
import { getPriority } from 'node:os';
import { EngineBusyError, type FaceEngine } from '@titular/face-engine/engine/face-engine.ts';
import { ENGINE_NICENESS } from '@titular/face-engine/engine/lower-priority.ts';
import { startFaceEngine } from '@titular/face-engine/engine/worker-face-engine.ts';
import { euclideanDistance } from '@titular/face-engine/measure/comparison.ts';
import { portraitOf } from '@titular/test-kit/faces/portraits.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { engineProcesses } from './engine-processes.ts';
import { analysedBy, describeEngine } from './engine-suite.ts';

describeEngine('the engine inside', (options) => startFaceEngine({ threads: 1, ...options }));

test('a distance of unlike descriptors is a fault, and one with no number is beyond every threshold', () => {
  expect(() => euclideanDistance(new Float32Array(128), new Float32Array(64))).toThrow();
  expect(euclideanDistance(new Float32Array([Number.NaN]), new Float32Array([0])) <= 1).toBe(false);
});

/** Niceness of every thread of a process. */
function nicenesses(pid: number): number[] {
  return readdirSync(`/proc/${pid}/task`).map((thread) => {
    const stat = readFileSync(`/proc/${pid}/task/${thread}/stat`, 'utf8');
    // After the name, which may hold anything, comes the third field; niceness is the nineteenth (proc_pid_stat(5)).
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19 - 3]);
  });
}

test.runIf(process.platform === 'linux')(
  'processes that measure give way to the one that answers, with every thread they have (R70)',
  async () => {
    const before = engineProcesses();
    const two = await startFaceEngine({ threads: 2 });
    const started = engineProcesses().filter((pid) => !before.includes(pid));
    expect(started).toHaveLength(2);
    for (const pid of started) expect([...new Set(nicenesses(pid))]).toEqual([ENGINE_NICENESS]);
    expect(getPriority()).toBeLessThan(ENGINE_NICENESS);
    await two.close();
  },
);

test('a picture that has waited too long for its turn is refused unmeasured, and the next one is measured (R70)', async () => {
  const hasty = await startFaceEngine({ threads: 1, waitLimitMs: 1 });
  const image = await portraitOf('c');
  const answers = await Promise.allSettled(Array.from({ length: 4 }, () => hasty.analyse(image)));
  expect(answers.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected', 'rejected']);
  for (const answer of answers.slice(1))
    expect(answer).toMatchObject({ reason: expect.any(EngineBusyError) });
  expect((await analysedBy(hasty, image)).faceCount).toBe(1);
  await hasty.close();
});

describe('the pool', () => {
  let engine: FaceEngine;
  beforeAll(async () => {
    engine = await startFaceEngine({ threads: 1 });
  });
  afterAll(() => engine.close());

  test('300 damaged copies break nothing (seed 20261120, R63)', async () => {
    const sound = await portraitOf('c');
    let state = 20_261_120;
    const next = (below: number): number => {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
      return state % below;
    };
    for (let count = 0; count < 300; count += 1) {
      const copy = Buffer.from(sound);
      for (let flips = 0; flips < 8; flips += 1) copy[next(copy.length)] = next(256);
      const analysis = await engine.analyse(copy);
      expect(['analysed', 'refused']).toContain(analysis.kind);
    }
    expect((await analysedBy(engine, sound)).faceCount).toBe(1);
  }, 900_000);

  test('a process that takes too long fails its picture alone and is replaced', async () => {
    const hurried = await startFaceEngine({ threads: 1, jobTimeoutMs: 1 });
    const image = await portraitOf('a');
    await expect(hurried.analyse(image)).rejects.toThrow('took too long');
    await expect(hurried.analyse(image)).rejects.toThrow('took too long');
    await hurried.close();
    expect((await engine.analyse(image)).kind).toBe('analysed');
  });
});
