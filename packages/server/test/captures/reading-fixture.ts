import type { ChallengeLength, ChallengeMovement, ChallengePose } from '@titular/contract';
import type { PoseReading } from '@titular/face-engine/measure/pose-ranges.ts';
import {
  type AttemptProgress,
  type FrameVerdict,
  judgeFrame,
} from '@titular/server/captures/challenge/challenge.ts';
import type { FirstReading } from '@titular/server/captures/challenge/pose-table.ts';
import { FIRST_WRONG_FRAMES } from '@titular/server/captures/challenge/wrong-movement.ts';

/** A person at rest, who holds the head a little back and whose lips stand apart a little. */
export const REST: PoseReading = { yaw: 0, size: 0.5, pitchDegrees: 4, mouthGap: 0.02, jawDrop: 0.9 };

/** The same person as the first frame of an attempt keeps them. */
export const FIRST: FirstReading = { size: 0.5, pitchDegrees: 4, mouthGap: 0.02, jawDrop: 0.9 };

/** The readings of a person who shows a pose well: turns and nods of 25 degrees, the mouth opened by 0.35. */
export const SHOWN: Readonly<Record<ChallengePose, PoseReading>> = {
  front: REST,
  left: { ...REST, yaw: 0.31 },
  right: { ...REST, yaw: -0.31 },
  up: { ...REST, pitchDegrees: 4 + 14.6 },
  down: { ...REST, pitchDegrees: 4 - 14.5 },
  mouth: { ...REST, mouthGap: 0.319, jawDrop: 1.2 },
  nearer: { ...REST, size: 0.68 },
  farther: { ...REST, size: 0.36 },
};

/** The readings of a pose that is shown a little beyond its limit. */
export const MARGINAL: Readonly<Record<ChallengePose, PoseReading>> = {
  front: REST,
  left: { ...REST, yaw: 0.26 },
  right: { ...REST, yaw: -0.26 },
  up: { ...REST, pitchDegrees: 4 + 10.6 },
  down: { ...REST, pitchDegrees: 4 - 10.6 },
  mouth: { ...REST, mouthGap: 0.17, jawDrop: 1.02 },
  nearer: { ...REST, size: 0.65 },
  farther: { ...REST, size: 0.385 },
};

/** An attempt in its second step, with clocks that have run a little. */
export const PROGRESS: AttemptProgress = {
  poses: ['front', 'left', 'front', 'up', 'front', 'mouth', 'front'],
  movement: 'turn',
  step: 1,
  framesSeen: 4,
  unhurried: false,
  stepSeconds: 15,
  secondsInStep: 2,
  secondsInAttempt: 5,
  frameSeconds: 0,
  slowSeconds: 0,
  first: FIRST,
  wrongFrames: 0,
  solids: 2,
  wrongMovementEnds: true,
  hints: {},
};

/** What a camera sees at a time, in seconds from the first frame, while a step is asked for. */
export type Scene = (seconds: number, step: number) => PoseReading;

/** Plays a scene to an attempt, frame by frame, and gives the last verdict. */
export function play(
  challenge: { poses: readonly ChallengePose[]; movement: ChallengeMovement; length?: ChallengeLength },
  scene: Scene,
  framesASecond: number,
): FrameVerdict {
  const { length = 'usual', ...asked } = challenge;
  const wrongFrames = FIRST_WRONG_FRAMES[length];
  let at: AttemptProgress = { ...PROGRESS, ...asked, wrongFrames, step: 0, first: undefined };
  let stepBegan = 0;
  for (let framesSeen = 0; ; framesSeen += 1) {
    const seconds = framesSeen / framesASecond;
    const face = scene(seconds, at.step);
    const clocks = { secondsInStep: seconds - stepBegan, secondsInAttempt: seconds };
    const reading = { quality: 'good', face, samePerson: true, isFlat: () => false } as const;
    const verdict = judgeFrame({ ...at, framesSeen, ...clocks }, reading);
    if (verdict.outcome) return verdict;
    if (verdict.kept) stepBegan = seconds;
    const first = verdict.kept ? (at.first ?? face) : at.first;
    at = { ...at, step: verdict.step, first, wrongFrames: at.wrongFrames + (verdict.wrongFrame ? 1 : 0) };
  }
}
