import { setImmediate as letOthersRun } from 'node:timers/promises';
import { decodeImage, FRAME_LIMITS } from '../biometrics/decode-image.ts';
import { looksFlat, surroundingsOf } from '../biometrics/perspective.ts';
import type { Db } from '../database/connect.ts';
import type { TenantKey } from '../tenants/tenant-keys.ts';
import type { Attempt } from './attempt-store.ts';
import { listImages } from './frame-store.ts';
import type { FaceBox } from './observations.ts';

async function seen(image: Uint8Array, box: FaceBox): Promise<Uint8Array | undefined> {
  const picture = await decodeImage(image, FRAME_LIMITS);
  if (picture.kind === 'refused') return undefined;
  const { width, height } = picture;
  return surroundingsOf(picture, {
    x: box.x * width,
    y: box.y * height,
    width: box.width * width,
    height: box.height * height,
  });
}

/**
 * Whether the frames that an attempt kept nearer and farther show something flat that was moved: each is compared with the first one.
 * One that looks flat decides; undefined when none of them tells.
 */
export async function findFlatness(
  db: Db,
  tenantId: string,
  key: TenantKey,
  attempt: Attempt,
): Promise<boolean | undefined> {
  const { kept } = attempt.observations;
  const views: { size: number; surroundings: Uint8Array }[] = [];
  for (const { step, image } of await listImages(db, tenantId, key, attempt.attemptId)) {
    const face = kept[step];
    const isMove = step === 0 || attempt.poses[step] !== 'front';
    const surroundings = face && isMove ? await seen(image, face.box) : undefined;
    if (face && surroundings) views.push({ size: face.size, surroundings });
  }
  const [first, ...moves] = views;
  const verdicts: (boolean | undefined)[] = [];
  for (const move of first ? moves : []) {
    // Each comparison takes some 20 ms of this thread.
    await letOthersRun();
    const [farther, nearer] = first && first.size < move.size ? [first, move] : [move, first];
    if (farther && nearer) verdicts.push(looksFlat(farther, nearer));
  }
  if (verdicts.includes(true)) return true;
  return verdicts.includes(false) ? false : undefined;
}
