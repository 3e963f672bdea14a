import { openObjectStore } from '@titular/server/pictures/objects/object-store.ts';
import type { TestObjectStore } from '@titular/test-kit/objects/object-store.ts';

/** Settings with which a service stores new pictures in a test's store. */
export const storedIn = ({ url, keys }: Pick<TestObjectStore, 'url' | 'keys'>): Record<string, string> => ({
  TITULAR_PICTURES: 'objects',
  TITULAR_OBJECTS_URL: url,
  TITULAR_OBJECTS_REGION: keys.region,
  TITULAR_OBJECTS_ACCESS_KEY: keys.accessKey,
  TITULAR_OBJECTS_SECRET_KEY: keys.secretKey,
});

/** The client of the service on a test's store; one try takes 300 ms at most. */
export const openBucketOf = ({ url, keys }: TestObjectStore, changes: object = {}) =>
  openObjectStore({
    ...{ url, ...keys, tryMs: 300, random: () => 0.5, connectionWords: (message: string) => message },
    ...changes,
  });
