import type { Kysely } from 'kysely';
import type { Clock } from '../../kernel/base/clock.ts';
import { lowestId, type TemplateId, type TenantId } from '../../kernel/base/id.ts';
import type { Tables } from '../../kernel/database/tables/tables.ts';
import type { TenantKeys } from '../../tenants/index.ts';
import { boundBytes, type GalleryBounds, galleryBytes } from '../search/gallery-size.ts';
import type { ShardSize } from '../search/messages.ts';
import { GalleryLostError, SearchThreads } from '../search/search-threads.ts';
import { galleryEvictions, galleryLoads } from './gallery-metrics.ts';
import {
  findChanges,
  type Gallery,
  type GalleryFace,
  type GalleryState,
  listFaces,
} from './gallery-store.ts';
import { MemoryBudget } from './memory-budget.ts';
import { openAll } from './open-faces.ts';
import type { SearchedPart } from './prepared-search.ts';

/** A gallery in the memory of the threads, under a number of theirs: its faces as they were after so many changes. */
export type CachedGallery = {
  tenantId: TenantId;
  gallery: Gallery;
  number: number;
  changes: number;
  faces: number;
  bytes: number;
  usedAt: Date;
  /** How many searches go on in it, which keep it. */
  searches: number;
  /** Whether the threads hold as many faces as the database counts, after the changes that were sent last. */
  isWhole: Promise<boolean>;
  isCleared: boolean;
};

type Searched = Omit<SearchedPart, 'identityKey'>;

/** A face that is searched for, the identities whose faces do not count, and how far away others are told of. */
type Probe = { descriptor: Float32Array; except: readonly Uint8Array[]; reach: number | undefined };

/** What the cache needs. */
export type CacheDeps = {
  db: Kysely<Tables>;
  tenantKeys: TenantKeys;
  clock: Clock;
  bounds: GalleryBounds;
  threads: number;
};

const PAGE = 1_000;
/** To follow more changes than this costs no less than to read the whole gallery. */
const MAX_CHANGES = 5_000;
const MAX_TRIES = 5;
const BEFORE_ALL = lowestId(new Date(0));

const nameOf = (tenantId: TenantId, { identityKey, engineVersion }: Gallery): string =>
  `${tenantId}/${identityKey}/${engineVersion}`;

/** The galleries of this process, within one bound: each is read as a whole once, and then followed change by change. */
export class GalleryCache {
  readonly #deps: CacheDeps;
  readonly #threads: SearchThreads;
  readonly #budget: MemoryBudget;
  /** The one used least recently first. */
  readonly #held = new Map<string, CachedGallery>();
  readonly #loading = new Map<string, Promise<CachedGallery>>();
  readonly #unfinished = new Set<CachedGallery>();

