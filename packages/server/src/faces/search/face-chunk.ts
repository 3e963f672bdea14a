import { timingSafeEqual } from 'node:crypto';
import { type DotKernel, GROUP_CODES } from './dot-kernel.ts';
import { type Quantised, quantise, ROUNDING } from './quantise.ts';
import { ID_BYTES } from './template-table.ts';

/** Bytes of the keyed hash of an identity. */
export const HASH_BYTES = 32;

const META = 3;
const MAX_CODE = 127;
/** Numbers compared before a face that is farther than the nearest so far is left. */
const STRIDE = 32;

/** Numbers of one byte that a face of so many numbers takes. */
export const codesOf = (dimension: number): number => Math.ceil(dimension / GROUP_CODES) * GROUP_CODES;

/** Bytes of a face in a chunk. */
export const faceBytes = (dimension: number): number =>
  4 * dimension + 4 * META + codesOf(dimension) + HASH_BYTES + ID_BYTES;

/** A face that is searched for, also as codes, and the identities whose faces do not count. */
export type Probe = { descriptor: Float32Array; codes: Quantised; except: readonly Uint8Array[] };

/** The nearest face so far: the square of its distance, and its chunk and place in it. Where a `reach` is asked for, also the ids of faces that are no farther. */
export type Found = {
  squared: number;
  chunk: FaceChunk | undefined;
  place: number;
  reach: number | undefined;
  most: number;
  within: Uint8Array[];
};

/** So much beyond the square of the reach is looked at: its root decides, as that of a distance does elsewhere. */
const ROOT_ROUNDING = 1e-9;

/** The square of a distance from which on a face says nothing new. */
function boundOf({ squared, reach, most, within }: Found): number {
  if (reach === undefined || within.length >= most) return squared;
  return Math.max(squared, reach * reach * (1 + ROOT_ROUNDING));
}

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

/** Faces side by side in one buffer: descriptors, their codes of one byte with what bounds these, hashes and ids. */
export class FaceChunk {
  readonly #buffer: ArrayBuffer;
  readonly #dimension: number;
  readonly #descriptors: Float32Array;
  readonly #meta: Float32Array;
  readonly #codes: Int8Array;
  readonly #hashes: Uint8Array;
  readonly #ids: Uint8Array;
  readonly capacity: number;

  constructor(capacity: number, dimension: number, allocate: (bytes: number) => ArrayBuffer) {
    this.capacity = capacity;
    this.#dimension = dimension;
    this.#buffer = allocate(capacity * faceBytes(dimension));
    let at = 0;
    const next = (bytes: number): [ArrayBuffer, number] => {
      const place: [ArrayBuffer, number] = [this.#buffer, at];
      at += bytes;
      return place;
    };
    const codes = codesOf(dimension);
    this.#descriptors = new Float32Array(...next(4 * capacity * dimension), capacity * dimension);
    this.#meta = new Float32Array(...next(4 * META * capacity), META * capacity);
    this.#codes = new Int8Array(...next(capacity * codes), capacity * codes);
    this.#hashes = new Uint8Array(...next(capacity * HASH_BYTES), capacity * HASH_BYTES);
    this.#ids = new Uint8Array(...next(capacity * ID_BYTES), capacity * ID_BYTES);
    for (let place = 0; place < capacity; place += 1) this.#setEmpty(place);
  }

  /** How many bytes it takes. */
  get bytes(): number {
    return this.#buffer.byteLength;
  }

  /** The id at a place. */
  idAt(place: number): Uint8Array {
    return this.#ids.subarray(place * ID_BYTES, (place + 1) * ID_BYTES);
  }

  /** Keeps a face at a place. */
  put(place: number, id: Uint8Array, hash: Uint8Array, descriptor: Float32Array): void {
    const codes = codesOf(this.#dimension);
    const own = this.#codes.subarray(place * codes, (place + 1) * codes);
    const { scale, squaredLength, error } = quantise(descriptor, own, MAX_CODE);
    this.#meta.set([scale, squaredLength, error], place * META);
    this.#descriptors.set(descriptor, place * this.#dimension);
    this.#hashes.set(hash, place * HASH_BYTES);
    this.#ids.set(id, place * ID_BYTES);
  }

  /** Overwrites the face at a place. */
  remove(place: number): void {
    const codes = codesOf(this.#dimension);
    this.#descriptors.fill(0, place * this.#dimension, (place + 1) * this.#dimension);
    this.#codes.fill(0, place * codes, (place + 1) * codes);
    this.#hashes.fill(0, place * HASH_BYTES, (place + 1) * HASH_BYTES);
    this.#ids.fill(0, place * ID_BYTES, (place + 1) * ID_BYTES);
    this.#setEmpty(place);
  }

  /** Takes over the faces of a smaller chunk, which is wiped. */
  takeOver(other: FaceChunk): void {
    this.#descriptors.set(other.#descriptors);
    this.#meta.set(other.#meta);
    this.#codes.set(other.#codes);
    this.#hashes.set(other.#hashes);
    this.#ids.set(other.#ids);
    other.clear();
  }

  /** Overwrites everything. */
  clear(): void {
    new Uint8Array(this.#buffer).fill(0);
  }

  /** Looks in the places from `from` to `until` for a face nearer than the one found, or within reach; only those are compared number by number whose codes allow it. */
  search(from: number, until: number, kernel: DotKernel, probe: Probe, found: Found): void {
    const codes = codesOf(this.#dimension);
    const products = kernel.multiply(this.#codes.subarray(from * codes, until * codes), codes);
    const { scale, squaredLength, error } = probe.codes;
    let reach = Math.sqrt(boundOf(found)) + error;
    for (let place = from, meta = from * META; place < until; place += 1, meta += META) {
      const lengths = (this.#meta[meta + 1] as number) + squaredLength;
      const approximate =
        lengths - 2 * scale * (this.#meta[meta] as number) * (products[place - from] as number);
      const bound = reach + (this.#meta[meta + 2] as number);
      if (approximate >= bound * bound * (1 + ROUNDING) + ROUNDING * lengths) continue;
      if (!this.#compare(place, probe, found)) continue;
      reach = Math.sqrt(boundOf(found)) + error;
    }
  }

  #compare(place: number, { descriptor, except }: Probe, found: Found): boolean {
    const bound = boundOf(found);
    const squared = squaredDistance(this.#descriptors, place * this.#dimension, descriptor, bound);
    if (!(squared < bound) || this.#isOfOneOf(place, except)) return false;
    const isWithin = found.reach !== undefined && Math.sqrt(squared) <= found.reach;
    if (isWithin && found.within.length < found.most) found.within.push(this.idAt(place).slice());
    if (squared < found.squared) [found.squared, found.chunk, found.place] = [squared, this, place];
    return true;
  }

  #isOfOneOf(place: number, identityHashes: readonly Uint8Array[]): boolean {
    const own = this.#hashes.subarray(place * HASH_BYTES, (place + 1) * HASH_BYTES);
    return identityHashes.some((hash) => timingSafeEqual(own, hash));
  }

  /** An infinite length keeps an empty place from being near anything. */
  #setEmpty(place: number): void {
    this.#meta.set([0, Number.POSITIVE_INFINITY, 0], place * META);
  }
}
