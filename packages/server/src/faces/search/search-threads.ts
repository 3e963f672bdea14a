import { Worker } from 'node:worker_threads';
import type { TemplateId } from '../../kernel/base/id.ts';
import { createCounter } from '../../kernel/metrics/instruments.ts';
import { HASH_BYTES } from './face-chunk.ts';
import type {
  FoundFaces,
  NearestFace,
  PackedFaces,
  ShardSize,
  ThreadAnswer,
  ThreadRequest,
} from './messages.ts';
import { ID_BYTES } from './template-table.ts';

/** A thread ended, and with it a part of every gallery: they are to be read anew. */
export class GalleryLostError extends Error {}

/** Threads that ended though nobody had asked them to. */
export const threadsLost = createCounter({
  name: 'titular_gallery_threads_lost_total',
  help: 'Threads of the gallery search that ended on their own; the next search starts another and reads the galleries anew.',
  labels: {},
});

/** A face to be searched. */
export type OpenedFace = { templateId: TemplateId; identityHash: Uint8Array; descriptor: Float32Array };

type Ask = (request: number) => Extract<ThreadRequest, { request: number }>;
type Pending = { resolve: (answer: ThreadAnswer) => void; reject: (error: Error) => void };

/** The bytes of a template id. */
export const idBytes = (id: TemplateId): Buffer => Buffer.from(id.replaceAll('-', ''), 'hex');

const packIds = (ids: readonly Uint8Array[]): Uint8Array => {
  const packed = new Uint8Array(ids.length * ID_BYTES);
  for (const [index, id] of ids.entries()) packed.set(id, index * ID_BYTES);
  return packed;
};

function pack(faces: readonly (OpenedFace & { id: Uint8Array })[]): PackedFaces {
  const numbers = faces[0]?.descriptor.length ?? 0;
  const hashes = new Uint8Array(faces.length * HASH_BYTES);
  const descriptors = new Float32Array(faces.length * numbers);
  for (const [index, { identityHash, descriptor }] of faces.entries()) {
    hashes.set(identityHash, index * HASH_BYTES);
    descriptors.set(descriptor, index * numbers);
  }
  return { ids: packIds(faces.map(({ id }) => id)), hashes, descriptors };
}

/** One thread, which is started when something is sent to it. */
class SearchThread {
  readonly #onLost: () => void;
  readonly #pending = new Map<number, Pending>();
  #worker: Worker | undefined;
  #requests = 0;

  constructor(onLost: () => void) {
    this.#onLost = onLost;
  }

  get threadId(): number | undefined {
    return this.#worker?.threadId;
  }

  send(message: ThreadRequest): void {
    this.#worker ??= this.#start();
    this.#worker.postMessage(message);
  }

  /** Sends what means nothing to a thread that holds nothing. */
  sendIfRunning(message: ThreadRequest): void {
    this.#worker?.postMessage(message);
  }

  /** Asks a thread that runs: another one would hold nothing of what is asked about. */
  async ask(ask: Ask, transferred?: readonly ArrayBuffer[]): Promise<ThreadAnswer> {
    const worker = this.#worker;
    if (!worker) throw new GalleryLostError('the gallery is no longer held');
    const request = ++this.#requests;
    return new Promise((resolve, reject) => {
      this.#pending.set(request, { resolve, reject });
      worker.postMessage(ask(request), transferred);
      worker.ref();
    });
  }

  end(): void {
    this.sendIfRunning({ kind: 'end' });
    this.#worker?.removeAllListeners('exit');
    this.#worker?.unref();
    this.#worker = undefined;
    this.#rejectAll();
  }

  #start(): Worker {
    const worker = new Worker(new URL('./search-thread.ts', import.meta.url), {
      env: {},
      name: 'gallery search',
    });
    worker.unref();
    worker.on('message', (answer: ThreadAnswer) => this.#take(answer));
    // An error is followed by an exit; both mean that what it held is gone.
    worker.on('error', () => undefined);
    worker.on('exit', () => {
      this.#worker = undefined;
      threadsLost.add({});
      this.#onLost();
      this.#rejectAll();
    });
    return worker;
  }

