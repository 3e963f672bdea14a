import { euclideanDistance } from '@titular/face-engine/measure/comparison.ts';
import { DotKernel } from '@titular/server/faces/search/dot-kernel.ts';
import { FaceIndex } from '@titular/server/faces/search/face-index.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { hashOf, randomDescriptor } from './gallery-fixture.ts';

type Face = { identity: number; descriptor: Float32Array };

/** Ids that fall into few slots of a table, and so stand in each other's way. */
const idOf = (number: number): Uint8Array => {
  const id = new Uint8Array(16);
  new DataView(id.buffer).setUint32(12, number % 7, true);
  new DataView(id.buffer).setUint32(0, number, true);
  return id;
};

const descriptors = (length: number) =>
  fc
    .array(fc.float({ min: -1, max: 1, noNaN: true }), { minLength: length, maxLength: length })
    .map((numbers) => Float32Array.from(numbers));

function searchNaively(faces: Iterable<Face>, probe: Float32Array, except: readonly number[] = []) {
  const distances = [...faces]
    .filter(({ identity }) => !except.includes(identity))
    .map(({ descriptor }) => euclideanDistance(descriptor, probe));
  return distances.length === 0 ? undefined : Math.min(...distances);
}

/** A memory whose buffers a test can look into. */
function openIndex() {
  const buffers: ArrayBuffer[] = [];
  const memory = new FaceIndex(new DotKernel(), (bytes) => {
    const buffer = new ArrayBuffer(bytes);
    buffers.push(buffer);
    return buffer;
  });
  const holds = (descriptor: Float32Array): boolean => {
    const bytes = Buffer.from(descriptor.buffer);
    return buffers.some((buffer) => Buffer.from(buffer).includes(bytes));
  };
  return { memory, buffers, holds };
}

const kernel = new DotKernel();

/** Numbers from 0 to 1 by a seed (mulberry32). */
function seededRandom(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    const mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    const more = mixed ^ (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed));
    return ((more ^ (more >>> 14)) >>> 0) / 2 ** 32;
  };
}

describe('faces in memory', () => {
  test.each([4, 40, 128, 512])(
    'a search finds what a naive one finds, after any puts and removals of descriptors of %d numbers',
    (length) => {
      const change = fc.record({
        id: fc.integer({ min: 0, max: 30 }),
        identity: fc.integer({ min: 0, max: 8 }),
        descriptor: descriptors(length),
        removes: fc.boolean(),
      });
      const except = fc.array(fc.integer({ min: 0, max: 8 }), { maxLength: 2 });
      fc.assert(
        fc.property(
          fc.array(change, { maxLength: 60 }),
          descriptors(length),
          except,
          (changes, probe, ids) => {
            const memory = new FaceIndex(kernel);
            const faces = new Map<number, Face>();
            for (const { id, identity, descriptor, removes } of changes) {
              if (removes) {
                memory.remove(idOf(id));
                faces.delete(id);
              } else {
                memory.put(idOf(id), hashOf(identity), descriptor);
                faces.set(id, { identity, descriptor });
              }
            }
            expect(memory.size).toBe(faces.size);
            const expected = searchNaively(faces.values(), probe, ids);
            expect(memory.search(probe, ids.map(hashOf)).nearest?.distance).toBe(expected);
          },
        ),
        { numRuns: 200 },
      );
    },
  );

  test('beyond one chunk, with holes that are filled again, a search finds what a naive one finds, and names it (S27)', () => {
    const seed = Date.now();
    console.log(`seed ${seed}`);
    const random = seededRandom(seed);
    const memory = new FaceIndex(kernel);
    const faces = new Map<number, Face>();
    const put = (id: number) => {
      const face = { identity: id % 200, descriptor: randomDescriptor(random) };
      memory.put(idOf(id), hashOf(face.identity), face.descriptor);
      faces.set(id, face);
    };
    for (let id = 0; id < 5_000; id += 1) put(id);
    for (let id = 0; id < 5_000; id += 3) {
      memory.remove(idOf(id));
      faces.delete(id);
    }
    for (let id = 6_000; id < 9_000; id += 1) put(id);
    expect(memory.size).toBe(faces.size);
    for (let round = 0; round < 20; round += 1) {
      const probe = randomDescriptor(random);
      const found = memory.search(probe, [hashOf(round)]).nearest;
      expect(found?.distance).toBe(searchNaively(faces.values(), probe, [round]));
      const id = new DataView((found?.id ?? new Uint8Array(16)).buffer).getUint32(0, true);
      expect(euclideanDistance(faces.get(id)?.descriptor ?? probe, probe)).toBe(found?.distance);
    }
  });

  test('faces of one descriptor, of zeros, and of the largest numbers are told apart exactly', () => {
    const memory = new FaceIndex(kernel);
    const [zero, large] = [new Float32Array(128), new Float32Array(128).fill(1e6)];
    const near = large.map((value, index) => value + (index === 5 ? 0.125 : 0));
    memory.put(idOf(1), hashOf(1), zero);
    memory.put(idOf(2), hashOf(2), near);
    expect(memory.search(large, []).nearest?.distance).toBe(euclideanDistance(near, large));
    expect(memory.search(zero, []).nearest?.distance).toBe(0);
    expect(memory.search(zero, [hashOf(1)]).nearest?.distance).toBe(euclideanDistance(near, zero));
  });

  test('what is removed, replaced, moved to a larger buffer or wiped stands nowhere any more (R93)', () => {
    const { memory, holds, buffers } = openIndex();
    const given = Array.from({ length: 200 }, () => randomDescriptor());
    for (const [index, descriptor] of given.entries()) memory.put(idOf(index), hashOf(index), descriptor);
    const [first = randomDescriptor(), second = randomDescriptor(), third = randomDescriptor()] = given;
    expect([first, second, third].map(holds)).toEqual([true, true, true]);
    memory.remove(idOf(0));
    memory.put(idOf(1), hashOf(1), randomDescriptor());
    expect([first, second, third].map(holds)).toEqual([false, false, true]);
    memory.clear();
    expect(buffers.every((buffer) => new Uint8Array(buffer).every((byte) => byte === 0))).toBe(true);
    expect(memory.size).toBe(0);
  });

  test('descriptors of another length are a fault', () => {
    const memory = new FaceIndex(kernel);
    expect(memory.search(new Float32Array(4), []).nearest).toBeUndefined();
    memory.put(idOf(1), hashOf(1), new Float32Array(128));
    expect(() => memory.put(idOf(2), hashOf(1), new Float32Array(64))).toThrow('one length');
    expect(() => memory.search(new Float32Array(64), []).nearest).toThrow('its like');
  });
});
