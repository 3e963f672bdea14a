import { randomBytes } from 'node:crypto';
import type { Galleries } from '@titular/server/faces/gallery/gallery.ts';
import { lockGallery } from '@titular/server/faces/gallery/template-store.ts';
import type { TenantId } from '@titular/server/kernel/base/id.ts';
import type { Database } from '@titular/server/kernel/database/connect.ts';
import type { TenantKeys } from '@titular/server/tenants/keys/tenant-keys.ts';
import { BENCH_GALLERY, enrol, randomDescriptor } from './fill-gallery.ts';

/** Enrols a new person as a decision does: the search before the locks, the one under them, and the face in their commit. */
export async function decideFace(
  { db, galleries, tenantKeys }: { db: Database['db']; galleries: Galleries; tenantKeys: TenantKeys },
  tenantId: TenantId,
): Promise<void> {
  const descriptor = randomDescriptor();
  const question = { ...BENCH_GALLERY, exceptIdentityHashes: [randomBytes(32)] };
  const prepared = await galleries.prepare(tenantId, question, descriptor);
  const key = await tenantKeys(tenantId);
  await db.transaction().execute(async (trx) => {
    await lockGallery(trx, tenantId, BENCH_GALLERY.identityKey);
    await galleries.search(trx, tenantId, question, descriptor, prepared);
    await enrol(trx, tenantId, key, 1, descriptor);
  });
}