  #take(answer: ThreadAnswer): void {
    const pending = this.#pending.get(answer.request);
    this.#pending.delete(answer.request);
    if (this.#pending.size === 0) this.#worker?.unref();
    if (answer.kind === 'broken') pending?.reject(new Error(answer.message));
    else if (answer.kind === 'lost') pending?.reject(new GalleryLostError('the gallery is no longer held'));
    else pending?.resolve(answer);
  }

  #rejectAll(): void {
    for (const { reject } of this.#pending.values())
      reject(new GalleryLostError('a thread of the gallery search ended'));
    this.#pending.clear();
  }
}

/** Threads that hold galleries, each a part of every one by template id, and search their parts at once. */
export class SearchThreads {
  readonly #threads: readonly SearchThread[];
  #galleries = 0;
  #isClosed = false;

  /** Starts none before the first gallery; `onLost` is called when one ends on its own, before who waits is told. */
  constructor(count: number, onLost: () => void) {
    this.#threads = Array.from({ length: count }, () => new SearchThread(onLost));
  }

  /** The ids of the threads that run. */
  threadIds(): number[] {
    return this.#threads.flatMap(({ threadId }) => threadId ?? []);
  }

  /** Opens an empty gallery, and gives its number. */
  open(): number {
    if (this.#isClosed) throw new Error('the gallery search is closed');
    const gallery = ++this.#galleries;
    for (const thread of this.#threads) thread.send({ kind: 'open', gallery });
    return gallery;
  }

  /** Overwrites a gallery, once the searches that were asked for are done. */
  drop(gallery: number): void {
    for (const thread of this.#threads) thread.sendIfRunning({ kind: 'drop', gallery });
  }

  /** Takes faces out and puts others in, for every search that is asked for later; overwrites the descriptors given, and answers what the gallery has then. */
  async change(
    gallery: number,
    removed: readonly TemplateId[],
    put: readonly OpenedFace[],
  ): Promise<ShardSize> {
    const removedIds = removed.map(idBytes);
    const faces = put.map((face) => ({ ...face, id: idBytes(face.templateId) }));
    const asked = this.#threads.map((thread, index) => {
      const isOwn = (id: Uint8Array): boolean =>
        (id[ID_BYTES - 1] as number) % this.#threads.length === index;
      const packed = pack(faces.filter(({ id }) => isOwn(id)));
      const gone = packIds(removedIds.filter(isOwn));
      return thread.ask(
        (request) => ({ kind: 'change', gallery, request, put: packed, removed: gone }),
        [packed.descriptors.buffer as ArrayBuffer],
      );
    });
    for (const { descriptor } of put) descriptor.fill(0);
    const sizes = (await Promise.all(asked)).flatMap((answer) =>
      answer.kind === 'changed' ? [answer.size] : [],
    );
    return {
      faces: sizes.reduce((sum, size) => sum + size.faces, 0),
      bytes: sizes.reduce((sum, size) => sum + size.bytes, 0),
    };
  }

  /** Finds the face nearest to a descriptor that is of none of these identities, and with a `reach` all that are no farther; exact. */
  async search(
    gallery: number,
    descriptor: Float32Array,
    except: readonly Uint8Array[],
    reach?: number,
  ): Promise<FoundFaces> {
    // Copies: a buffer is sent with all of the memory that it is a part of, and that is other people's.
    const own = {
      descriptor: Float32Array.from(descriptor),
      except: except.map((hash) => Uint8Array.from(hash)),
      reach,
    };
    const asked = this.#threads.map((thread) =>
      thread.ask((request) => ({ kind: 'search', gallery, request, ...own })),
    );
    own.descriptor.fill(0);
    const found = (await Promise.all(asked)).flatMap((answer) =>
      answer.kind === 'searched' ? [answer.found] : [],
    );
    const nearest = found.flatMap((one) => one.nearest ?? []);
    return {
      nearest: nearest.toSorted((one, other) => one.distance - other.distance)[0],
      within: found.flatMap(({ within }) => within),
    };
  }

  /** Finds the nearest face alone. */
  async findNearest(
    gallery: number,
    descriptor: Float32Array,
    except: readonly Uint8Array[],
  ): Promise<NearestFace | undefined> {
    return (await this.search(gallery, descriptor, except)).nearest;
  }

  /** Overwrites everything, and ends the threads. */
  close(): void {
    this.#isClosed = true;
    for (const thread of this.#threads) thread.end();
  }
}
