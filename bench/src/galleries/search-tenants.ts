import type { TenantId } from '@titular/server/kernel/base/id.ts';
import { obeyParent } from '../harness/child.ts';
import { BENCH_GALLERY, randomDescriptor } from './fill-gallery.ts';
import { type GalleryPlace, openGalleries } from './open-child.ts';

/** Searches the planted face of each tenant, round after round, all tenants of a round at once. */
export type AskTenants = {
  warmUp: TenantId;
  tenants: { tenantId: TenantId; planted: number[] }[];
  rounds: number;
};

/** Answers that were wrong, and resident megabytes: with threads and a small gallery, and at most. */
export type TenantsTold = { searches: number; wrong: number; beforeMegabytes: number; mostMegabytes: number };

const SAMPLE_MS = 20;
const residentMegabytes = (): number => process.memoryUsage.rss() / 2 ** 20;

const place = JSON.parse(process.argv[2] ?? '{}') as GalleryPlace;
const { db, galleries, close } = await openGalleries(place);
const question = { ...BENCH_GALLERY, exceptIdentityHashes: [] };

async function isRight(tenantId: TenantId, planted: Float32Array): Promise<boolean> {
  const answer = await galleries.search(db, tenantId, question, planted);
  return answer.kind === 'searched' && answer.nearest === 0;
}

process.on('message', async ({ warmUp, tenants, rounds }: Partial<AskTenants>) => {
  if (!warmUp || !tenants || !rounds) return;
  await galleries.search(db, warmUp, question, randomDescriptor());
  const told = { searches: 0, wrong: 0, beforeMegabytes: residentMegabytes(), mostMegabytes: 0 };
  const timer = setInterval(() => {
    told.mostMegabytes = Math.max(told.mostMegabytes, residentMegabytes());
  }, SAMPLE_MS);
  for (let round = 0; round < rounds; round += 1) {
    const right = await Promise.all(
      tenants.map(({ tenantId, planted }) => isRight(tenantId, Float32Array.from(planted))),
    );
    told.searches += right.length;
    told.wrong += right.filter((one) => !one).length;
  }
  clearInterval(timer);
  process.send?.(told satisfies TenantsTold);
});
obeyParent(close);
