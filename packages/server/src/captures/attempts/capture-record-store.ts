import type { AttemptOutcome, ChallengeMovement, ChallengePose } from '@titular/contract';
import type { AttemptId, TenantId } from '../../kernel/base/id.ts';
import type { Db } from '../../kernel/database/connect.ts';
import type { SubjectId } from '../../kernel/database/subject-ref.ts';
import type { PictureRow } from '../../pictures/index.ts';
import type { ChosenLength } from '../challenge/choose-length.ts';
import { movementOf } from '../challenge/draw-challenge.ts';
import { type Consent, toConsent } from '../sessions/session-store.ts';

/** An attempt as it went, with the consent it was made under; those of earlier releases have none. */
export type RecordedAttempt = {
  attemptId: AttemptId;
  number: number;
  movement: ChallengeMovement;
  poses: ChallengePose[];
  /** How long the challenge was, and why; undefined for attempts of earlier releases. */
  chosen: ChosenLength | undefined;
  /** How many steps were passed. */
  step: number;
  framesSeen: number;
  outcome: AttemptOutcome | undefined;
  startedAt: Date;
  finishedAt: Date | undefined;
  consent: Consent | undefined;
};

/** A kept frame without its image and what was measured on it. */
export type RecordedFrame = {
  attemptId: AttemptId;
  step: number;
  pose: ChallengePose;
  imageDigest: Buffer;
  receivedAt: Date;
};

/** The attempts for a subject in their order. */
export async function listRecordedAttempts(
  db: Db,
  tenantId: TenantId,
  subjectId: SubjectId,
): Promise<RecordedAttempt[]> {
  const rows = await db
    .selectFrom('capture_attempts as a')
    .select([
      'a.attempt_id',
      'a.number',
      'a.movement',
      'a.poses',
      'a.challenge_length',
      'a.challenge_reasons',
      'a.step',
      'a.frames_seen',
      'a.outcome',
      'a.started_at',
      'a.finished_at',
      'a.consent_version',
      'a.consent_language',
      'a.consented_at',
    ])
    .where('a.tenant_id', '=', tenantId)
    .where('a.subject_id', '=', subjectId)
    .orderBy('a.number')
    .execute();
  return rows.map((row) => ({
    attemptId: row.attempt_id,
    number: row.number,
    movement: (row.movement as ChallengeMovement | null) ?? movementOf(row.poses as ChallengePose[]),
    poses: row.poses as ChallengePose[],
    chosen: row.challenge_length
      ? ({ length: row.challenge_length, reasons: row.challenge_reasons ?? [] } as ChosenLength)
      : undefined,
    step: row.step,
    framesSeen: row.frames_seen,
    outcome: (row.outcome as AttemptOutcome | null) ?? undefined,
    startedAt: row.started_at,
    finishedAt: row.finished_at ?? undefined,
    consent: toConsent(row),
  }));
}

/** The frames of a subject that are still kept, by attempt and step. */
export async function listRecordedFrames(
  db: Db,
  tenantId: TenantId,
  subjectId: SubjectId,
): Promise<RecordedFrame[]> {
  const rows = await db
    .selectFrom('capture_frames as f')
    .innerJoin('capture_attempts as a', (join) =>
      join.onRef('a.tenant_id', '=', 'f.tenant_id').onRef('a.attempt_id', '=', 'f.attempt_id'),
    )
    .select(['f.attempt_id', 'f.step', 'f.pose', 'f.image_digest', 'f.received_at'])
    .where('f.tenant_id', '=', tenantId)
    .where('a.subject_id', '=', subjectId)
    .orderBy('a.number')
    .orderBy('f.step')
    .execute();
  return rows.map((row) => ({
    attemptId: row.attempt_id,
    step: row.step,
    pose: row.pose as ChallengePose,
    imageDigest: row.image_digest,
    receivedAt: row.received_at,
  }));
}

/** Where the image of a kept frame lies, sealed, if the attempt is one for this subject. */
export async function findSealedImage(
  db: Db,
  tenantId: TenantId,
  subjectId: SubjectId,
  attemptId: AttemptId,
  step: number,
): Promise<(PictureRow & { imageDigest: Buffer }) | undefined> {
  const row = await db
    .selectFrom('capture_frames as f')
    .innerJoin('capture_attempts as a', (join) =>
      join.onRef('a.tenant_id', '=', 'f.tenant_id').onRef('a.attempt_id', '=', 'f.attempt_id'),
    )
    .select(['f.sealed_image', 'f.object_name', 'f.image_digest'])
    .where('f.tenant_id', '=', tenantId)
    .where('a.subject_id', '=', subjectId)
    .where('f.attempt_id', '=', attemptId)
    .where('f.step', '=', step)
    .executeTakeFirst();
  return row && { sealedImage: row.sealed_image, objectName: row.object_name, imageDigest: row.image_digest };
}
