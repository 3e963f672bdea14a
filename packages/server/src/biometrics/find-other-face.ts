import type { Db } from '../database/connect.ts';
import type { TenantKey } from '../tenants/tenant-keys.ts';
import { euclideanDistance } from './comparison.ts';
import { type Gallery, listOtherTemplates } from './template-store.ts';

const PAGE = 500;

/** Comes before every id. */
export const BEFORE_ALL = '00000000-0000-0000-0000-000000000000';

/**
 * The smallest Euclidean distance of a face to those enrolled for other identities of the same kind, undefined when there are none.
 * Exact and over all of them, opened page by page and not kept; some 10 microseconds a face. With `firstAfterId`, only over those enrolled after it.
 */
export async function findOtherFaceDistance(
  db: Db,
  tenantId: string,
  key: TenantKey,
  gallery: Gallery & { exceptIdentityHashes: readonly Buffer[] },
  descriptor: Float32Array,
  firstAfterId: string = BEFORE_ALL,
): Promise<number | undefined> {
  let nearest: number | undefined;
  let afterId = firstAfterId;
  for (;;) {
    const page = await listOtherTemplates(db, tenantId, key, { ...gallery, afterId, limit: PAGE });
    for (const other of page) {
      const distance = euclideanDistance(other.descriptor, descriptor);
      if (nearest === undefined || distance < nearest) nearest = distance;
    }
    const last = page.at(-1);
    if (!last || page.length < PAGE) return nearest;
    afterId = last.templateId;
  }
}
