import type { TenantId } from '../kernel/base/id.ts';
import type { Db } from '../kernel/database/connect.ts';
import { enqueueJob } from '../kernel/database/enqueue.ts';
import { hastenDuesOf } from './due-store.ts';

/** Has the objects of subjects whose rows were deleted in this commit go right after it, with those that no row ever had; answers how many. */
export async function eraseObjects(
  trx: Db,
  tenantId: TenantId,
  subjectIds: readonly string[],
): Promise<number> {
  const count = await hastenDuesOf(trx, tenantId, subjectIds);
  if (count > 0)
    await enqueueJob(trx, 'delete-due-objects', {}, { jobKey: 'delete-erased-objects', queue: 'objects' });
  return count;
}
