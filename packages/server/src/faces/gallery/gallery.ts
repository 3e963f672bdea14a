import type { Kysely } from 'kysely';
import { addSeconds, type Clock } from '../../kernel/base/clock.ts';
import type { TenantId } from '../../kernel/base/id.ts';
import { invariant } from '../../kernel/base/invariant.ts';
import type { Log } from '../../kernel/base/log.ts';
import { defineCache } from '../../kernel/caches/cache.ts';
import type { Db } from '../../kernel/database/connect.ts';
import type { Tables } from '../../kernel/database/tables/tables.ts';
import type { TenantKeys } from '../../tenants/index.ts';
import { GalleryCache } from './gallery-cache.ts';
import { gallerySearchSeconds } from './gallery-metrics.ts';
import { type Gallery, type GalleryState, listFullest, listGalleries } from './gallery-store.ts';

/** Among which faces is searched, and for which identities a face is no other's. */
export type GalleryQuestion = Gallery & { exceptIdentityHashes: readonly Buffer[] };

/** What a search found: the nearest face, and whether one more may be enrolled; or that there are more faces than may be held, and nothing was searched. */
export type GalleryAnswer =
  | { kind: 'searched'; nearest: number | undefined; faces: number; hasRoom: boolean }
  | { kind: 'too_large'; faces: number };

/** The enrolled faces of the tenants that this process was asked about lately, decrypted, in step with the database at each search. */
export type Galleries = {
  /**
   * Finds the smallest Euclidean distance to a face enrolled for another identity. Exact over every enrolment
   * committed before the call, and without deleted ones. In a database transaction, before that changes any face.
   */
  search(
    db: Db,
    tenantId: TenantId,
    question: GalleryQuestion,
    descriptor: Float32Array,
  ): Promise<GalleryAnswer>;
  /** Reads what a search will need, so that none holds its locks for as long as a first reading takes. */
  prepare(tenantId: TenantId, gallery: Gallery): Promise<void>;
  /** Tells the operator that the limit was met; for one gallery at most once a minute. */
  reportLimit(tenantId: TenantId, gallery: Gallery, faces: number): void;
  /** Brings all that is held in step, wipes what nobody asked for in a quarter of an hour, and looks how full the galleries are. */
  sweep(): Promise<void>;
  /** Whether a gallery had reached 80 % of the limit at the last sweep. */
  isNearlyFull(): boolean;
  /** How many faces are held. */
  size(): number;
  /** How many faces the largest gallery holds. */
  largest(): number;
  /** Wipes everything. */
  close(): void;
};

/** What galleries need; `limit` is how many faces one may have, and with an engine version only its galleries are warned of. */
export type GalleryDeps = {
  engineVersion?: string;
  db: Kysely<Tables>;
  tenantKeys: TenantKeys;
  clock: Clock;
  log: Log;
  limit: number;
};

const IDLE_SECONDS = 900;
const REPORT_SECONDS = 60;
const SWEEP_EVERY_MS = 60_000;
const WARN_SECONDS = 3_600;
/** The part of the limit from which on an operator is warned. */
export const NEARLY_FULL = 0.8;

const nearer = (one: number | undefined, other: number | undefined): number | undefined =>
  one === undefined || (other !== undefined && other < one) ? other : one;

const countOf = (states: readonly GalleryState[]): number =>
  states.reduce((sum, { faces }) => sum + faces, 0);

/** Galleries whose limit was reported. */
export const reportCache = defineCache('reported_galleries', 10_000);

/** One line for each gallery a minute. */
function createLimitReport({ clock, log, limit }: GalleryDeps): Galleries['reportLimit'] {
  const reportedAt = reportCache.open<Date>();
  return (tenantId, { identityKey, engineVersion }, faces) => {
    const name = `${tenantId}/${identityKey}/${engineVersion}`;
    const now = clock.now();
    const last = reportedAt.get(name);
    if (last && now < addSeconds(last, REPORT_SECONDS)) return;
    reportedAt.set(name, now);
    log.warn(
      { tenantId, kind: identityKey, engineVersion, faces, limit },
      `the gallery of tenant ${tenantId} holds ${faces} faces, its limit is ${limit}: nobody new of this kind is enrolled; raise TITULAR_GALLERY_LIMIT (about 0.8 kB of memory a face). This release has no vector index to configure instead.`,
    );
  };
}