  constructor(deps: CacheDeps) {
    this.#deps = deps;
    this.#threads = new SearchThreads(deps.threads, () => this.#clear());
    const { bounds, clock } = deps;
    this.#budget = new MemoryBudget(
      boundBytes(bounds),
      () => clock.now(),
      () => this.#evict(),
    );
  }

  /** Bytes that are taken, and how many galleries wait for some. */
  get memory(): Readonly<{ used: number; waiting: number }> {
    return this.#budget;
  }

  /** The threads that run. */
  threadIds(): number[] {
    return this.#threads.threadIds();
  }

  /** All that are held now. */
  all(): CachedGallery[] {
    return [...this.#held.values()];
  }

  /** Overwrites a gallery and gives its memory back; the next search reads it anew. */
  deleteGallery(tenantId: TenantId, gallery: Gallery): void {
    const held = this.#held.get(nameOf(tenantId, gallery));
    if (held) this.#drop(held);
    this.#budget.admit();
  }

  /** Overwrites every gallery, and ends the threads; searches that are under way or come later fail. */
  close(): void {
    this.#budget.close();
    this.#clear();
    this.#threads.close();
  }

  /** Finds the nearest face of a gallery as it was after the changes of its state, or later, and those within reach; `changes` are those that count for sure. */
  async search(tenantId: TenantId, state: GalleryState, probe: Probe): Promise<Searched> {
    let lost: GalleryLostError | undefined;
    for (let tries = 0; tries < MAX_TRIES; tries += 1) {
      try {
        const found = await this.#searchOnce(tenantId, state, probe);
        if (found) return found;
      } catch (error) {
        // A thread ended: the gallery is read anew, and the question asked again.
        if (!(error instanceof GalleryLostError)) throw error;
        lost = error;
      }
    }
    throw new Error('a gallery of faces was lost or changed each time that it was read', { cause: lost });
  }

  /** Applies what changed since; false when it was wiped, because changes are no longer known or the count is wrong. */
  async follow(held: CachedGallery): Promise<boolean> {
    if (await this.#applyChanges(held)) return true;
    this.#drop(held);
    this.#budget.admit();
    return false;
  }

  /** Searches a gallery in step with its state; undefined when it was wiped on the way. */
  async #searchOnce(
    tenantId: TenantId,
    state: GalleryState,
    { descriptor, except, reach }: Probe,
  ): Promise<Searched | undefined> {
    const name = nameOf(tenantId, state);
    if (this.#held.has(name)) await this.#budget.giveWay();
    const held = this.#held.get(name) ?? (await this.#loadOnce(tenantId, state, descriptor.length));
    held.searches += 1;
    try {
      held.usedAt = this.#deps.clock.now();
      if (this.#held.delete(name)) this.#held.set(name, held);
      const isInStep = await (held.changes >= state.changes ? held.isWhole : this.follow(held));
      if (!isInStep || held.isCleared) return undefined;
      const { changes, number } = held;
      return { changes, ...(await this.#threads.search(number, descriptor, except, reach)) };
    } catch (error) {
      // What failed once would fail each time: the next search reads what the database has then.
      this.#drop(held);
      throw error;
    } finally {
      held.searches -= 1;
      this.#budget.admit();
    }
  }

  async #applyChanges(held: CachedGallery): Promise<boolean> {
    const { tenantId, gallery } = held;
    const { db, tenantKeys } = this.#deps;
    const key = await tenantKeys(tenantId);
    const found = await findChanges(db, tenantId, gallery, held.changes, MAX_CHANGES);
    if (!found) return false;
    const opened = await openAll(key, found.put);
    // Another search may have been faster, and what it saw later stays.
    if (found.changes < held.changes) return held.isWhole;
    if (held.isCleared) return false;
    // Sent before anything is waited for: whoever sees the new number searches after these changes.
    const changing = this.#threads.change(held.number, found.removed, opened);
    held.changes = found.changes;
    held.isWhole = changing.then(
      (size) => this.#noteSize(held, size) === found.faces,
      (error: unknown) => {
        // Some threads may have changed their parts: nobody is to search what is left.
        this.#drop(held);
        throw error;
      },
    );
    held.isWhole.catch(() => undefined);
    return held.isWhole;
  }

  #noteSize(held: CachedGallery, { faces, bytes }: ShardSize): number {
    if (held.isCleared) return faces;
    const before = held.bytes;
    [held.faces, held.bytes] = [faces, bytes];
    this.#budget.correct(before, bytes);
    return faces;
  }

  /** Many who ask at once share one reading. */
  #loadOnce(tenantId: TenantId, state: GalleryState, dimension: number): Promise<CachedGallery> {
    const name = nameOf(tenantId, state);
    const underWay = this.#loading.get(name);
    if (underWay) return underWay;
    const loading = this.#load(tenantId, state, dimension).finally(() => this.#loading.delete(name));
    this.#loading.set(name, loading);
    return loading;
  }

  /** Reads a gallery once there is room for it. */
  async #load(tenantId: TenantId, state: GalleryState, dimension: number): Promise<CachedGallery> {
    const { identityKey, engineVersion, changes } = state;
    const gallery = { identityKey, engineVersion };
    const bytes = await this.#budget.take(galleryBytes(state.faces, dimension));
    const number = this.#open(bytes);
    const held: CachedGallery = {
      ...{ tenantId, gallery, number, changes, faces: 0, bytes },
      ...{ usedAt: this.#deps.clock.now(), searches: 1, isWhole: Promise.resolve(true), isCleared: false },
    };
    this.#unfinished.add(held);
    try {
      await this.#readAll(held);
      this.#held.set(nameOf(tenantId, gallery), held);
      galleryLoads.add({});
      return held;
    } catch (error) {
      this.#drop(held);
      throw error;
    } finally {
      this.#unfinished.delete(held);
      // Whoever waited for it searches first: only then may it give way to another.
      setImmediate(() => {
        held.searches -= 1;
        this.#budget.admit();
      });
    }
  }

  /** Opens a gallery; where no thread can be started, what was taken for it is given back. */
  #open(bytes: number): number {
    try {
      return this.#threads.open();
    } catch (error) {
      this.#budget.give(bytes);
      this.#budget.admit();
      throw error;
    }
  }

  async #readAll(held: CachedGallery): Promise<void> {
    const { db, tenantKeys } = this.#deps;
    const { tenantId, gallery } = held;
    const key = await tenantKeys(tenantId);
    let afterId: TemplateId | undefined = BEFORE_ALL;
    while (afterId !== undefined) {
      const page: GalleryFace[] = await listFaces(db, tenantId, gallery, { afterId, limit: PAGE });
      const opened = await openAll(key, page);
      if (held.isCleared) throw new GalleryLostError('a gallery was wiped while it was read');
      await this.#threads.change(held.number, [], opened);
      afterId = page.length < PAGE ? undefined : page.at(-1)?.templateId;
    }
    // Pages are of different moments: what changed between them is among the changes since the state.
    if (await this.#applyChanges(held)) return;
    if (held.isCleared) throw new GalleryLostError('a gallery was wiped while it was read');
    throw new Error('a gallery of faces could not be read as the database counts it');
  }

  #evict(): boolean {
    for (const held of this.#held.values()) {
      if (held.searches > 0) continue;
      this.#drop(held);
      galleryEvictions.add({});
      return true;
    }
    return false;
  }

  #drop(held: CachedGallery): void {
    if (held.isCleared) return;
    held.isCleared = true;
    this.#threads.drop(held.number);
    this.#budget.give(held.bytes);
    const name = nameOf(held.tenantId, held.gallery);
    if (this.#held.get(name) === held) this.#held.delete(name);
  }

  #clear(): void {
    for (const held of [...this.#held.values(), ...this.#unfinished]) this.#drop(held);
    this.#budget.admit();
  }
}
