import type { ChallengeMovement, ChallengePose } from '@titular/contract';
import {
  HEAD_MOVEMENTS,
  type HeadMovement,
  type PoseRanges,
  type PoseReading,
  type Range,
} from '@titular/face-engine';
import { type FirstReading, poseRanges, showsPose } from './pose-table.ts';

/** Yaw and pitch against the first frame at which relief is measured best: far enough for the nose to stand out, near enough for both sides to be seen. */
const BEST_YAW = 0.42;
const BEST_PITCH_DEGREES = 16;

/** Gap of the lips, in eye distances, at which a chin has gone far and is still found again. */
const BEST_GAP = 0.25;

/** A frame that is better by less is not worth writing. */
const MIN_GAIN = 0.02;

/** Where an attempt stands, as far as its chips are concerned; `error` is that of the chip kept last. */
export type ChipsInHand = {
  poses: readonly ChallengePose[];
  movement: ChallengeMovement;
  step: number;
  first: FirstReading | undefined;
  error: number | undefined;
};

/** Whether relief can be measured at a pose. */
const isHeadMovement = (pose: ChallengePose | undefined): pose is HeadMovement =>
  HEAD_MOVEMENTS.some((movement) => movement === pose);

/** Whether a move tells a solid head from a picture: head moves, and the mouth if a challenge of distance has nothing else that a picture cannot do. */
export const showsSolidity = (
  pose: ChallengePose | undefined,
  movement: ChallengeMovement,
): pose is HeadMovement | 'mouth' => isHeadMovement(pose) || (pose === 'mouth' && movement === 'distance');

/** Whether a frame that shows a pose keeps its chip: of the movements of head and mouth, and of facing the camera before and after. */
export const isChipKept = (pose: ChallengePose | undefined): boolean =>
  pose === 'front' || pose === 'mouth' || isHeadMovement(pose);

/** How far a face stands from where its pose is measured best: 0 is best, 1 as far again. */
export function chipError(
  pose: ChallengePose,
  reading: PoseReading,
  first: FirstReading | undefined,
): number {
  const pitch = (reading.pitchDegrees ?? 0) - (first?.pitchDegrees ?? reading.pitchDegrees ?? 0);
  if (pose === 'left' || pose === 'right') return Math.abs(Math.abs(reading.yaw) - BEST_YAW) / BEST_YAW;
  if (pose === 'up' || pose === 'down')
    return Math.abs(Math.abs(pitch) - BEST_PITCH_DEGREES) / BEST_PITCH_DEGREES;
  if (pose === 'mouth') return Math.abs((reading.mouthGap ?? 0) - BEST_GAP) / BEST_GAP;
  return Math.abs(reading.yaw) / BEST_YAW + Math.abs(pitch) / BEST_PITCH_DEGREES;
}

const around = (middle: number, reach: number): Range => ({ least: middle - reach, most: middle + reach });

/** Ranges in which each reading is at most `reach` from where a pose is measured best. The error of `front` adds two readings up, so each of them keeps to this. */
function nearBest(pose: ChallengePose, reach: number, first: FirstReading | undefined): PoseRanges {
  const held = first?.pitchDegrees ?? 0;
  const [yaw, pitch] = [reach * BEST_YAW, reach * BEST_PITCH_DEGREES];
  if (pose === 'left') return { yaw: around(BEST_YAW, yaw) };
  if (pose === 'right') return { yaw: around(-BEST_YAW, yaw) };
  if (pose === 'up') return { pitchDegrees: around(held + BEST_PITCH_DEGREES, pitch) };
  if (pose === 'down') return { pitchDegrees: around(held - BEST_PITCH_DEGREES, pitch) };
  if (pose === 'mouth') return { mouthGap: around(BEST_GAP, reach * BEST_GAP) };
  return first?.pitchDegrees === undefined
    ? { yaw: around(0, yaw) }
    : { yaw: around(0, yaw), pitchDegrees: around(held, pitch) };
}

const narrow = (one: Range = {}, other: Range = {}): Range => ({
  least: Math.max(one.least ?? Number.NEGATIVE_INFINITY, other.least ?? Number.NEGATIVE_INFINITY),
  most: Math.min(one.most ?? Number.POSITIVE_INFINITY, other.most ?? Number.POSITIVE_INFINITY),
});

/** What a frame has to show to give a better chip of the step before: no other frame that passes no step is measured in full. Undefined where none can. */
export function betterChipRanges({
  poses,
  movement,
  step,
  first,
  error,
}: ChipsInHand): PoseRanges | undefined {
  const pose = poses[step - 1];
  if (pose === undefined || error === undefined || error <= MIN_GAIN) return undefined;
  const [shown, near] = [poseRanges(pose, movement, first), nearBest(pose, error - MIN_GAIN, first)];
  const narrowed = Object.entries(near).map(([name, range]) => [
    name,
    narrow(shown[name as keyof PoseReading], range),
  ]);
  return { ...shown, ...Object.fromEntries(narrowed) };
}

/** The step whose chip a frame that passed none replaces, because it shows that pose better: people go on moving after a step is passed. */
export function findBetterChip(
  { poses, movement, step, first, error }: ChipsInHand,
  reading: PoseReading,
): { step: number; error: number } | undefined {
  const pose = poses[step - 1];
  if (pose === undefined || error === undefined || !showsPose(pose, reading, movement, first))
    return undefined;
  const found = chipError(pose, reading, first);
  return found <= error - MIN_GAIN ? { step: step - 1, error: found } : undefined;
}
