import { usualGalleryThreads } from '@titular/server/config/gallery-settings.ts';
import { createGalleries } from '@titular/server/faces/gallery/gallery.ts';
import { systemClock } from '@titular/server/kernel/base/clock.ts';
import { createLog } from '@titular/server/kernel/base/log.ts';
import { connect } from '@titular/server/kernel/database/connect.ts';
import { openMasterKeys } from '@titular/server/tenants/keys/master-key.ts';
import { loadMasterKeys } from '@titular/server/tenants/keys/master-key-file.ts';
import { createTenantKeys } from '@titular/server/tenants/keys/tenant-key-cache.ts';

/** Where galleries are, and the bound of their memory. */
export type GalleryPlace = { connectionString: string; keyFile: string; megabytes: number };

const POOL_SIZE = 8;

/** Opens galleries in this process, on connections of their own. */
export async function openGalleries({ connectionString, keyFile, megabytes }: GalleryPlace) {
  const database = connect(connectionString, POOL_SIZE, () => undefined);
  const { db } = database;
  const readKeys = () => loadMasterKeys(keyFile, false);
  const tenantKeys = createTenantKeys(db, await openMasterKeys(readKeys, () => performance.now()));
  const galleries = createGalleries({
    ...{ db, tenantKeys, clock: systemClock, log: createLog('silent'), threads: usualGalleryThreads() },
    bounds: { galleryLimit: undefined, galleryMemoryMb: megabytes },
  });
  const close = async (): Promise<void> => {
    galleries.close();
    await database.close();
  };
  return { db, tenantKeys, galleries, close };
}
