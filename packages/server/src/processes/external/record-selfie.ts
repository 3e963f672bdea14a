import { createHash } from 'node:crypto';
import { encodeCleanJpeg, type FaceEngine, FRAME_LIMITS, type FrameOwner } from '@titular/face-engine';
import {
  findSeenSignals,
  type HashKeys,
  insertAttempt,
  insertFrame,
  makeUnwatchedAttempt,
  NOTHING_OBSERVED,
  recordAttackSignal,
  recordImageHashes,
  updateAttempt,
} from '../../captures/index.ts';
import type { OtherMeasure, OtherMeasures } from '../../faces/index.ts';
import type { AttemptId, ProcessId, TenantId } from '../../kernel/base/id.ts';
import { invariant } from '../../kernel/base/invariant.ts';
import type { Db } from '../../kernel/database/connect.ts';
import type { PicturePlace, Pictures } from '../../pictures/index.ts';

/** A selfie that was taken elsewhere, as this service sees it: measured, and drawn anew without anything of the camera. */
export type MeasuredSelfie = {
  yaw: number;
  descriptor: Float32Array;
  imageHash: Uint8Array;
  faceHash: Uint8Array;
  clean: Buffer;
  engineVersion: string;
  other: OtherMeasure | undefined;
};

/** Or why it cannot be used, as a code for the log. */
export type SelfieReading = { kind: 'measured'; selfie: MeasuredSelfie } | { kind: 'unusable'; why: string };

/** What measures a selfie; in a change of engine both engines do. */
export type SelfieEngines = { engine: FaceEngine; otherEngine: OtherMeasures | undefined };

/** Measures an untrusted selfie within the limits of a frame; throws `EngineBusyError` and `EngineUnavailableError` as the present engine does. */
export async function measureSelfie(
  { engine, otherEngine }: SelfieEngines,
  image: Uint8Array,
  owner: FrameOwner,
): Promise<SelfieReading> {
  const analysis = await engine.analyse(image);
  if (analysis.kind === 'refused') return { kind: 'unusable', why: analysis.reason };
  const { face, faceCount, imageHash } = analysis;
  if (!face) return { kind: 'unusable', why: 'no_face' };
  const { yaw, identity } = face;
  invariant(identity && imageHash, 'a face of which nothing was wanted is measured in full');
  const { descriptor, hash: faceHash } = identity;
  // Whose process it is cannot be told from the picture.
  if (faceCount > 1) return { kind: 'unusable', why: 'several_faces' };
  const [clean, other] = await Promise.all([
    encodeCleanJpeg(image, FRAME_LIMITS),
    otherEngine?.measure(image, analysis, owner),
  ]);
  const measured = { yaw, descriptor, imageHash, faceHash, clean, other };
  return { kind: 'measured', selfie: { ...measured, engineVersion: engine.version } };
}

/** A selfie of a process, the attempt that it is to be, of whom it is to show, and when it was taken up. */
export type KeptSelfie = {
  processId: ProcessId;
  attemptId: AttemptId;
  identityHash: Buffer;
  selfie: MeasuredSelfie;
  /** Where its picture was put, sealed to the first step of the attempt. */
  place: PicturePlace;
  at: Date;
};

/** The one pose of what another platform took: whatever was asked for there, a face from the front is what comes of it. */
const POSES = ['front'] as const;

/** Records a selfie as a completed attempt of its process, with one sealed frame and the attack signal of a repeated picture. Runs in the caller's database transaction, which locks the process. */
export async function recordSelfie(
  trx: Db,
  { tenantId, keys, pictures }: { tenantId: TenantId; keys: HashKeys; pictures: Pictures },
  kept: KeptSelfie,
): Promise<void> {
  const { processId, attemptId, identityHash, selfie, place, at } = kept;
  const subject = { kind: 'process', id: processId } as const;
  const { yaw, descriptor, imageHash, faceHash, clean, engineVersion, other } = selfie;
  const unwatched = makeUnwatchedAttempt({ subject, number: 1, poses: [...POSES] }, at);
  const attempt = { ...unwatched, attemptId };
  const { number } = attempt;
  const made = { consent: undefined, identityHash, isStated: false };
  invariant(
    await insertAttempt(trx, tenantId, attempt, made),
    'a process on another platform has no attempt yet',
  );
  await insertFrame(trx, tenantId, keys.tenant, {
    attemptId,
    step: 0,
    position: 0,
    pose: POSES[0],
    engineVersion,
    measure: { yaw, descriptor },
    other,
    place,
    surroundings: undefined,
    chip: undefined,
    imageDigest: createHash('sha256').update(clean).digest(),
    at,
  });
  await pictures.confirm(trx, place);
  const seen = { subject, attemptId, step: 0, hash: imageHash, face: faceHash };
  await recordImageHashes(trx, tenantId, keys, { ...seen, at });
  for (const sign of await findSeenSignals(trx, tenantId, keys, { ...seen, pose: POSES[0] }))
    await recordAttackSignal(trx, tenantId, { subject, attemptNumber: number }, sign, at);
  const answer = { step: 1, hint: 'good', outcome: 'completed', attemptsLeft: 0 } as const;
  const change = {
    attemptId,
    position: 0,
    step: 1,
    stepStartedAt: at,
    answer,
    loads: 0,
    showsFace: true,
    at,
  };
  const isEnded = await updateAttempt(trx, tenantId, { ...change, observations: NOTHING_OBSERVED });
  invariant(isEnded, 'an attempt of this commit takes its frame');
}
