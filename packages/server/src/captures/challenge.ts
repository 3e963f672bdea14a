import type { AttemptOutcome, ChallengeMovement, ChallengePose, FrameHint } from '@titular/contract';

/** Movements of a challenge: these many, or one more, at random; between two of them the person comes back to where they began. */
const LEAST_MOVES = 2;

/** Yaw is where the nose tip stands between the outer eye corners: 0 facing, about 0.31 at 25 degrees and 0.52 at 35 (measured on the engine's landmarks). */
const FRONT_YAW_MAXIMUM = 0.15;
const TURN_YAW_MINIMUM = 0.22;

/** A turn to the side that was not asked for, as clear as nobody makes it by the way, once the instruction can have been read. */
const WRONG_TURN_YAW = 0.3;
const WRONG_TURN_SECONDS = 0.8;

/** After so many frames of a step in which mouth or eyes seem covered they are let pass with a sign: in haze and backlight bare faces seem so too. */
const COVERED_FRAMES = 12;

/** Size of the face against that of the first frame: nearer, farther, and back. */
const NEARER_MINIMUM = 1.28;
const FARTHER_MAXIMUM = 0.78;
const BACK_SIZES = { least: 0.88, most: 1.14 };

/** First sizes, as part of the shorter side, that leave room to come nearer and to move away. */
const FIRST_SIZES = { least: 0.32, most: 0.66 };

/** A whole attempt may not last longer, however often a step begins anew. */
export const ATTEMPT_LIFETIME_SECONDS = 180;

/** An attempt takes at most this many frames, and as many times more as it has more time; a page at its fastest sends about 6 a second. */
export const MAXIMUM_FRAMES = 1200;

/** Who asked for more time has this many times as much, for a step and for the attempt. */
export const UNHURRIED_FACTOR = 4;

/** Nobody reads an instruction and moves the head within this time: what shows a step sooner does not pass it. */
export const LEAST_STEP_SECONDS = 0.3;

const SIDES: Readonly<Record<ChallengeMovement, readonly [ChallengePose, ChallengePose]>> = {
  turn: ['left', 'right'],
  distance: ['nearer', 'farther'],
};

/** Draws a challenge: how many moves and which, at random, facing the camera before and after each; `random` gives [0, 1). */
export function drawChallenge(random: () => number, movement: ChallengeMovement = 'turn'): ChallengePose[] {
  const [one, other] = SIDES[movement];
  const count = LEAST_MOVES + (random() < 0.5 ? 0 : 1);
  const moves = Array.from({ length: count }, (): ChallengePose[] => [random() < 0.5 ? one : other, 'front']);
  return ['front', ...moves.flat()];
}

/** The movement that a challenge asks for. */
export const movementOf = (poses: readonly ChallengePose[]): ChallengeMovement =>
  poses.some((pose) => SIDES.distance.includes(pose)) ? 'distance' : 'turn';

/** How a face stands in a frame: its yaw, and its size as part of the first frame's; undefined before there is one. */
export type FaceStand = { yaw: number; relativeSize: number | undefined };

const faces = ({ yaw }: FaceStand): boolean => Math.abs(yaw) <= FRONT_YAW_MAXIMUM;

const SHOWS: Readonly<Record<ChallengePose, (stand: FaceStand, size: number) => boolean>> = {
  front: (stand, size) => faces(stand) && size >= BACK_SIZES.least && size <= BACK_SIZES.most,
  left: ({ yaw }) => yaw >= TURN_YAW_MINIMUM,
  right: ({ yaw }) => -yaw >= TURN_YAW_MINIMUM,
  nearer: (stand, size) => faces(stand) && size >= NEARER_MINIMUM,
  farther: (stand, size) => faces(stand) && size <= FARTHER_MAXIMUM,
};

/** Whether the head shows the pose; yaw is positive when the person turns to their left. Turns do not look at the size. */
export const showsPose = (pose: ChallengePose, stand: FaceStand, movement: ChallengeMovement): boolean =>
  SHOWS[pose](stand, movement === 'turn' ? 1 : (stand.relativeSize ?? 1));

