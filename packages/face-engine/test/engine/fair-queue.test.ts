import { BoundedQueue } from '@titular/face-engine/engine/bounded-queue.ts';
import { EngineBusyError } from '@titular/face-engine/engine/face-engine.ts';
import { FairQueue, type FrameOwner } from '@titular/face-engine/engine/fair-queue.ts';
import { startFaceEngine } from '@titular/face-engine/engine/worker-face-engine.ts';
import { startHttpFaceEngine } from '@titular/face-engine/http/http-face-engine.ts';
import { emptyFrame, portraitOf } from '@titular/test-kit/faces/portraits.ts';
import { describe, expect, onTestFinished, test } from 'vitest';
import { QUIET } from '../http/quiet-options.ts';
import { answerJson, emptyAnswer, oneFace, startScriptedEngine } from '../http/scripted-engine.ts';

const ownerOf = (tenantId: string, sessionId: string): FrameOwner => ({ tenantId, sessionId });

/** Items named by their owner: `C1.2` is the second of session 1 of tenant C. */
function fill(queue: FairQueue<string>, names: readonly string[]): void {
  for (const name of names) queue.push(name, ownerOf(name.charAt(0), name.charAt(1)));
}

const drain = (queue: FairQueue<string>): string[] =>
  Array.from({ length: queue.size }, () => queue.shift() ?? 'none');

const numbered = (owner: string, count: number): string[] =>
  Array.from({ length: count }, (_, index) => `${owner}.${index + 1}`);

describe('pictures wait in turns of tenants, then of sessions (A-08)', () => {
  test('one link with many delays each other one by a single picture', () => {
    const queue = new FairQueue<string>();
    fill(queue, [...numbered('C1', 5), 'D1.1', 'C2.1', 'D2.1']);
    expect(drain(queue)).toEqual(['C1.1', 'D1.1', 'C2.1', 'D2.1', 'C1.2', 'C1.3', 'C1.4', 'C1.5']);
    expect([queue.size, queue.shift()]).toEqual([0, undefined]);
  });

  test('what is put first comes before all turns, and who has no turn counts as one tenant', () => {
    const queue = new FairQueue<string>();
    queue.push('nobody.1');
    queue.push('nobody.2');
    fill(queue, ['C1.1']);
    queue.putFirst('again');
    expect(drain(queue)).toEqual(['again', 'nobody.1', 'C1.1', 'nobody.2']);
  });

  test('in a full queue the latest of who has most gives way, and nobody to who has as many', () => {
    const queue = new FairQueue<string>();
    fill(queue, [...numbered('C1', 3), 'C2.1']);
    expect(queue.displace(ownerOf('D', '1'))).toBe('C1.3');
    expect(queue.displace(ownerOf('C', '2'))).toBeUndefined();
    expect(queue.displace(ownerOf('C', '3'))).toBe('C1.2');
    expect(queue.displace(ownerOf('C', '3'))).toBeUndefined();
    expect(queue.displace(ownerOf('D', '1'))).toBe('C1.1');
    expect(queue.displace(ownerOf('D', '1'))).toBeUndefined();
    expect(drain(queue)).toEqual(['C2.1']);
  });

  test('what is taken out is gone, and the turns go on', () => {
    const queue = new FairQueue<string>();
    fill(queue, [...numbered('C1', 3), ...numbered('D1', 2)]);
    expect(queue.takeOut((name) => name.endsWith('.1'))).toEqual(['C1.1', 'D1.1']);
    expect(drain(queue)).toEqual(['C1.2', 'D1.2', 'C1.3']);
  });
});

const LIMIT = 4;

/** Lets tenant C fill a line of four behind the work under way, then tenant D come, and tells who was served, in order. */
async function contend(run: (name: string, owner: FrameOwner) => Promise<unknown>): Promise<{
  served: string[];
  refused: string[];
}> {
  const [served, refused]: [string[], string[]] = [[], []];
  const names = [...numbered('C1', LIMIT + 2), 'D1.1'];
  await Promise.all(
    names.map((name) =>
      run(name, ownerOf(name.charAt(0), name.charAt(1))).then(
        () => served.push(name),
        (error: unknown) => {
          expect(error).toBeInstanceOf(EngineBusyError);
          refused.push(name);
        },
      ),
    ),
  );
  return { served, refused };
}

const OUTCOME = {
  served: ['C1.1', 'C1.2', 'D1.1', 'C1.3', 'C1.4'],
  refused: ['C1.6', 'C1.5'],
};

test('the engine inside measures who comes to a full queue of another tenant (A-08, R70)', async () => {
  const engine = await startFaceEngine({ threads: 1, queueLimit: LIMIT });
  onTestFinished(() => engine.close());
  const image = await emptyFrame('wall');
  expect(await contend((_name, owner) => engine.analyse(image, undefined, owner))).toEqual(OUTCOME);
});

test('so does the line before an engine of the operator (A-08, R70)', async () => {
  const line = new BoundedQueue(() => 1, LIMIT);
  const run = (_name: string, owner: FrameOwner) =>
    line.run(async () => undefined, { limitMs: 60_000, owner });
  expect(await contend(run)).toEqual(OUTCOME);
});

const TO_MEASURE = 12;

test('behind an engine of the operator, who comes after many faces of another tenant does not wait for all their meshes (A-08, R70)', async () => {
  const held: [size: number, answer: () => void][] = [];
  const [c, d] = [await portraitOf('a'), await portraitOf('b')];
  const scripted = await startScriptedEngine((response, count) => {
    const answer = (): void => answerJson(response, { ...emptyAnswer, faces: [oneFace] });
    if (count === 0) return answer();
    held.push([scripted.asked[count]?.body.length ?? 0, answer]);
    if (held.length < TO_MEASURE + 1) return;
    // The one of tenant D has a size of its own, and is answered last.
    const isRare = (size: number): boolean => held.filter(([other]) => other === size).length === 1;
    for (const [, answerIt] of held.toSorted(([one], [other]) => Number(isRare(one)) - Number(isRare(other))))
      answerIt();
  });
  const engine = await startHttpFaceEngine({
    ...QUIET,
    ...{ urls: [scripted.url], secret: undefined, atOnce: TO_MEASURE + 1 },
    ...{ callTimeoutMs: 60_000, watchEveryMs: 60_000 },
  });
  onTestFinished(() => engine.close());
  const served: string[] = [];
  await Promise.all(
    [...numbered('C1', TO_MEASURE), 'D1.1'].map(async (name) => {
      const owner = ownerOf(name.charAt(0), name.charAt(1));
      expect(await engine.analyse(owner.tenantId === 'C' ? c : d, undefined, owner)).toMatchObject({
        kind: 'analysed',
        faceCount: 1,
      });
      served.push(name);
    }),
  );
  expect(served.indexOf('D1.1')).toBeLessThan(TO_MEASURE / 2);
});
