import { decodeImage, FRAME_LIMITS, longerSideOf } from '@titular/face-engine';
import type { TenantId } from '../../kernel/base/id.ts';
import type { Db } from '../../kernel/database/connect.ts';
import type { Pictures } from '../../pictures/index.ts';
import type { TenantKey } from '../../tenants/index.ts';
import type { Attempt } from '../attempts/attempt-store.ts';
import { findSealedImage } from '../attempts/capture-record-store.ts';
import { type Analysed, placeFace } from '../attempts/measure-attempt.ts';
import type { FrameVerdict } from '../challenge/challenge.ts';
import { type CameraAnswer, parseCameraAnswer } from './camera-answer.ts';
import { advanceCameraCheck, type CameraCheck, type PendingRequest } from './camera-requests.ts';
import { judgeZoom, type ZoomFinding } from './camera-zoom.ts';

/** A judged frame as the camera check needs it: its bytes, and the header with the page's answer. */
type WatchedFrame = {
  attempt: Attempt;
  analysis: Analysed;
  verdict: FrameVerdict;
  image: Uint8Array;
  cameraAnswer: string | undefined;
  at: Date;
};

/** What watching needs. */
type WatchDeps = { db: Db; pictures: Pictures };

/** Compares the surroundings with those of the last kept frame before the request. */
async function findZoom(
  { db, pictures }: WatchDeps,
  tenantId: TenantId,
  key: TenantKey,
  { attempt, analysis, image }: WatchedFrame,
  { keptStep, value }: PendingRequest,
): Promise<ZoomFinding> {
  const { attemptId, subject } = attempt;
  const kept = await findSealedImage(db, tenantId, subject.id, attemptId, keptStep);
  const { face, width, height } = analysis;
  if (!kept || !face) return 'unclear';
  const opened = await pictures.open(key, { tenantId, attemptId, step: keptStep }, kept);
  const [before, after] = await Promise.all([opened, image].map((one) => decodeImage(one, FRAME_LIMITS)));
  if (before?.kind !== 'decoded' || after?.kind !== 'decoded') return 'unclear';
  const { box } = face;
  const parts = {
    x: box.x / width,
    y: box.y / height,
    width: box.width / width,
    height: box.height / height,
  };
  return judgeZoom(before, after, parts, value);
}

const isZoomToSee = (pending: PendingRequest | undefined, answer: CameraAnswer | undefined): boolean =>
  pending?.kind === 'zoom' && answer?.id === pending.id && answer.outcome === 'applied';

/** The camera check of an attempt after one more frame; undefined where there is none. Nothing in it can end the attempt. */
export async function watchCamera(
  deps: WatchDeps,
  tenantId: TenantId,
  key: TenantKey,
  frame: WatchedFrame,
): Promise<CameraCheck | undefined> {
  const { attempt, analysis, verdict, at } = frame;
  const check = attempt.observations.camera;
  if (!check || (check.plan.length === 0 && !check.pending)) return check;
  const answer = parseCameraAnswer(frame.cameraAnswer);
  const { pending } = check;
  return advanceCameraCheck(check, {
    step: verdict.step,
    steps: attempt.poses.length,
    kept: verdict.kept,
    ended: verdict.outcome !== undefined,
    atMs: at.getTime(),
    longerSide: longerSideOf(frame.image),
    faceSize: placeFace(analysis)?.size,
    answer,
    zoom:
      pending && isZoomToSee(pending, answer)
        ? await findZoom(deps, tenantId, key, frame, pending)
        : 'unclear',
  });
}
