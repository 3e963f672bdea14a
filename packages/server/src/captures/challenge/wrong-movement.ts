import type { ChallengeLength, ChallengeMovement, ChallengePose } from '@titular/contract';
import type { PoseReading } from '@titular/face-engine';
import { kindsOf, type Move } from './draw-challenge.ts';
import { type FirstReading, showsPose } from './pose-table.ts';

/**
 * Frames with a wrong movement after which an attempt ends, anywhere in it. One may be a misreading; requiring
 * consecutive frames would let a loop slip through that shows each pose for one frame.
 */
const WRONG_FRAMES = 2;

/**
 * Wrong frames that an attempt begins with. A short challenge forgives none: a film that shows each pose for one frame would get through
 * it in 3 of 100 attempts otherwise (decision 0030).
 */
export const FIRST_WRONG_FRAMES: Readonly<Record<ChallengeLength, number>> = { short: 1, usual: 0, long: 0 };

/**
 * Two deviations of a still face (pose-table). Readings this far beyond a limit end the attempt by a single frame.
 * From the edge of `front` that is 4.5 deviations of yaw, 9 of pitch and 6.4 of the mouth. Of the size of a face no
 * deviation is known.
 */
const CLEAR_MARGINS: Readonly<Partial<Record<Move, Partial<Record<keyof PoseReading, number>>>>> = {
  left: { yaw: 0.056 },
  right: { yaw: -0.056 },
  up: { pitchDegrees: 1.14 },
  down: { pitchDegrees: -1.14 },
  mouth: { mouthGap: 0.032 },
};

/** The step an attempt stands at, for telling what would be wrong there. */
export type StepInHand = {
  poses: readonly ChallengePose[];
  movement: ChallengeMovement;
  step: number;
  first: FirstReading | undefined;
};

/**
 * The movement that a frame shows and that is not asked for. The thresholds are those that would pass it. Only what the challenge draws
 * from counts: who chose to leave out turns, nods or the mouth may be unable to hold them still. Before the first frame is kept nothing
 * has been asked for, and the move that was just passed may still be held.
 */
export function findWrongMove(at: StepInHand, reading: PoseReading): Move | undefined {
  const { poses, movement, step, first } = at;
  if (step === 0) return undefined;
  const asked = poses[step] ?? 'front';
  const held = asked === 'front' ? poses[step - 1] : undefined;
  return kindsOf(movement).find(
    (move) => move !== asked && move !== held && showsPose(move, reading, movement, first),
  );
}

function isClear(move: Move, at: StepInHand, reading: PoseReading): boolean {
  const margins = Object.entries(CLEAR_MARGINS[move] ?? {}) as [keyof PoseReading, number][];
  if (margins.length === 0) return false;
  const less = Object.fromEntries(margins.map(([name, margin]) => [name, (reading[name] ?? 0) - margin]));
  return showsPose(move, { ...reading, ...less }, at.movement, at.first);
}

/** Whether a wrong movement is beyond doubt, by this frame alone or with those that came before in the attempt. */
export const isBeyondDoubt = (
  move: Move,
  at: StepInHand,
  reading: PoseReading,
  wrongFramesBefore: number,
): boolean => wrongFramesBefore + 1 >= WRONG_FRAMES || isClear(move, at, reading);
