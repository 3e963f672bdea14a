import { timingSafeEqual } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import type { TemplateId } from '../../kernel/base/id.ts';
import { invariant } from '../../kernel/base/invariant.ts';

/** Faces compared before others may run: some 2 ms of work. */
const SLICE = 8_192;
/** Numbers compared before a face that is farther than the nearest so far is left. */
const STRIDE = 32;
const HASH_BYTES = 32;
const MIN_CAPACITY = 64;
const GROWTH = 1.25;

/** The squared distance of a descriptor to the one that begins at `base`; or, once it is `bound` or more, some number that is as well. */
function squaredDistance(held: Float32Array, base: number, probe: Float32Array, bound: number): number {
  let sum = 0;
  for (let from = 0; from < probe.length; from += STRIDE) {
    const until = Math.min(from + STRIDE, probe.length);
    for (let index = from; index < until; index += 1) {
      const difference = (held[base + index] as number) - (probe[index] as number);
      sum += difference * difference;
    }
    if (sum >= bound) return sum;
  }
  return sum;
}

/** Where each face lies: the place of one that was removed is taken by the next, so that no face moves while a search goes on. */
class Places {
  readonly #ids: (string | undefined)[] = [];
  readonly #placeOf = new Map<string, number>();
  readonly #free: number[] = [];

  get size(): number {
    return this.#placeOf.size;
  }

  /** One more than the last place that was ever taken. */
  get end(): number {
    return this.#ids.length;
  }

  isTaken(place: number): boolean {
    return this.#ids[place] !== undefined;
  }

  find(templateId: TemplateId): number | undefined {
    return this.#placeOf.get(templateId);
  }

  take(templateId: TemplateId): number {
    const place = this.#free.pop() ?? this.#ids.length;
    this.#ids[place] = templateId;
    this.#placeOf.set(templateId, place);
    return place;
  }

  release(templateId: TemplateId, place: number): void {
    this.#placeOf.delete(templateId);
    this.#ids[place] = undefined;
    this.#free.push(place);
  }

  clear(): void {
    this.#placeOf.clear();
    this.#ids.length = 0;
    this.#free.length = 0;
  }
}

/** Descriptors of one length in memory, in one array; what is removed or wiped is overwritten with zeros at once. */
export class FaceIndex {
  readonly #allocate: (length: number) => Float32Array;
  readonly #places = new Places();
  #capacity: number;
  #dimension = 0;
  #descriptors: Float32Array;
  #hashes = new Uint8Array(0);
  #searches = 0;
  #isCleared = false;

  /** Begins with room for so many faces and some more; `allocate` is where its arrays come from. */
  constructor(expectedFaces: number, allocate = (length: number) => new Float32Array(length)) {
    this.#allocate = allocate;
    this.#capacity = Math.max(MIN_CAPACITY, Math.ceil(expectedFaces * GROWTH));
    this.#descriptors = allocate(0);
  }

  /** How many faces it holds. */
  get size(): number {
    return this.#places.size;
  }

  /** Whether `wipe` was called: it takes no face any more, and to search it is a fault. */
  get isCleared(): boolean {
    return this.#isCleared;
  }

  /** Keeps a face, also in place of what was kept under its id; a descriptor of another length is a fault. */
  put(templateId: TemplateId, identityHash: Uint8Array, descriptor: Float32Array): void {
    if (this.#isCleared) return;
    if (this.#dimension === 0) {
      this.#dimension = descriptor.length;
      this.#resize();
    }
    invariant(descriptor.length === this.#dimension, 'the descriptors of one engine version have one length');
    const place = this.#places.find(templateId) ?? this.#places.take(templateId);
    if (place >= this.#capacity) {
      this.#capacity = Math.ceil(this.#capacity * GROWTH) + MIN_CAPACITY;
      this.#resize();
    }
    this.#descriptors.set(descriptor, place * this.#dimension);
    this.#hashes.set(identityHash, place * HASH_BYTES);
  }

  /** Forgets a face, if it is there. */
  remove(templateId: TemplateId): void {
    const place = this.#places.find(templateId);
    if (place === undefined) return;
    this.#descriptors.fill(0, place * this.#dimension, (place + 1) * this.#dimension);
    this.#hashes.fill(0, place * HASH_BYTES, (place + 1) * HASH_BYTES);
    this.#places.release(templateId, place);
  }

  /**
   * The smallest Euclidean distance to a face of an identity that is not excepted, undefined when there is none. Lets others run every
   * few milliseconds: faces that come meanwhile may be left out, those that were there and stay are all compared.
   */
  async findNearest(
    descriptor: Float32Array,
    exceptIdentityHashes: readonly Uint8Array[],
  ): Promise<number | undefined> {
    invariant(!this.#isCleared, 'a memory that was wiped is not searched');
    if (this.size === 0) return undefined;
    invariant(descriptor.length === this.#dimension, 'a face is compared with its like');
    this.#searches += 1;
    try {
      let nearest = Number.POSITIVE_INFINITY;
      for (let from = 0; from < this.#places.end; from += SLICE) {
        if (from > 0) await setImmediate();
        nearest = this.#searchSlice(from, descriptor, exceptIdentityHashes, nearest);
      }
      return nearest === Number.POSITIVE_INFINITY ? undefined : Math.sqrt(nearest);
    } finally {
      this.#searches -= 1;
      if (this.#isCleared && this.#searches === 0) this.#release();
    }
  }

  /** Forgets everything for good, as soon as the searches under way are done. */
  clear(): void {
    this.#isCleared = true;
    if (this.#searches === 0) this.#release();
  }

  #searchSlice(
    from: number,
    probe: Float32Array,
    except: readonly Uint8Array[],
    nearestSoFar: number,
  ): number {
    const until = Math.min(from + SLICE, this.#places.end);
    let nearest = nearestSoFar;
    for (let place = from; place < until; place += 1) {
      if (!this.#places.isTaken(place)) continue;
      const squared = squaredDistance(this.#descriptors, place * this.#dimension, probe, nearest);
      if (squared < nearest && !this.#isOfOneOf(place, except)) nearest = squared;
    }
    return nearest;
  }

  #isOfOneOf(place: number, identityHashes: readonly Uint8Array[]): boolean {
    const own = this.#hashes.subarray(place * HASH_BYTES, (place + 1) * HASH_BYTES);
    return identityHashes.some((hash) => timingSafeEqual(own, hash));
  }

  #resize(): void {
    const [descriptors, hashes] = [this.#descriptors, this.#hashes];
    this.#descriptors = this.#allocate(this.#capacity * this.#dimension);
    this.#hashes = new Uint8Array(this.#capacity * HASH_BYTES);
    this.#descriptors.set(descriptors);
    this.#hashes.set(hashes);
    descriptors.fill(0);
    hashes.fill(0);
  }

  #release(): void {
    this.#descriptors.fill(0);
    this.#hashes.fill(0);
    this.#descriptors = this.#allocate(0);
    this.#hashes = new Uint8Array(0);
    this.#places.clear();
  }
}
