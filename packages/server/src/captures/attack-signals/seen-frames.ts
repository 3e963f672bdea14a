import type { ChallengePose } from '@titular/contract';
import {
  CERTAIN_FACE_BITS,
  faceHashDistance,
  imageHashDistance,
  REPEATED_FACE_BITS,
  SAME_FACE_BITS,
  SAME_PICTURE_BITS,
} from '@titular/face-engine';
import type { AttackSignal } from '../../decision/index.ts';
import type { TenantId } from '../../kernel/base/id.ts';
import type { Db } from '../../kernel/database/connect.ts';
import type { SubjectRef } from '../../kernel/database/subject-ref.ts';
import type { DeploymentKey, TenantKey } from '../../tenants/index.ts';
import { type FrameRef, insertFaceHash, listFaceHashes, listSimilarFaceHashes } from './face-hash-store.ts';
import { type FrameHash, insertImageHash, listSimilarImageHashes } from './frame-hash-store.ts';

/** Days for which a print is kept, so that what was recorded once is known again. */
export const IMAGE_HASH_DAYS = 90;

/** The tenant's key, for prints of whole pictures, and that of the deployment, for prints of faces. */
export type HashKeys = { tenant: TenantKey; deployment: DeploymentKey };

/** Two takes of one person who sits still may come near to each other by chance, but not as near as this; a copy mostly does. */
const CERTAIN_BITS = 2;

/** Poses in which one head hardly ever stands twice as it stood before; ahead it often does. */
const TURNED: ReadonlySet<ChallengePose> = new Set(['left', 'right', 'up', 'down']);

const isTurned = (pose: ChallengePose | undefined): boolean => pose !== undefined && TURNED.has(pose);

/** A kept frame, by what the whole picture and the aligned face in it look like; `face` is missing where an earlier release kept it. */
export type SeenFrame = FrameRef & {
  subject: SubjectRef;
  pose: ChallengePose | undefined;
  hash: Uint8Array;
  face: Uint8Array | undefined;
};

/**
 * How near what is asked for comes to something that was kept. Where others crowd a pair of it, a copy may be hidden behind them: no two persons
 * are so alike that this happens by chance, so it counts as `like`.
 */
type Nearness = 'certain' | 'like' | undefined;

/** How near a picture comes to one that was kept for another subject of the tenant. */
async function findPicture(
  db: Db,
  tenantId: TenantId,
  { tenant }: HashKeys,
  { subject, pose, hash }: SeenFrame,
): Promise<Nearness> {
  const { hashes, isCrowded } = await listSimilarImageHashes(db, tenantId, tenant, {
    hash,
    exceptSubjectId: subject.id,
  });
  const nearest = Math.min(...hashes.map((other) => imageHashDistance(other, hash)));
  if (nearest <= CERTAIN_BITS) return 'certain';
  return (isCrowded || nearest <= SAME_PICTURE_BITS) && pose !== 'front' ? 'like' : undefined;
}

/** How near a face, as it is or mirrored, comes to one that was kept for another subject, whoever's. */
async function findFace(
  db: Db,
  tenantId: TenantId,
  { deployment }: HashKeys,
  { subject, pose, face }: SeenFrame,
): Promise<Nearness> {
  if (!face) return undefined;
  const { hashes, isCrowded } = await listSimilarFaceHashes(db, tenantId, deployment, {
    hash: face,
    exceptSubjectId: subject.id,
  });
  const nearest = Math.min(...hashes.map((other) => faceHashDistance(other, face)));
  if (nearest <= CERTAIN_FACE_BITS) return 'certain';
  return (isCrowded || nearest <= SAME_FACE_BITS) && isTurned(pose) ? 'like' : undefined;
}

/**
 * Whether a turned head stands as it stood in another kept frame of the same subject. Only what is nearly exact counts: people who sit
 * still come within a few bits of themselves when they look ahead, so that such frames are left out.
 */
async function isRepeated(
  db: Db,
  tenantId: TenantId,
  { deployment }: HashKeys,
  { subject, attemptId, step, pose, face }: SeenFrame,
): Promise<boolean> {
  if (!face || !isTurned(pose)) return false;
  const kept = await listFaceHashes(db, tenantId, deployment, subject.id);
  const own = kept.findIndex((other) => other.attemptId === attemptId && other.step === step);
  const before = own < 0 ? kept : kept.slice(0, own);
  return before.some(({ hash }) => faceHashDistance(hash, face) <= REPEATED_FACE_BITS);
}

/** Signs of pictures that were seen before. */
export const SIGNALS_OF_HASHES = [
  'frames_seen_before',
  'frames_like_before',
  'frames_repeated',
] as const satisfies readonly AttackSignal[];

/**
 * Finds the attack signals of a frame that resembles an earlier one. Of another transaction, the match is certain or
 * has to repeat itself; of its own, a turned head repeats. Who sits at one desk and looks straight ahead may look
 * much alike twice; a turned head hardly does.
 */
export async function findSeenSignals(
  db: Db,
  tenantId: TenantId,
  keys: HashKeys,
  frame: SeenFrame,
): Promise<AttackSignal[]> {
  const [picture, face, isRepeat] = await Promise.all([
    findPicture(db, tenantId, keys, frame),
    findFace(db, tenantId, keys, frame),
    isRepeated(db, tenantId, keys, frame),
  ]);
  const signs: AttackSignal[] = isRepeat ? ['frames_repeated'] : [];
  if (picture === 'certain' || face === 'certain') signs.push('frames_seen_before');
  else if (picture === 'like' || face === 'like') signs.push('frames_like_before');
  return signs;
}

/** Keeps what a frame looks like, and the face in it. */
export async function recordImageHashes(
  db: Db,
  tenantId: TenantId,
  { tenant, deployment }: HashKeys,
  { face, ...frame }: FrameHash & { face: Uint8Array },
): Promise<void> {
  await insertImageHash(db, tenantId, tenant, frame);
  const { attemptId, step } = frame;
  await insertFaceHash(db, tenantId, deployment, { attemptId, step, hash: face });
}