/** Looks for galleries that fill up, and warns of each once an hour, before its limit decides anything. */
function createFillWatch({ db, clock, log, limit, engineVersion }: GalleryDeps) {
  const warnedAt = new Map<string, Date>();
  let isNearlyFull = false;
  return {
    isNearlyFull: (): boolean => isNearlyFull,
    async look(): Promise<void> {
      const found = await listFullest(db, Math.ceil(limit * NEARLY_FULL), engineVersion);
      isNearlyFull = found.length > 0;
      const now = clock.now();
      for (const [name, at] of warnedAt) if (now >= addSeconds(at, WARN_SECONDS)) warnedAt.delete(name);
      for (const { tenantId, identityKey: kind, engineVersion: version, faces } of found) {
        const name = `${tenantId}/${kind}/${version}`;
        if (warnedAt.has(name)) continue;
        warnedAt.set(name, now);
        log.warn(
          { tenantId, kind, engineVersion: version, faces, limit },
          `the gallery of tenant ${tenantId} holds ${faces} of ${limit} faces: raise TITULAR_GALLERY_LIMIT before nobody new of this kind is enrolled`,
        );
      }
    },
  };
}

async function sweepAll({ db, clock, log }: GalleryDeps, galleries: GalleryCache): Promise<void> {
  const idleSince = addSeconds(clock.now(), -IDLE_SECONDS);
  for (const held of galleries.all()) {
    if (held.usedAt < idleSince) galleries.deleteGallery(held.tenantId, held.gallery);
    else
      await galleries.follow(db, held).catch((error: unknown) => {
        log.warn({ err: error }, 'a gallery of faces could not be brought in step: the next search does it');
      });
  }
}

/** Opens the memory, with nothing in it. */
export function createGalleries(deps: GalleryDeps): Galleries {
  const galleries = new GalleryCache(deps);
  const fill = createFillWatch(deps);
  return {
    async search(db, tenantId, { exceptIdentityHashes, ...gallery }, descriptor) {
      const states = await listGalleries(db, tenantId, gallery);
      invariant(!states.some(({ isOwn }) => isOwn), 'faces are searched before they are changed');
      const faces = countOf(states);
      if (faces > deps.limit) {
        for (const state of states) galleries.deleteGallery(tenantId, state);
        return { kind: 'too_large', faces };
      }
      let nearest: number | undefined;
      const startedMs = performance.now();
      for (const state of states) {
        const { memory } = await galleries.catchUp(db, tenantId, state);
        nearest = nearer(nearest, await memory.findNearest(descriptor, exceptIdentityHashes));
      }
      gallerySearchSeconds.observe({}, (performance.now() - startedMs) / 1_000);
      return { kind: 'searched', nearest, faces, hasRoom: faces < deps.limit };
    },
    async prepare(tenantId, gallery) {
      const states = await listGalleries(deps.db, tenantId, gallery);
      if (countOf(states) > deps.limit) return;
      for (const state of states) await galleries.catchUp(deps.db, tenantId, state);
    },
    reportLimit: createLimitReport(deps),
    async sweep() {
      await sweepAll(deps, galleries);
      await fill.look().catch((error: unknown) => {
        deps.log.warn({ err: error }, 'it could not be read how full the galleries of faces are');
      });
    },
    isNearlyFull: fill.isNearlyFull,
    largest: () => galleries.all().reduce((most, { memory }) => Math.max(most, memory.size), 0),
    size: () => galleries.all().reduce((sum, { memory }) => sum + memory.size, 0),
    close() {
      for (const { tenantId, gallery } of galleries.all()) galleries.deleteGallery(tenantId, gallery);
    },
  };
}

/** Sweeps the memory at once and then each minute; what it returns ends that and wipes the memory. */
export function keepSwept(galleries: Galleries): () => Promise<void> {
  let sweeping = galleries.sweep();
  const timer = setInterval(() => {
    sweeping = sweeping.then(() => galleries.sweep());
  }, SWEEP_EVERY_MS).unref();
  return async () => {
    clearInterval(timer);
    await sweeping;
    galleries.close();
  };
}