const POSE_HINTS: Readonly<Record<ChallengePose, FrameHint>> = {
  front: 'look_straight',
  left: 'turn_left',
  right: 'turn_right',
  nearer: 'move_nearer',
  farther: 'move_farther',
};

function poseHint(pose: ChallengePose, stand: FaceStand, movement: ChallengeMovement): FrameHint {
  if (movement === 'turn') return POSE_HINTS[pose];
  if (!faces(stand)) return 'look_straight';
  if (pose !== 'front') return POSE_HINTS[pose];
  return (stand.relativeSize ?? 1) > 1 ? 'move_farther' : 'move_nearer';
}

/** What is known of the frame that was just measured; `size` is the height of the face as part of the shorter side. */
export type FrameReading = {
  quality: FrameHint;
  face: { yaw: number; size: number } | undefined;
  samePerson: boolean;
  /** Whether what came nearer or moved away since the first frame was flat; undefined where that cannot be told. Takes some 20 ms. */
  isFlat?: () => boolean | undefined;
};

/** Where an attempt stands and what its clocks show, in seconds; `hints` counts those of the present step. */
export type AttemptProgress = {
  poses: readonly ChallengePose[];
  step: number;
  framesSeen: number;
  unhurried: boolean;
  stepSeconds: number;
  secondsInStep: number;
  secondsInAttempt: number;
  firstSize: number | undefined;
  /** Whether a turn to the wrong side ends the attempt. */
  wrongTurnEnds: boolean;
  hints: Readonly<Partial<Record<FrameHint, number>>>;
};

/** What a frame does to the attempt: `kept` frames pass a step and are stored; `tooSoon` ones showed a pose before anybody could, `wrongTurn` ones the other side, `covered` ones passed for all that seems to lie over the face. */
export type FrameVerdict = {
  kept: boolean;
  step: number;
  hint: FrameHint;
  outcome: AttemptOutcome | undefined;
  tooSoon: boolean;
  wrongTurn: boolean;
  covered: boolean;
};

type MissedOutcome = Exclude<AttemptOutcome, 'completed' | 'person_changed' | 'timeout'>;

const MISSED: Readonly<Record<FrameHint, MissedOutcome>> = {
  good: 'challenge_missed',
  look_straight: 'challenge_missed',
  turn_left: 'challenge_missed',
  turn_right: 'challenge_missed',
  move_nearer: 'challenge_missed',
  move_farther: 'challenge_missed',
  no_face: 'no_face',
  several_faces: 'several_faces',
  too_dark: 'too_dark',
  too_bright: 'too_bright',
  blurred: 'blurred',
  too_small: 'too_small',
  too_close: 'too_close',
  off_centre: 'off_centre',
  occluded: 'occluded',
  plain_background: 'not_live',
};

/** What kept a step from being passed: the outcome for which most of its frames speak. */
export function missedOutcome(hints: AttemptProgress['hints']): MissedOutcome {
  const counts = new Map<MissedOutcome, number>([['challenge_missed', 0]]);
  for (const [hint, count] of Object.entries(hints) as [FrameHint, number][])
    counts.set(MISSED[hint], (counts.get(MISSED[hint]) ?? 0) + count);
  return [...counts].reduce((most, one) => (one[1] > most[1] ? one : most))[0];
}

/** How many frames an attempt takes. */
export const mostFrames = (unhurried: boolean): number => MAXIMUM_FRAMES * (unhurried ? UNHURRIED_FACTOR : 1);

/** How long a step and the attempt may last in seconds. */
export function attemptLimits(stepSeconds: number, unhurried: boolean): { step: number; attempt: number } {
  const factor = unhurried ? UNHURRIED_FACTOR : 1;
  return {
    step: stepSeconds * factor,
    attempt: ATTEMPT_LIFETIME_SECONDS * factor,
  };
}

