import { SCREEN_PATTERN_LIMIT } from '../biometrics/screen-pattern.ts';
import type { Db } from '../database/connect.ts';
import type { RiskSign } from '../decision/risk-signs.ts';
import type { TenantKey } from '../tenants/tenant-keys.ts';
import type { Attempt } from './attempt-store.ts';
import { hasNewResult } from './camera-signs.ts';
import type { FrameVerdict } from './challenge.ts';
import type { Analysed } from './measure-attempt.ts';
import { isStill, type Observations } from './observations.ts';
import { findSeenSign } from './seen-frames.ts';

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

/** A turn to the wrong side counts once in a step, however many frames show it. */
const isFirstWrongTurn = ({ attempt, verdict }: JudgedFrame): boolean =>
  verdict.wrongTurn && attempt.observations.wrongTurnAt !== attempt.step;

const RULES: readonly [sign: RiskSign, isSeen: (frame: JudgedFrame) => boolean][] = [
  ['impossible_timing', isFirstTooSoon],
  [
    'screen_pattern',
    ({ verdict, analysis }) => verdict.kept && (analysis.face?.screenPattern ?? 0) > SCREEN_PATTERN_LIMIT,
  ],
  ['flat_picture', ({ verdict }) => verdict.outcome === 'not_live' && verdict.hint === 'good'],
  ['another_person', ({ verdict }) => verdict.outcome === 'person_changed'],
  ['several_persons', ({ verdict }) => verdict.outcome === 'several_faces'],
  ['wrong_turn', isFirstWrongTurn],
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
export async function findSigns(
  db: Db,
  tenantId: string,
  key: TenantKey,
  frame: JudgedFrame,
): Promise<RiskSign[]> {
  const found = RULES.filter(([, isSeen]) => isSeen(frame)).map(([sign]) => sign);
  if (!frame.verdict.kept) return found;
  const { transactionId, poses, step } = frame.attempt;
  const print = frame.analysis.fingerprint;
  const seen = await findSeenSign(db, tenantId, key, { transactionId, pose: poses[step], print });
  return seen ? [...found, seen] : found;
}
