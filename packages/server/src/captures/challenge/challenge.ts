import type { AttemptOutcome, FrameHint } from '@titular/contract';
import { isWithinRanges, type PoseReading, type Solidity } from '@titular/face-engine';
import { attemptLimits, MIN_STEP_SECONDS, mostFrames } from '../attempts/attempt-limits.ts';
import { type HintCounts, missedOutcome } from './missed-outcome.ts';
import { showsSolidity } from './movement-chips.ts';
import { poseHint } from './pose-hint.ts';
import { poseRanges } from './pose-table.ts';
import { findWrongMove, isBeyondDoubt, type StepInHand } from './wrong-movement.ts';

/** After so many frames of a step in which mouth or eyes seem covered they are let pass with a sign: in haze and backlight bare faces seem so too. */
const COVERED_FRAMES = 12;

/** First sizes, as part of the shorter side, that leave room to come nearer and to move away. */
const FIRST_SIZES = { least: 0.32, most: 0.66 };

/** What is known of the frame that was just measured. */
export type FrameReading = {
  quality: FrameHint;
  face: PoseReading | undefined;
  samePerson: boolean;
  /** Whether what came nearer or moved away since the first frame was flat; undefined where that cannot be told. Takes some 20 ms. */
  isFlat?: () => boolean | undefined;
  /** What the movement that ends with this frame was made by; undefined where it is not one of the head, or does not end. */
  solidity?: Solidity | undefined;
};

/** Where an attempt stands and what its clocks show, in seconds; `hints` counts those of the present step, `wrongFrames` those of the attempt. */
export type AttemptProgress = StepInHand & {
  framesSeen: number;
  unhurried: boolean;
  stepSeconds: number;
  secondsInStep: number;
  secondsInAttempt: number;
  /** What of these the service took: the measuring of this frame, and of earlier ones of the step what went beyond the usual. */
  frameSeconds: number;
  slowSeconds: number;
  wrongFrames: number;
  /** How many movements so far were those of a solid head. */
  solids: number;
  /** Whether a movement that is not asked for ends the attempt. */
  wrongMovementEnds: boolean;
  hints: HintCounts;
};

/**
 * What a frame does to the attempt: `kept` frames pass a step and are stored. `tooSoon` frames showed a pose sooner
 * than anybody could, `wrongFrame` ones a wrong movement, `wrongMovement` ones one beyond doubt, and `covered` ones
 * passed though something seems to cover the face.
 */
export type FrameVerdict = {
  kept: boolean;
  step: number;
  hint: FrameHint;
  outcome: AttemptOutcome | undefined;
  tooSoon: boolean;
  wrongFrame: boolean;
  wrongMovement: boolean;
  covered: boolean;
};

function timeUp(progress: AttemptProgress, quality: FrameHint): AttemptOutcome | undefined {
  const limits = attemptLimits(progress.stepSeconds, progress.unhurried);
  // A frame that came in time is in time: a slow engine is not the person's.
  const cameAfter = progress.secondsInAttempt - progress.frameSeconds;
  if (cameAfter > limits.attempt || progress.framesSeen >= mostFrames(progress.unhurried)) return 'timeout';
  if (progress.secondsInStep - progress.frameSeconds - progress.slowSeconds <= limits.step) return undefined;
  return missedOutcome({ ...progress.hints, [quality]: (progress.hints[quality] ?? 0) + 1 });
}

function roomHint({ movement, step }: AttemptProgress, size: number): FrameHint | undefined {
  if (step > 0 || movement !== 'distance') return undefined;
  if (size < FIRST_SIZES.least) return 'too_small';
  return size > FIRST_SIZES.most ? 'too_close' : undefined;
}

const stays = (progress: AttemptProgress, hint: FrameHint, outcome?: AttemptOutcome): FrameVerdict => ({
  kept: false,
  step: progress.step,
  hint,
  outcome,
  tooSoon: false,
  wrongFrame: false,
  wrongMovement: false,
  covered: false,
});

/** Judges a frame of good quality whose pose is not the one that is asked for. */
function judgeOther(progress: AttemptProgress, face: PoseReading, hint: FrameHint): FrameVerdict {
  const move = findWrongMove(progress, face);
  if (!move) return stays(progress, hint);
  const wrongMovement = isBeyondDoubt(move, progress, face, progress.wrongFrames);
  const outcome = wrongMovement && progress.wrongMovementEnds ? 'challenge_missed' : undefined;
  return { ...stays(progress, hint, outcome), wrongFrame: true, wrongMovement };
}

/** What keeps a movement nearer or farther from being passed, which a picture could make as well. */
function judgeDistance(progress: AttemptProgress, { isFlat }: FrameReading): FrameVerdict | undefined {
  const pose = progress.poses[progress.step];
  if (pose !== 'nearer' && pose !== 'farther') return undefined;
  const found = isFlat?.();
  // What cannot be told from a photograph is none the better for that.
  if (found === undefined) return stays(progress, 'plain_background');
  return found ? stays(progress, 'good', 'not_live') : undefined;
}

/** Moves of an attempt that must be those of a solid head: half of those of the head, or the one mouth of a challenge of distance. The others may be unclear, and none may be flat. */
function leastSolids({ poses, movement }: AttemptProgress): number {
  return Math.ceil(poses.filter((pose) => showsSolidity(pose, movement)).length / 2);
}

/** What keeps a face from being taken for a solid head when a movement of it ends. */
function judgeSolidity(progress: AttemptProgress, { solidity }: FrameReading): FrameVerdict | undefined {
  if (solidity === 'flat') return stays(progress, 'good', 'not_live');
  const isLast = progress.step + 1 === progress.poses.length;
  if (!isLast) return undefined;
  const solids = progress.solids + (solidity === 'solid' ? 1 : 0);
  return solids < leastSolids(progress) ? stays(progress, 'look_straight', 'not_live') : undefined;
}

/** Judges a frame that shows the pose that is asked for. */
function judgeShown(progress: AttemptProgress, reading: FrameReading): FrameVerdict {
  const { poses, step } = progress;
  if (step > 0 && progress.secondsInStep < MIN_STEP_SECONDS)
    return { ...stays(progress, 'good'), tooSoon: true };
  if (!reading.samePerson) return stays(progress, 'good', 'person_changed');
  const unsolid = judgeDistance(progress, reading) ?? judgeSolidity(progress, reading);
  if (unsolid) return unsolid;
  const next = step + 1;
  const outcome = next === poses.length ? 'completed' : undefined;
  return { ...stays(progress, 'good', outcome), kept: true, step: next };
}

/** Judges one frame against the step now asked for; late frames count for nothing, another person, a flat one or a wrong movement ends the attempt. */
export function judgeFrame(progress: AttemptProgress, reading: FrameReading): FrameVerdict {
  const { poses, step, movement, first } = progress;
  const { face, quality } = reading;
  const outcome = timeUp(progress, quality);
  if (outcome) return stays(progress, quality, outcome);
  const covered = quality === 'occluded' && (progress.hints.occluded ?? 0) >= COVERED_FRAMES;
  if (quality !== 'good' && !covered) return stays(progress, quality);
  if (!face) return stays(progress, 'no_face');
  const room = roomHint(progress, face.size);
  if (room) return stays(progress, room);
  const pose = poses[step] ?? 'front';
  const ranges = poseRanges(pose, movement, first);
  const verdict = isWithinRanges(face, ranges)
    ? judgeShown(progress, reading)
    : judgeOther(progress, face, poseHint(pose, face, ranges));
  return { ...verdict, covered: covered && verdict.kept };
}
