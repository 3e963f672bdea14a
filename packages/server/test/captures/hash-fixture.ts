import { randomUUID } from 'node:crypto';
import { imageHashDistance, mirrorFaceHash } from '@titular/face-engine';
import {
  insertFaceHash,
  listSimilarFaceHashes,
} from '@titular/server/captures/attack-signals/face-hash-store.ts';
import {
  insertImageHash,
  listSimilarImageHashes,
} from '@titular/server/captures/attack-signals/frame-hash-store.ts';
import type { TenantId } from '@titular/server/kernel/base/id.ts';
import { createDeploymentKey, type DeploymentKey } from '@titular/server/tenants/keys/deployment-keys.ts';
import { readTenantKey, type TenantKey } from '@titular/server/tenants/keys/tenant-keys.ts';
import { asId } from '@titular/test-kit/as-id.ts';
import { openVolume, type VolumeFixture } from '../erasure/volume-fixture.ts';

const HASH_BYTES = 32;

/** Numbers from 0 to 1 that a seed determines (mulberry32). */
export function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

export const drawHash = (random: () => number): Uint8Array =>
  Uint8Array.from({ length: HASH_BYTES }, () => Math.floor(random() * 256));

/** The hash with exactly so many bits turned. */
export function turnBits(hash: Uint8Array, count: number, random: () => number): Uint8Array {
  const turned = hash.slice();
  const places = new Set<number>();
  while (places.size < count) places.add(Math.floor(random() * HASH_BYTES * 8));
  for (const place of places) turned[place >> 3] = (turned[place >> 3] as number) ^ (1 << (place & 7));
  return turned;
}

/** A database with the keys that hashes are kept under. */
export type HashFixture = VolumeFixture & {
  tenantId: TenantId;
  tenantKey: TenantKey;
  faceKey: DeploymentKey;
};

export async function openHashes(): Promise<HashFixture> {
  const volume = await openVolume();
  const tenantId = asId(volume.owner.tenantId);
  const tenantKey = await readTenantKey(volume.db, volume.masterKeys, tenantId);
  const faceKey = await createDeploymentKey(volume.db, volume.masterKeys, 'face-prints')();
  return { ...volume, tenantId, tenantKey, faceKey };
}

/** Keeps a picture and the face in it, of a subject of its own unless one is given. */
export async function keepHashes(
  { db, tenantId, tenantKey, faceKey, clock }: HashFixture,
  { hash, face }: { hash: Uint8Array; face: Uint8Array },
  subjectId: string = randomUUID(),
): Promise<string> {
  const frame = { attemptId: asId(randomUUID()), step: 0 };
  const subject = { kind: 'transaction' as const, id: asId(subjectId) };
  await insertImageHash(db, tenantId, tenantKey, { ...frame, subject, hash, at: clock.now() });
  await insertFaceHash(db, tenantId, faceKey, { ...frame, hash: face });
  return subjectId;
}

const inHex = (hashes: readonly Uint8Array[]): string[] =>
  hashes.map((hash) => Buffer.from(hash).toString('hex')).sort();

/** Both searches of this release: what they find for one picture, but for one subject, and how many of it lie within so many bits. */
export const searches = {
  pictures: {
    find: (
      { db, tenantId, tenantKey }: HashFixture,
      hash: Uint8Array,
      exceptSubjectId: string = randomUUID(),
    ) =>
      listSimilarImageHashes(db, tenantId, tenantKey, { hash, exceptSubjectId }).then(({ hashes }) => hashes),
    distance: imageHashDistance,
    mirror: undefined,
  },
  faces: {
    find: (
      { db, tenantId, faceKey }: HashFixture,
      hash: Uint8Array,
      exceptSubjectId: string = randomUUID(),
    ) => listSimilarFaceHashes(db, tenantId, faceKey, { hash, exceptSubjectId }).then(({ hashes }) => hashes),
    distance: (one: Uint8Array, other: Uint8Array) =>
      Math.min(imageHashDistance(one, other), imageHashDistance(one, mirrorFaceHash(other))),
    mirror: mirrorFaceHash,
  },
} as const;

/** Those of some hashes that lie within so many bits of one, in an order of their own. */
export const within = (
  kind: keyof typeof searches,
  hash: Uint8Array,
  hashes: readonly Uint8Array[],
  bits: number,
): string[] => inHex(hashes.filter((other) => searches[kind].distance(other, hash) <= bits));
