import { hostname } from 'node:os';
import type { ObjectStore } from './objects/object-store.ts';

/** An object of this process alone, so that one that is killed leaves one at most. */
const probeName = (): string => `titular/probes/${hostname().replace(/[^A-Za-z0-9.-]/g, '-')}-${process.pid}`;

/** Puts a small object into a bucket and deletes it; throws `ObjectStoreError`. */
export async function proveBucket(bucket: Pick<ObjectStore, 'put' | 'remove'>): Promise<void> {
  const name = probeName();
  await bucket.put(name, Buffer.from('titular'));
  await bucket.remove(name);
}
