import { randomInt } from 'node:crypto';
import type { Config } from '../config/config.ts';
import type { Clock } from '../kernel/base/clock.ts';
import type { Log } from '../kernel/base/log.ts';
import { StartRefused } from '../kernel/base/start-refused.ts';
import type { Db } from '../kernel/database/connect.ts';
import { connectionWords } from '../kernel/network/connection-words.ts';
import { type ObjectStore, openObjectStore } from './objects/object-store.ts';
import { ObjectStoreError } from './objects/object-store-error.ts';
import { createPictures, type Pictures } from './pictures.ts';
import { proveBucket } from './prove-bucket.ts';
import { type WatchedObjects, watchObjects } from './watch-objects.ts';

/** Opens the bucket of the configuration, if it names one; nothing is sent yet. */
export function openBucket(config: Config): ObjectStore | undefined {
  const { objectsUrl: url, objectsRegion: region } = config;
  if (!url) return undefined;
  return openObjectStore({
    ...{ url, region, connectionWords },
    random: () => randomInt(2 ** 32) / 2 ** 32,
    // Looked up for each request: they may stand in files that change.
    get accessKey() {
      return config.objectsAccessKey ?? '';
    },
    get secretKey() {
      return config.objectsSecretKey ?? '';
    },
  });
}

/** Opens the bucket as the service uses it: measured, and probed. */
export function openObjects(config: Config, log: Log): WatchedObjects | undefined {
  const store = openBucket(config);
  return store && watchObjects(store, { log });
}

/** Refuses a start with a bucket that is not there, or keys that may not write; one that is away is waited for while the service runs. */
export async function proveObjects(objects: WatchedObjects): Promise<void> {
  try {
    await proveBucket(objects);
  } catch (error) {
    if (!(error instanceof ObjectStoreError)) throw error;
    if (error.fault === 'denied' || error.message.includes('NoSuchBucket'))
      throw new StartRefused(`TITULAR_OBJECTS_URL cannot be used: ${error.message}.`);
  }
}

/** Opens pictures for a command, which reads them wherever they lie. */
export const openPictures = (config: Config, { db, clock }: { db: Db; clock: Clock }): Pictures =>
  createPictures({ db, clock, objects: openBucket(config), isForNew: config.picturePlace === 'objects' });
