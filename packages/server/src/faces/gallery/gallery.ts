import type { Kysely } from 'kysely';
import { addSeconds, type Clock } from '../../kernel/base/clock.ts';
import type { TenantId } from '../../kernel/base/id.ts';
import { invariant } from '../../kernel/base/invariant.ts';
import type { Log } from '../../kernel/base/log.ts';
import type { Db } from '../../kernel/database/connect.ts';
import type { Tables } from '../../kernel/database/tables/tables.ts';
import type { TenantKeys } from '../../tenants/index.ts';
import { faceLimit, type GalleryBounds } from '../search/gallery-size.ts';
import { GalleryCache } from './gallery-cache.ts';
import { gallerySearchSeconds } from './gallery-metrics.ts';
import { type GalleryState, listGalleries } from './gallery-store.ts';
import { createFillWatch, createLimitReport, type ReportLimit } from './gallery-warnings.ts';
import {
  bringInStep,
  type GalleryQuestion,
  type PreparedSearch,
  SearchAgainError,
  type SearchedPart,
  untilInStep,
} from './prepared-search.ts';

/**
 * What a search found: the nearest face, and whether one more may be enrolled; or that there are more faces than may be held, and nothing was
 * searched. `within` has the ids of faces within the reach of the question; some may have gone since, and of very many it has a part.
 */
export type GalleryAnswer =
  | {
      kind: 'searched';
      nearest: number | undefined;
      faces: number;
      hasRoom: boolean;
      within: readonly Uint8Array[];
    }
  | { kind: 'too_large'; faces: number };

/** The enrolled faces of the tenants that this process was asked about lately, decrypted, in threads of their own. */
export type Galleries = {
  /** Searches before anything is locked: waits for memory, reads what is not held, and finds the nearest face. */
  prepare(tenantId: TenantId, question: GalleryQuestion, descriptor: Float32Array): Promise<PreparedSearch>;
  /**
   * Finds the smallest Euclidean distance to a face enrolled for another identity. Exact over every enrolment
   * committed before the call, and without deleted ones. In a database transaction, before that changes any face,
   * and with what was prepared: then only later changes are compared. Throws `SearchAgainError`, upon which
   * all is to be done anew from `prepare` on.
   */
  search(
    db: Db,
    tenantId: TenantId,
    question: GalleryQuestion,
    descriptor: Float32Array,
    prepared?: PreparedSearch,
  ): Promise<GalleryAnswer>;
  /** Tells the operator that the limit was met; for one gallery at most once a minute. */
  reportLimit: ReportLimit;
  /** Brings all that is held in step, wipes what nobody asked for in a quarter of an hour, and looks how full the galleries are. */
  sweep(): Promise<void>;
  /** Whether a gallery had reached 80 % of the limit at the last sweep. */
  isNearlyFull(): boolean;
  /** How many faces are held. */
  size(): number;
  /** How many faces the largest gallery holds. */
  largest(): number;
  /** Bytes that galleries take, and how many wait for some. */
  memory(): Readonly<{ used: number; waiting: number }>;
  /** The threads that hold them, as far as they run. */
  threadIds(): number[];
  /** Empties everything. */
  close(): void;
};

/** What galleries need; with an engine version only its galleries are warned of. */
export type GalleryDeps = {
  engineVersion?: string;
  db: Kysely<Tables>;
  tenantKeys: TenantKeys;
  clock: Clock;
  log: Log;
  bounds: GalleryBounds;
  threads: number;
};

const IDLE_SECONDS = 900;
const SWEEP_EVERY_MS = 60_000;

const countOf = (states: readonly GalleryState[]): number =>
  states.reduce((sum, { faces }) => sum + faces, 0);

const leastOf = (distances: readonly (number | undefined)[]): number | undefined => {
  const known = distances.filter((distance) => distance !== undefined);
  return known.length === 0 ? undefined : Math.min(...known);
};

async function sweepAll({ clock, log }: GalleryDeps, galleries: GalleryCache): Promise<void> {
  const idleSince = addSeconds(clock.now(), -IDLE_SECONDS);
  for (const held of galleries.all()) {
    if (held.usedAt < idleSince) galleries.deleteGallery(held.tenantId, held.gallery);
    else
      await galleries.follow(held).catch((error: unknown) => {
        log.warn({ err: error }, 'a gallery of faces could not be brought in step: the next search does it');
      });
  }
}

/** Searches the galleries one after the other, so that none is kept while another waits for memory. */
async function searchAll(
  { db, bounds }: GalleryDeps,
  galleries: GalleryCache,
  tenantId: TenantId,
  question: GalleryQuestion,
  descriptor: Float32Array,
): Promise<PreparedSearch> {
  const states = await listGalleries(db, tenantId, question);
  if (countOf(states) > faceLimit(bounds, descriptor.length)) {
    for (const state of states) galleries.deleteGallery(tenantId, state);
    return { kind: 'too_large' };
  }
  const startedMs = performance.now();
  const parts: SearchedPart[] = [];
  for (const state of states) {
    const { exceptIdentityHashes: except, reach } = question;
    const found = await galleries.search(tenantId, state, { descriptor, except, reach });
    parts.push({ identityKey: state.identityKey, ...found });
  }
  gallerySearchSeconds.observe({}, (performance.now() - startedMs) / 1_000);
  return { kind: 'searched', parts };
}

/** Opens the memory, with nothing in it. */
export function createGalleries(deps: GalleryDeps): Galleries {
  const galleries = new GalleryCache(deps);
  const warnings = { ...deps, limit: faceLimit(deps.bounds) };
  const fill = createFillWatch(warnings);
  const prepare: Galleries['prepare'] = (...asked) => searchAll(deps, galleries, ...asked);
  const find = async (
    ...[db, tenantId, question, descriptor, prepared]: Parameters<Galleries['search']>
  ): Promise<GalleryAnswer> => {
    const states = await listGalleries(db, tenantId, question);
    invariant(!states.some(({ isOwn }) => isOwn), 'faces are searched before they are changed');
    const faces = countOf(states);
    const limit = faceLimit(deps.bounds, descriptor.length);
    const found = prepared ?? (await prepare(tenantId, question, descriptor));
    if (faces > limit) return { kind: 'too_large', faces };
    if (found.kind === 'too_large') throw new SearchAgainError('there were more faces than may be held');
    const { tenantKeys } = deps;
    const distances: (number | undefined)[] = [];
    const within: Uint8Array[] = [];
    for (const state of states) {
      const part = found.parts.find(({ identityKey }) => identityKey === state.identityKey);
      const known = part ?? { changes: 0, nearest: undefined, within: [] };
      const asked = { question, descriptor };
      const current = await bringInStep({ db, tenantKeys }, tenantId, state, asked, known);
      distances.push(current.nearest);
      within.push(...current.within);
    }
    return { kind: 'searched', nearest: leastOf(distances), faces, hasRoom: faces < limit, within };
  };
  return {
    prepare,
    search: (...asked) => (asked[4] ? find(...asked) : untilInStep(() => find(...asked))),
    reportLimit: createLimitReport(warnings),
    async sweep() {
      await sweepAll(deps, galleries);
      await fill.look().catch((error: unknown) => {
        deps.log.warn({ err: error }, 'it could not be read how full the galleries of faces are');
      });
    },
    isNearlyFull: fill.isNearlyFull,
    largest: () => galleries.all().reduce((most, { faces }) => Math.max(most, faces), 0),
    size: () => galleries.all().reduce((sum, { faces }) => sum + faces, 0),
    memory: () => galleries.memory,
    threadIds: () => galleries.threadIds(),
    close: () => galleries.close(),
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
