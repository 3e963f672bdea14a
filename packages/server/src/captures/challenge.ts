import type { AttemptOutcome, ChallengeMovement, ChallengePose, FrameHint } from '@titular/contract';

/** Number of head turns in a challenge; between two turns the person faces the camera. */
const TURNS = 2;

/** Yaw is where the nose tip stands between the outer eye corners: 0 facing, about 0.31 at 25 degrees and 0.52 at 35 (measured on the engine's landmarks). */
const FRONT_YAW_MAXIMUM = 0.15;
const TURN_YAW_MINIMUM = 0.22;

/** A whole attempt may not last longer, however often a step begins anew. */
export const ATTEMPT_LIFETIME_SECONDS = 180;

/** An attempt takes at most this many frames; a page at its fastest sends about 6 a second. */
export const MAXIMUM_FRAMES = 1200;

/** Draws a challenge: the sides of the turns at random, facing the camera before and after each; `random` gives [0, 1). */
export function drawChallenge(random: () => number): ChallengePose[] {
  const turns = Array.from({ length: TURNS }, (): ChallengePose[] => [
    random() < 0.5 ? 'left' : 'right',
    'front',
  ]);
  return ['front', ...turns.flat()];
}

/** The movement that a challenge asks for. */
export const movementOf = (poses: readonly ChallengePose[]): ChallengeMovement =>
  poses.some((pose) => pose === 'nearer' || pose === 'farther') ? 'distance' : 'turn';

/** Whether the head shows the pose; yaw is positive when the person turns to their left. */
export const showsPose = (pose: ChallengePose, yaw: number): boolean =>
  pose === 'front' ? Math.abs(yaw) <= FRONT_YAW_MAXIMUM : (pose === 'left' ? yaw : -yaw) >= TURN_YAW_MINIMUM;

const POSE_HINTS: Readonly<Record<ChallengePose, FrameHint>> = {
  front: 'look_straight',
  left: 'turn_left',
  right: 'turn_right',
  nearer: 'move_nearer',
  farther: 'move_farther',
};

/** What is known of the frame that was just measured; distances are to the attempt's first kept frame. */
export type FrameReading = { quality: FrameHint; yaw: number | undefined; samePerson: boolean };

/** Where an attempt stands and what its clocks show, in seconds. */
export type AttemptProgress = {
  poses: readonly ChallengePose[];
  step: number;
  framesSeen: number;
  stepSeconds: number;
  secondsInStep: number;
  secondsInAttempt: number;
};

/** What a frame does to the attempt: `kept` frames pass a step and are stored. */
export type FrameVerdict = {
  kept: boolean;
  step: number;
  hint: FrameHint;
  outcome: AttemptOutcome | undefined;
};

function timeUp(progress: AttemptProgress, quality: FrameHint): AttemptOutcome | undefined {
  if (progress.secondsInAttempt > ATTEMPT_LIFETIME_SECONDS || progress.framesSeen >= MAXIMUM_FRAMES)
    return 'timeout';
  if (progress.secondsInStep <= progress.stepSeconds) return undefined;
  return quality === 'no_face' ? 'no_face' : 'challenge_missed';
}

/** Judges one frame against the step now asked for; late frames count for nothing, and another person ends the attempt. */
export function judgeFrame(progress: AttemptProgress, reading: FrameReading): FrameVerdict {
  const { poses, step } = progress;
  const pose = poses[step] ?? 'front';
  const outcome = timeUp(progress, reading.quality);
  if (outcome) return { kept: false, step, hint: reading.quality, outcome };
  if (reading.quality !== 'good' || reading.yaw === undefined) {
    return {
      kept: false,
      step,
      hint: reading.quality === 'good' ? 'no_face' : reading.quality,
      outcome: undefined,
    };
  }
  if (!showsPose(pose, reading.yaw)) return { kept: false, step, hint: POSE_HINTS[pose], outcome: undefined };
  if (!reading.samePerson) return { kept: false, step, hint: 'good', outcome: 'person_changed' };
  const next = step + 1;
  const done = next === poses.length;
  return { kept: true, step: next, hint: 'good', outcome: done ? 'completed' : undefined };
}
