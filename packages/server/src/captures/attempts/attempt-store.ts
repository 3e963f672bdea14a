import type { AttemptOutcome, ChallengeMovement, ChallengePose, FrameAnswer } from '@titular/contract';
import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { AttemptId, SessionId, TenantId } from '../../kernel/base/id.ts';
import type { Db } from '../../kernel/database/connect.ts';
import {
  type SubjectId,
  type SubjectRef,
  subjectColumns,
  subjectOf,
} from '../../kernel/database/subject-ref.ts';
import type { Tables } from '../../kernel/database/tables/tables.ts';
import type { ChosenLength } from '../challenge/choose-length.ts';
import { movementOf } from '../challenge/draw-challenge.ts';
import { NOTHING_OBSERVED, type Observations } from '../challenge/observations.ts';
import { type Consent, toConsent } from '../sessions/session-store.ts';

/** One try at a challenge. */
export type Attempt = {
  attemptId: AttemptId;
  subject: SubjectRef;
  sessionId: SessionId;
  number: number;
  movement: ChallengeMovement;
  poses: ChallengePose[];
  step: number;
  framesSeen: number;
  /** The person asked for more time. */
  unhurried: boolean;
  observations: Observations;
  lastAnswer: FrameAnswer | undefined;
  outcome: AttemptOutcome | undefined;
  startedAt: Date;
  stepStartedAt: Date;
  /** Undefined while it goes on, and before it is kept. */
  finishedAt?: Date | undefined;
  /** What it was begun under; undefined for those of earlier releases, and before it is kept. */
  consent?: Consent | undefined;
};

const ATTEMPT_COLUMNS = [
  'attempt_id',
  'subject_kind',
  'subject_id',
  'session_id',
  'number',
  'movement',
  'poses',
  'step',
  'frames_seen',
  'unhurried',
  'observations',
  'last_answer',
  'outcome',
  'started_at',
  'step_started_at',
  'finished_at',
  'consent_version',
  'consent_language',
  'consented_at',
] as const;

const toAttempt = (
  row: Pick<Selectable<Tables['capture_attempts']>, (typeof ATTEMPT_COLUMNS)[number]>,
): Attempt => ({
  attemptId: row.attempt_id,
  subject: subjectOf(row),
  sessionId: row.session_id,
  number: row.number,
  movement: (row.movement as ChallengeMovement | null) ?? movementOf(row.poses as ChallengePose[]),
  poses: row.poses as ChallengePose[],
  step: row.step,
  framesSeen: row.frames_seen,
  unhurried: row.unhurried,
  observations: row.observations as Observations,
  lastAnswer: (row.last_answer as FrameAnswer | null) ?? undefined,
  outcome: (row.outcome as AttemptOutcome | null) ?? undefined,
  startedAt: row.started_at,
  stepStartedAt: row.step_started_at,
  finishedAt: row.finished_at ?? undefined,
  consent: toConsent(row),
});

/** The newest attempt for a subject. */
export async function findLatestAttempt(
  db: Db,
  tenantId: TenantId,
  subjectId: SubjectId,
): Promise<Attempt | undefined> {
  const row = await db
    .selectFrom('capture_attempts')
    .select(ATTEMPT_COLUMNS)
    .where('tenant_id', '=', tenantId)
    .where('subject_id', '=', subjectId)
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row && toAttempt(row);
}

/** Gives the attempts of a subject that were made in one page session to another. Those that have ended go too: their person may ask for the deletion. */
export async function updateAttemptSession(
  db: Db,
  tenantId: TenantId,
  subjectId: SubjectId,
  { before, after }: { before: SessionId; after: SessionId },
): Promise<void> {
  await db
    .updateTable('capture_attempts')
    .set({ session_id: after })
    .where('tenant_id', '=', tenantId)
    .where('subject_id', '=', subjectId)
    .where('session_id', '=', before)
    .execute();
}

/** An attempt of this page session. */
export async function findAttempt(
  db: Db,
  tenantId: TenantId,
  sessionId: SessionId,
  attemptId: AttemptId,
): Promise<Attempt | undefined> {
  const row = await db
    .selectFrom('capture_attempts')
    .select(ATTEMPT_COLUMNS)
    .where('tenant_id', '=', tenantId)
    .where('attempt_id', '=', attemptId)
    .where('session_id', '=', sessionId)
    .executeTakeFirst();
  return row && toAttempt(row);
}

