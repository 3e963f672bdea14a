import { euclideanDistance } from '@titular/face-engine/measure/comparison.ts';
import { FaceIndex } from '@titular/server/faces/gallery/face-index.ts';
import { asId } from '@titular/test-kit/as-id.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { hashOf, randomDescriptor } from './gallery-fixture.ts';

type Face = { id: string; identity: number; descriptor: Float32Array };

const descriptors = (length: number) =>
  fc
    .array(fc.float({ min: -1, max: 1, noNaN: true }), { minLength: length, maxLength: length })
    .map((numbers) => Float32Array.from(numbers));

function searchNaively(faces: readonly Face[], probe: Float32Array, except: readonly number[]) {
  const distances = faces
    .filter(({ identity }) => !except.includes(identity))
    .map(({ descriptor }) => euclideanDistance(descriptor, probe));
  return distances.length === 0 ? undefined : Math.min(...distances);
}

/** A memory whose arrays a test can look into. */
function openIndex(expectedFaces = 1) {
  const arrays: Float32Array[] = [];
  const memory = new FaceIndex(expectedFaces, (length) => {
    const array = new Float32Array(length);
    arrays.push(array);
    return array;
  });
  const holds = (descriptor: Float32Array): boolean =>
    arrays.some((array) =>
      array.some((_, at) => descriptor.every((value, index) => array[at + index] === value)),
    );
  return { memory, arrays, holds };
}

describe('faces in memory', () => {
  test.each([4, 40, 128])(
    'a search finds what a naive one finds, after any puts and removals of descriptors of %d numbers',
    async (length) => {
      const change = fc.record({
        id: fc.integer({ min: 0, max: 30 }).map(String),
        identity: fc.integer({ min: 0, max: 8 }),
        descriptor: descriptors(length),
        removes: fc.boolean(),
      });
      const except = fc.array(fc.integer({ min: 0, max: 8 }), { maxLength: 2 });
      await fc.assert(
        fc.asyncProperty(
          fc.array(change, { maxLength: 60 }),
          descriptors(length),
          except,
          async (changes, probe, ids) => {
            const memory = new FaceIndex(1);
            const faces = new Map<string, Face>();
            for (const { id, identity, descriptor, removes } of changes) {
              if (removes) {
                memory.remove(asId(id));
                faces.delete(id);
              } else {
                memory.put(asId(id), hashOf(identity), descriptor);
                faces.set(id, { id, identity, descriptor });
              }
            }
            expect(memory.size).toBe(faces.size);
            const expected = searchNaively([...faces.values()], probe, ids);
            expect(await memory.findNearest(probe, ids.map(hashOf))).toBe(expected);
          },
        ),
        { numRuns: 200 },
      );
    },
  );

  test('what is removed, replaced, moved to a larger array or wiped stands nowhere any more (R93)', () => {
    const { memory, holds, arrays } = openIndex();
    const given = Array.from({ length: 200 }, () => randomDescriptor());
    for (const [index, descriptor] of given.entries())
      memory.put(asId(String(index)), hashOf(index), descriptor);
    const [first = randomDescriptor(), second = randomDescriptor(), third = randomDescriptor()] = given;
    expect([first, second, third].map(holds)).toEqual([true, true, true]);
    memory.remove(asId('0'));
    memory.put(asId('1'), hashOf(1), randomDescriptor());
    expect([first, second, third].map(holds)).toEqual([false, false, true]);
    memory.clear();
    expect(arrays.every((array) => array.every((value) => value === 0))).toBe(true);
    expect(memory.size).toBe(0);
  });

  test('a search of many faces lets others run, and finds every face that was there before it and stays', async () => {
    const memory = new FaceIndex(20_000);
    for (let index = 0; index < 20_000; index += 1)
      memory.put(asId(String(index)), hashOf(index % 200), randomDescriptor());
    const probe = randomDescriptor();
    const near = probe.map((value) => value + 0.001);
    memory.put(asId('15000'), hashOf(201), near);
    const searching = memory.findNearest(probe, []);
    // Removals leave holes, additions fill them, and the arrays grow while the search is under way.
    for (let index = 0; index < 5_000; index += 1) memory.remove(asId(String(index)));
    for (let index = 30_000; index < 45_000; index += 1)
      memory.put(asId(String(index)), hashOf(7), randomDescriptor());
    expect(await searching).toBeCloseTo(euclideanDistance(near, probe), 6);
  });

  test('a memory that is wiped during a search is kept for that search alone', async () => {
    const { memory, arrays } = openIndex(20_000);
    for (let index = 0; index < 20_000; index += 1)
      memory.put(asId(String(index)), hashOf(1), randomDescriptor());
    const probe = randomDescriptor();
    memory.put(asId('19999'), hashOf(1), probe);
    const searching = memory.findNearest(probe, []);
    memory.clear();
    memory.put(asId('late'), hashOf(1), probe);
    expect(await searching).toBe(0);
    expect([memory.isCleared, memory.size]).toEqual([true, 0]);
    expect(arrays.every((array) => array.every((value) => value === 0))).toBe(true);
    await expect(memory.findNearest(probe, [])).rejects.toThrow('wiped');
  });

  test('descriptors of another length are a fault', async () => {
    const memory = new FaceIndex(1);
    expect(await memory.findNearest(new Float32Array(4), [])).toBeUndefined();
    memory.put(asId('1'), hashOf(1), new Float32Array(128));
    expect(() => memory.put(asId('2'), hashOf(1), new Float32Array(64))).toThrow('one length');
    await expect(memory.findNearest(new Float32Array(64), [])).rejects.toThrow('its like');
  });
});
