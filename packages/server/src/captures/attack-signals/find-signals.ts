import { SCREEN_PATTERN_LIMIT } from '@titular/face-engine';
import type { AttackSignal } from '../../decision/index.ts';
import type { TenantId } from '../../kernel/base/id.ts';
import { invariant } from '../../kernel/base/invariant.ts';
import type { Db } from '../../kernel/database/connect.ts';
import type { Attempt } from '../attempts/attempt-store.ts';
import type { Analysed } from '../attempts/measure-attempt.ts';
import type { FrameVerdict } from '../challenge/challenge.ts';
import { isStill, type Observations } from '../challenge/observations.ts';
import { hasNewResult } from './camera-signals.ts';
import { findSeenSignals, type HashKeys } from './seen-frames.ts';

/** A frame with all that is known of it. */
export type JudgedFrame = {
  attempt: Attempt;
  analysis: Analysed;
  verdict: FrameVerdict;
  /** What the attempt has shown with this frame. */
  observations: Observations;
};

/** A step that was shown too soon counts once, however many frames show it. */
const isFirstTooSoon = ({ attempt, verdict }: JudgedFrame): boolean =>
  verdict.tooSoon && attempt.observations.tooSoonAt !== attempt.step;

/** A movement that was not asked for counts once in a step, however many frames show it. */
const isFirstWrongMovement = ({ attempt, verdict }: JudgedFrame): boolean =>
  verdict.wrongMovement && attempt.observations.wrongMovementAt !== attempt.step;

const RULES: readonly [sign: AttackSignal, isSeen: (frame: JudgedFrame) => boolean][] = [
  ['impossible_timing', isFirstTooSoon],
  [
    'screen_pattern',
    ({ verdict, analysis }) =>
      verdict.kept && (analysis.face?.identity?.screenPattern ?? 0) > SCREEN_PATTERN_LIMIT,
  ],
  ['flat_picture', ({ verdict }) => verdict.outcome === 'not_live' && verdict.hint === 'good'],
  ['another_person', ({ verdict }) => verdict.outcome === 'person_changed'],
  ['several_persons', ({ verdict }) => verdict.outcome === 'several_faces'],
  ['wrong_turn', isFirstWrongMovement],
  ['covered_face', ({ verdict }) => verdict.covered],
  ['camera_ignores_settings', (frame) => hasNewResult(frame, 'ignored')],
  ['camera_claims_settings', (frame) => hasNewResult(frame, 'claimed_only')],
  [
    'still_picture',
    ({ verdict, observations }) =>
      verdict.outcome !== undefined && verdict.outcome !== 'completed' && isStill(observations),
  ],
];

/** The signs of an attack that a frame brings. */
export async function findAttackSignals(
  db: Db,
  tenantId: TenantId,
  keys: HashKeys,
  frame: JudgedFrame,
): Promise<AttackSignal[]> {
  const found = RULES.filter(([, isSeen]) => isSeen(frame)).map(([sign]) => sign);
  if (!frame.verdict.kept) return found;
  const { subject, attemptId, poses, step } = frame.attempt;
  const { imageHash: hash, face } = frame.analysis;
  invariant(hash && face?.identity, 'a kept frame has a face that was identified');
  const seen = { subject, attemptId, step, pose: poses[step], hash, face: face.identity.hash };
  return [...found, ...(await findSeenSignals(db, tenantId, keys, seen))];
}