/** Begins an attempt, with its consent, unless another platform asked for it, and the keyed hash of whom it is to show, sent or stated. Its row tells why the challenge is as long as it is. False when another tab began the same one or one is still open. */
export async function insertAttempt(
  db: Db,
  tenantId: TenantId,
  attempt: Attempt,
  made: {
    consent: Consent | undefined;
    identityHash: Buffer;
    isStated: boolean;
    showedFace?: boolean;
    chosen?: ChosenLength;
  },
): Promise<boolean> {
  const { consent, identityHash, isStated, showedFace = false, chosen } = made;
  const result = await db
    .insertInto('capture_attempts')
    .values({
      tenant_id: tenantId,
      attempt_id: attempt.attemptId,
      session_id: attempt.sessionId,
      ...subjectColumns(attempt.subject),
      number: attempt.number,
      movement: attempt.movement,
      poses: attempt.poses,
      unhurried: attempt.unhurried,
      identity_hash: identityHash,
      is_stated: isStated,
      showed_face: showedFace,
      challenge_length: chosen?.length ?? null,
      challenge_reasons: chosen?.reasons ?? null,
      consent_version: consent?.version ?? null,
      consent_language: consent?.language ?? null,
      consented_at: consent?.at ?? null,
      observations: JSON.stringify(attempt.observations),
      last_answer: null,
      started_at: attempt.startedAt,
      step_started_at: attempt.stepStartedAt,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return result.numInsertedOrUpdatedRows === 1n;
}

/** How often the page of an attempt was loaded again, as its row has it. */
const LOADS = sql<number>`coalesce((observations->>'loads')::integer, 0)`;

/**
 * Lets the page's times begin anew, and drops a camera request under way: the page was loaded again, and its clock and camera with it. The
 * load is counted, so that no frame that is still measured brings the times of the page before back.
 */
export async function resetTimes(db: Db, tenantId: TenantId, attemptId: AttemptId): Promise<void> {
  await sql`UPDATE capture_attempts
    SET observations = (observations - 'capturedMs') #- '{camera,pending}' || jsonb_build_object('loads', ${LOADS} + 1)
    WHERE tenant_id = ${tenantId} AND attempt_id = ${attemptId}`.execute(db);
}

/** What a frame changes in its attempt. */
export type AttemptChange = {
  attemptId: AttemptId;
  position: number;
  step: number;
  stepStartedAt: Date;
  answer: FrameAnswer;
  observations: Observations;
  /** How often the page had been loaded again when the frame came. */
  loads: number;
  /** Whether the frame shows a face: from the first one on the attempt counts for the day. */
  showsFace: boolean;
  at: Date;
};

/** Moves an open attempt on by the frame at `position`; false when another frame came first, the page was loaded again, or the attempt has ended. */
export async function updateAttempt(db: Db, tenantId: TenantId, change: AttemptChange): Promise<boolean> {
  const result = await db
    .updateTable('capture_attempts')
    .set({
      step: change.step,
      step_started_at: change.stepStartedAt,
      frames_seen: change.position + 1,
      last_answer: JSON.stringify(change.answer),
      observations: JSON.stringify(change.observations),
      outcome: change.answer.outcome ?? null,
      finished_at: change.answer.outcome ? change.at : null,
      ...(change.showsFace ? { showed_face: true } : {}),
    })
    .where('tenant_id', '=', tenantId)
    .where('attempt_id', '=', change.attemptId)
    .where('frames_seen', '=', change.position)
    .where(LOADS, '=', change.loads)
    .where('outcome', 'is', null)
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

/** Keeps what a picture that cannot be used changes in its open attempt; false when a frame came first, the page was loaded again, or the attempt has ended. */
export async function updateUnusable(
  db: Db,
  tenantId: TenantId,
  change: Pick<AttemptChange, 'attemptId' | 'position' | 'observations' | 'loads' | 'at'> & {
    outcome: AttemptOutcome | undefined;
  },
): Promise<boolean> {
  const result = await db
    .updateTable('capture_attempts')
    .set({
      observations: JSON.stringify(change.observations),
      outcome: change.outcome ?? null,
      finished_at: change.outcome ? change.at : null,
    })
    .where('tenant_id', '=', tenantId)
    .where('attempt_id', '=', change.attemptId)
    .where('frames_seen', '=', change.position)
    .where(LOADS, '=', change.loads)
    .where('outcome', 'is', null)
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

const NOTHING_BUT_CAMERA = JSON.stringify(NOTHING_OBSERVED);

/** `closeObservations` of a row of attempts: nothing that was measured on a face stays. */
export const closedObservations: RawBuilder<unknown> = sql`${NOTHING_BUT_CAMERA}::jsonb
  || CASE WHEN observations ? 'camera' THEN jsonb_build_object('camera', observations->'camera') ELSE '{}' END`;

/** Ends an open attempt that nobody sends frames to; false when it had ended. */
export async function endAttempt(
  db: Db,
  tenantId: TenantId,
  attemptId: AttemptId,
  outcome: AttemptOutcome,
  at: Date,
): Promise<boolean> {
  const result = await db
    .updateTable('capture_attempts')
    .set({ outcome, finished_at: at, observations: closedObservations })
    .where('tenant_id', '=', tenantId)
    .where('attempt_id', '=', attemptId)
    .where('outcome', 'is', null)
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}
