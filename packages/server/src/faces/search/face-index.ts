import { invariant } from '../../kernel/base/invariant.ts';
import { DotKernel } from './dot-kernel.ts';
import { codesOf, FaceChunk, type Found } from './face-chunk.ts';
import { type FoundFaces, MAX_WITHIN } from './messages.ts';
import { quantise } from './quantise.ts';
import { TemplateTable } from './template-table.ts';

/** Faces of a chunk; the first grows up to that by doubling. */
const CHUNK = 2_048;
const MIN_CAPACITY = 64;
/** The probe is quantised finer than faces: products of 128 numbers fit into 32 bits. */
const MAX_PROBE_CODE = 8_191;

/** Descriptors of one length in memory, in chunks; what is removed or wiped is overwritten with zeros at once. */
export class FaceIndex {
  readonly #kernel: DotKernel;
  readonly #allocate: (bytes: number) => ArrayBuffer;
  readonly #chunks: FaceChunk[] = [];
  readonly #table = new TemplateTable((place) => this.#chunkOf(place).idAt(place % CHUNK));
  readonly #free: number[] = [];
  #end = 0;
  #dimension = 0;

  /** Searches by a kernel that others may use in between; `allocate` is where its memory comes from. */
  constructor(kernel: DotKernel, allocate = (bytes: number) => new ArrayBuffer(bytes)) {
    this.#kernel = kernel;
    this.#allocate = allocate;
  }

  /** How many faces it holds. */
  get size(): number {
    return this.#table.size;
  }

  /** How many bytes it takes. */
  get bytes(): number {
    return this.#chunks.reduce((sum, chunk) => sum + chunk.bytes, this.#table.bytes);
  }

  /** Keeps a face, also in place of what was kept under its id; a descriptor of another length is a fault. */
  put(id: Uint8Array, identityHash: Uint8Array, descriptor: Float32Array): void {
    if (this.size === 0 && this.#end === 0) this.#dimension = descriptor.length;
    invariant(descriptor.length === this.#dimension, 'the faces of a gallery have descriptors of one length');
    const known = this.#table.find(id);
    const place = known ?? this.#free.pop() ?? this.#addPlace();
    this.#chunkOf(place).put(place % CHUNK, id, identityHash, descriptor);
    if (known === undefined) this.#table.add(id, place);
  }

  /** Deletes a face, if it holds one under this id. */
  remove(id: Uint8Array): void {
    const place = this.#table.find(id);
    if (place === undefined) return;
    this.#table.remove(id);
    this.#chunkOf(place).remove(place % CHUNK);
    this.#free.push(place);
  }

  /** Finds the nearest face that is of none of these identities, and with a `reach` all whose distance is that or less; exact. */
  search(descriptor: Float32Array, except: readonly Uint8Array[], reach?: number): FoundFaces {
    if (this.size === 0) return { nearest: undefined, within: [] };
    invariant(descriptor.length === this.#dimension, 'a face is compared with its like');
    const codes = new Int16Array(codesOf(this.#dimension));
    const most = Math.min(MAX_PROBE_CODE, Math.floor((2 ** 31 - 1) / (127 * codes.length)));
    const probe = { descriptor, except, codes: quantise(descriptor, codes, most) };
    this.#kernel.setProbe(codes);
    const found: Found = {
      ...{ squared: Number.POSITIVE_INFINITY, chunk: undefined, place: 0 },
      ...{ reach, most: MAX_WITHIN, within: [] },
    };
    const atOnce = DotKernel.facesAtOnce(codes.length);
    for (const [index, chunk] of this.#chunks.entries()) {
      const until = Math.min(CHUNK, this.#end - index * CHUNK);
      for (let from = 0; from < until; from += atOnce)
        chunk.search(from, Math.min(from + atOnce, until), this.#kernel, probe, found);
    }
    codes.fill(0);
    this.#kernel.clear();
    const { squared, chunk, place, within } = found;
    const nearest = chunk && { distance: Math.sqrt(squared), id: chunk.idAt(place).slice() };
    return { nearest, within };
  }

  /** Overwrites everything. */
  clear(): void {
    for (const chunk of this.#chunks) chunk.clear();
    this.#chunks.length = 0;
    this.#table.clear();
    this.#free.length = 0;
    this.#end = 0;
  }

  #chunkOf(place: number): FaceChunk {
    const chunk = this.#chunks[Math.floor(place / CHUNK)];
    invariant(chunk, 'a place lies in a chunk');
    return chunk;
  }

  #addPlace(): number {
    const place = this.#end;
    const index = Math.floor(place / CHUNK);
    const last = this.#chunks[index];
    if (!last || place % CHUNK >= last.capacity) this.#chunks[index] = this.#enlarge(index, last);
    this.#end += 1;
    return place;
  }

  #enlarge(index: number, last: FaceChunk | undefined): FaceChunk {
    const capacity = index > 0 ? CHUNK : last ? 2 * last.capacity : MIN_CAPACITY;
    const chunk = new FaceChunk(capacity, this.#dimension, this.#allocate);
    if (last) chunk.takeOver(last);
    return chunk;
  }
}
