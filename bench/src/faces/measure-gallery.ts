import { randomBytes } from 'node:crypto';
import { euclideanDistance } from '@titular/face-engine/measure/comparison.ts';
import { usualGalleryThreads } from '@titular/server/config/gallery-settings.ts';
import { createGalleries } from '@titular/server/faces/gallery/gallery.ts';
import { listFaces } from '@titular/server/faces/gallery/gallery-store.ts';
import { openDescriptor } from '@titular/server/faces/gallery/template-store.ts';
import { systemClock } from '@titular/server/kernel/base/clock.ts';
import { lowestId, type TenantId } from '@titular/server/kernel/base/id.ts';
import { createLog } from '@titular/server/kernel/base/log.ts';
import { createTenantKeys } from '@titular/server/tenants/keys/tenant-key-cache.ts';
import type { TenantKey, TenantKeys } from '@titular/server/tenants/keys/tenant-keys.ts';
import { BENCH_GALLERY, enrol, randomDescriptor } from '../galleries/fill-gallery.ts';
import type { Harness } from '../harness/harness.ts';

/** Milliseconds for a search among so many faces, medians but for the first. */
export type GalleryTimes = {
  faces: number;
  searchMs: number;
  afterChangeMs: number;
  firstMs: number;
  pagedMs: number;
};

const SIZES = [10_000, 100_000] as const;
const PAGE = 500;
const SEARCHES = 41;

/** The search without a memory: every face is read and opened, page by page. */
async function searchPaged({ db }: Harness['database'], tenantId: TenantId, key: TenantKey): Promise<number> {
  const probe = randomDescriptor();
  let [nearest, afterId] = [Number.POSITIVE_INFINITY, lowestId(new Date(0))];
  for (;;) {
    const page = await listFaces(db, tenantId, BENCH_GALLERY, { afterId, limit: PAGE });
    for (const { templateId, sealedDescriptor } of page)
      nearest = Math.min(
        nearest,
        euclideanDistance(openDescriptor(key, templateId, sealedDescriptor), probe),
      );
    const last = page.at(-1);
    if (!last || page.length < PAGE) return nearest;
    afterId = last.templateId;
  }
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const startedMs = performance.now();
  await work();
  return performance.now() - startedMs;
}

async function medianOf(
  times: number,
  work: () => Promise<unknown>,
  before = async () => {},
): Promise<number> {
  const measured: number[] = [];
  for (let time = 0; time < times; time += 1) {
    await before();
    measured.push(await timed(work));
  }
  return measured.sort((one, other) => one - other)[Math.floor(times / 2)] ?? Number.NaN;
}

type Filled = { harness: Harness; tenantId: TenantId; tenantKeys: TenantKeys; key: TenantKey; faces: number };

async function measureSize({ harness, tenantId, tenantKeys, key, faces }: Filled): Promise<GalleryTimes> {
  const { database } = harness;
  const { db } = database;
  const galleries = createGalleries({
    ...{ db, tenantKeys, clock: systemClock, log: createLog('silent'), threads: usualGalleryThreads() },
    bounds: { galleryLimit: undefined, galleryMemoryMb: 1_024 },
  });
  const question = { ...BENCH_GALLERY, exceptIdentityHashes: [randomBytes(32)] };
  const search = () => galleries.search(db, tenantId, question, randomDescriptor());
  const firstMs = await timed(search);
  const searchMs = await medianOf(SEARCHES, search);
  const afterChangeMs = await medianOf(SEARCHES, search, () => enrol(database.db, tenantId, key, 1));
  const pagedMs = await medianOf(3, () => searchPaged(database, tenantId, key));
  galleries.close();
  return { faces, searchMs, afterChangeMs, firstMs, pagedMs };
}

/** Fills the gallery of a tenant step by step and measures at each size. */
export async function measureGallery(harness: Harness): Promise<GalleryTimes[]> {
  const { database, tenants, masterKeys } = harness;
  const [tenant] = tenants;
  if (!tenant) throw new Error('the ground has a tenant');
  const { tenantId } = tenant;
  const tenantKeys = createTenantKeys(database.db, masterKeys);
  const key = await tenantKeys(tenantId);
  const bySize: GalleryTimes[] = [];
  let enrolled = 0;
  for (const faces of SIZES) {
    await enrol(database.db, tenantId, key, faces - enrolled);
    enrolled = faces;
    bySize.push(await measureSize({ harness, tenantId, tenantKeys, key, faces }));
  }
  return bySize;
}
