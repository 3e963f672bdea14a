import {
  EngineBusyError,
  EngineUnavailableError,
  type FaceEngine,
} from '@titular/face-engine/engine/face-engine.ts';
import type { FrameAnalysis } from '@titular/face-engine/measure/frame-analysis.ts';
import { createOtherMeasures } from '@titular/server/faces/change/other-engine.ts';
import { describe, expect, test } from 'vitest';

type Seen = Extract<FrameAnalysis, { kind: 'analysed' }>;

/** A picture with one face, as an engine describes it. */
function seenAt(x: number, size = 100): Seen {
  const identity = { descriptor: new Float32Array(128).fill(0.1) };
  const face = { box: { x, y: 100, width: 80, height: 100 }, identity };
  return { kind: 'analysed', width: 4 * size, height: 3 * size, faceCount: 1, face } as unknown as Seen;
}

const IMAGE = new Uint8Array(1);
const ownerOf = (tenantId: string) => ({ tenantId, sessionId: 'one' });

/** An engine that answers what a test says, on a clock that the test moves. */
function openOther(version?: string) {
  const state = { ms: 0, asked: 0, answer: (): Promise<FrameAnalysis> => Promise.resolve(seenAt(100)) };
  const engine = {
    version,
    analyse: () => {
      state.asked += 1;
      return state.answer();
    },
  } as unknown as FaceEngine;
  const lines: string[] = [];
  const log = { warn: (_facts: object, words: string) => void lines.push(words) };
  const other = { engine: () => (version === undefined ? undefined : engine), problem: () => undefined };
  const measures = createOtherMeasures(other, 'first/1', { log: log as never, monotonicMs: () => state.ms });
  return { measures, state, lines };
}

describe('the other engine of a change (S26)', () => {
  test('gives its descriptor of the face that the present one saw, under its own version', async () => {
    const { measures } = openOther('second/1');
    const found = await measures.measure(IMAGE, seenAt(100));
    expect(found).toEqual({ engineVersion: 'second/1', descriptor: new Float32Array(128).fill(0.1) });
  });

  test('gives nothing of another face in the picture, whichever picture size it measured at', async () => {
    const { measures, state } = openOther('second/1');
    state.answer = () => Promise.resolve(seenAt(300));
    expect(await measures.measure(IMAGE, seenAt(100))).toBeUndefined();
    state.answer = () => Promise.resolve({ ...seenAt(100), width: 2_000 });
    expect(await measures.measure(IMAGE, seenAt(100))).toBeUndefined();
  });

  test('is left alone for all after it was away three times in a row, which the log tells once, and is asked again by one picture', async () => {
    const { measures, state, lines } = openOther('second/1');
    const ask = (tenantId: string) => measures.measure(IMAGE, seenAt(100), ownerOf(tenantId));
    state.answer = () => Promise.reject(new EngineUnavailableError('away'));
    for (const tenantId of ['one', 'two', 'three']) {
      expect(measures.problem()).toBeUndefined();
      expect(await ask(tenantId)).toBeUndefined();
    }
    expect(measures.problem()).toBeDefined();
    expect(await ask('four')).toBeUndefined();
    expect(state.asked).toBe(3);
    state.ms += 10_001;
    const probed = Promise.withResolvers<FrameAnalysis>();
    state.answer = () => probed.promise;
    const probe = ask('one');
    expect(await ask('two')).toBeUndefined();
    expect(state.asked).toBe(4);
    probed.reject(new EngineUnavailableError('away'));
    expect(await probe).toBeUndefined();
    expect(await ask('two')).toBeUndefined();
    expect(state.asked).toBe(4);
    state.ms += 10_001;
    state.answer = () => Promise.resolve(seenAt(100));
    expect(await ask('two')).toBeDefined();
    expect(await ask('one')).toBeDefined();
    expect(measures.problem()).toBeUndefined();
    expect(lines).toEqual([expect.stringContaining('does not measure'), expect.stringContaining('again')]);
  });

  test.each([
    ['finds it full', () => new EngineBusyError('full')],
    ['waits too long for it', () => new EngineBusyError('late', { isLate: true })],
    ['breaks it', () => new Error('broken')],
  ])('is left alone for the tenant alone that %s, however often', async (_what, fault) => {
    const { measures, state } = openOther('second/1');
    const ask = (tenantId: string) => measures.measure(IMAGE, seenAt(100), ownerOf(tenantId));
    state.answer = () => Promise.reject(fault());
    for (let picture = 0; picture < 10; picture += 1) expect(await ask('one')).toBeUndefined();
    expect(state.asked).toBe(3);
    state.answer = () => Promise.resolve(seenAt(100));
    expect(await ask('two')).toBeDefined();
    expect(await ask('one')).toBeUndefined();
    state.ms += 10_001;
    expect(await ask('one')).toBeDefined();
    expect(await ask('one')).toBeDefined();
  });

  test('keeps no capture waiting when it does not answer at all', async () => {
    const { measures, state } = openOther('second/1');
    state.answer = () => Promise.withResolvers<FrameAnalysis>().promise;
    expect(await measures.measure(IMAGE, seenAt(100))).toBeUndefined();
  });

  test('may be of any version but the present one before it first answered, and of its own alone after that', () => {
    const [unheard, heard] = [openOther(), openOther('second/1')];
    const versions = ['first/1', 'second/1', 'third/1'];
    expect(versions.filter(unheard.measures.isOther)).toEqual(['second/1', 'third/1']);
    expect(versions.filter(heard.measures.isOther)).toEqual(['second/1']);
  });

  test('that was never heard of measures nothing', async () => {
    expect(await openOther().measures.measure(IMAGE, seenAt(100))).toBeUndefined();
  });
});