function timeUp(progress: AttemptProgress, quality: FrameHint): AttemptOutcome | undefined {
  const limits = attemptLimits(progress.stepSeconds, progress.unhurried);
  if (progress.secondsInAttempt > limits.attempt || progress.framesSeen >= mostFrames(progress.unhurried))
    return 'timeout';
  if (progress.secondsInStep <= limits.step) return undefined;
  return missedOutcome({ ...progress.hints, [quality]: (progress.hints[quality] ?? 0) + 1 });
}

function roomHint({ poses, step }: AttemptProgress, size: number): FrameHint | undefined {
  if (step > 0 || movementOf(poses) === 'turn') return undefined;
  if (size < FIRST_SIZES.least) return 'too_small';
  return size > FIRST_SIZES.most ? 'too_close' : undefined;
}

const stays = (progress: AttemptProgress, hint: FrameHint, outcome?: AttemptOutcome): FrameVerdict => ({
  kept: false,
  step: progress.step,
  hint,
  outcome,
  tooSoon: false,
  wrongTurn: false,
  covered: false,
});

const OTHER_SIDE: Readonly<Partial<Record<ChallengePose, ChallengePose>>> = { left: 'right', right: 'left' };

/** Whether the head is turned to the side that was not asked for, beyond doubt. */
function isWrongTurn({ poses, step, secondsInStep }: AttemptProgress, { yaw }: FaceStand): boolean {
  const other = OTHER_SIDE[poses[step] ?? 'front'];
  if (!other || secondsInStep < WRONG_TURN_SECONDS) return false;
  return (other === 'left' ? yaw : -yaw) >= WRONG_TURN_YAW;
}

const isMove = (pose: ChallengePose): boolean => SIDES.distance.includes(pose);

/** Judges a frame of good quality whose pose is not the one that is asked for. */
function judgeOther(progress: AttemptProgress, stand: FaceStand, movement: ChallengeMovement): FrameVerdict {
  const hint = poseHint(progress.poses[progress.step] ?? 'front', stand, movement);
  if (!isWrongTurn(progress, stand)) return stays(progress, hint);
  const outcome = progress.wrongTurnEnds ? 'challenge_missed' : undefined;
  return { ...stays(progress, hint, outcome), wrongTurn: true };
}

/** Judges a frame that shows the pose that is asked for. */
function judgeShown(progress: AttemptProgress, reading: FrameReading): FrameVerdict {
  const { poses, step } = progress;
  if (step > 0 && progress.secondsInStep < LEAST_STEP_SECONDS)
    return { ...stays(progress, 'good'), tooSoon: true };
  if (!reading.samePerson) return stays(progress, 'good', 'person_changed');
  if (isMove(poses[step] ?? 'front')) {
    const isFlat = reading.isFlat?.();
    // What cannot be told from a photograph is none the better for that.
    if (isFlat === undefined) return stays(progress, 'plain_background');
    if (isFlat) return stays(progress, 'good', 'not_live');
  }
  const next = step + 1;
  const outcome = next === poses.length ? 'completed' : undefined;
  return { ...stays(progress, 'good', outcome), kept: true, step: next };
}

/** Judges one frame against the step now asked for; late frames count for nothing, another person or a flat one ends the attempt. */
export function judgeFrame(progress: AttemptProgress, reading: FrameReading): FrameVerdict {
  const { poses, step, firstSize } = progress;
  const { face, quality } = reading;
  const outcome = timeUp(progress, quality);
  if (outcome) return stays(progress, quality, outcome);
  const covered = quality === 'occluded' && (progress.hints.occluded ?? 0) >= COVERED_FRAMES;
  if (quality !== 'good' && !covered) return stays(progress, quality);
  if (!face) return stays(progress, 'no_face');
  const room = roomHint(progress, face.size);
  if (room) return stays(progress, room);
  const movement = movementOf(poses);
  const stand = { yaw: face.yaw, relativeSize: firstSize === undefined ? undefined : face.size / firstSize };
  const shown = showsPose(poses[step] ?? 'front', stand, movement);
  const verdict = shown ? judgeShown(progress, reading) : judgeOther(progress, stand, movement);
  return { ...verdict, covered: covered && verdict.kept };
}
