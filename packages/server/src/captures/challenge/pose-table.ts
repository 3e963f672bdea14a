import type { ChallengeMovement, ChallengePose } from '@titular/contract';
import { isWithinRanges, type PoseRanges, type PoseReading, type Range } from '@titular/face-engine';

/** Readings of the first kept frame, which the others are read against; those of an attempt that an earlier release began are missing. */
export type FirstReading = Readonly<Partial<Omit<PoseReading, 'yaw'>>>;

/**
 * Yaw: where the nose tip stands between the outer eye corners. A rendered solid head at 42 cm reads 0.33 at 15 degrees and 0.54 at 25
 * (medians of n = 16), so that a turn of some 10 degrees passes. Nodding by up to 25 degrees or opening the mouth it reads at most 0.15
 * (n = 120). A still face reads it with a deviation of 0.028 (n = 105): between front and turn lie 2.5 deviations, from the middle 7.8.
 */
export const YAW = { front: 0.15, nod: 0.2, turn: 0.22 } as const;

/**
 * Pitch in degrees against the first frame, read with a deviation of 0.57 (n = 105). Rendered heads that nod by 15 degrees read 13.8 to
 * 17.0 up and 11.1 to 15.2 down (n = 8 each). Turned by 32 degrees they read up to 8.7, by 40 up to 11.8, with the mouth open 3.1. A flat
 * picture that is tilted by 40 degrees reads +4.0 (95 %: 8.7) or -2.4 (n = 21 each).
 */
export const PITCH_DEGREES = { front: 6, mouth: 8, nod: 10, turn: 15 } as const;

/**
 * Gap of the inner lips in distances of the outer eye corners, read with a deviation of 0.016 (n = 105). Turned by 40 degrees it grows by
 * up to 0.066, nodding by 0.056 (n = 8). A mouth opened by 22 of 27 degrees grows by 0.139 to 0.302 (n = 9). A broad smile begins at
 * 0.235 (most of n = 9): there front and open follow the first frame, and `growth` is 4.4 deviations of a difference of two frames.
 */
export const MOUTH_GAP = { first: 0.25, closed: 0.08, closedGrowth: 0.04, open: 0.15, growth: 0.1 } as const;

/**
 * How much farther than in the first frame the chin stands from the nose tip, in distances of the outer eye corners. A still face reads it
 * with a deviation of 0.008 (n = 16). Jaws opened by half or more give at least this in 53 of 54 pictures of n = 9 heads, and half of what
 * the lips part. A mouth that is painted on a photograph reaches it in 23 of 71 pictures in which it seems open, a hole in 8 of 63, a cut
 * mouth before a living one in 44 of 81: this alone tells none of them, and costs each most of its chances.
 */
export const JAW_GROWTH = 0.06;

/** Size of the face against that of the first frame: nearer, farther, and back. */
export const RELATIVE_SIZE = { nearer: 1.28, farther: 0.78, back: { least: 0.88, most: 1.14 } } as const;

const facing = (most: number): Range => ({ least: -most, most });

/** Bounds around what the first frame read; open where it read nothing. */
const around = (first: number | undefined, least: number, most: number): Range | undefined =>
  first === undefined ? undefined : { least: first + least, most: first + most };

const openLips = ({ mouthGap = 0 }: FirstReading): number =>
  Math.max(MOUTH_GAP.open, mouthGap + MOUTH_GAP.growth);

/** In the first frame lips may stand apart a little; afterwards, that little is what closed means. */
const closedLips = ({ mouthGap }: FirstReading): Range => ({
  most:
    mouthGap === undefined ? MOUTH_GAP.first : Math.max(MOUTH_GAP.closed, mouthGap + MOUTH_GAP.closedGrowth),
});

/** What no frame reads: without a first frame there is no move against it. */
const NEVER: Range = { least: 1, most: 0 };

type OptionalRanges = Readonly<Partial<Record<keyof PoseReading, Range | undefined>>>;

const within = (ranges: OptionalRanges): PoseRanges =>
  Object.fromEntries(Object.entries(ranges).filter(([, range]) => range !== undefined)) as PoseRanges;

const pitch = (first: FirstReading, least: number, most: number): Range | undefined =>
  around(first.pitchDegrees, least, most);

/** Distances are told by the size of the face; who moves the head as a whole to come nearer may tilt it on the way. */
const backInSize = ({ size }: FirstReading): Range | undefined =>
  size === undefined
    ? undefined
    : { least: size * RELATIVE_SIZE.back.least, most: size * RELATIVE_SIZE.back.most };

type RangesOf = (first: FirstReading, movement: ChallengeMovement) => OptionalRanges;

/** A nod: `bound` says on which side of the limit the pitch has to be. */
const nod =
  (bound: 'least' | 'most', degrees: number): RangesOf =>
  (first) => ({
    yaw: facing(YAW.nod),
    pitchDegrees: first.pitchDegrees === undefined ? NEVER : { [bound]: first.pitchDegrees + degrees },
    mouthGap: { most: openLips(first) },
  });

const turn =
  (yaw: Range): RangesOf =>
  (first) => ({ yaw, pitchDegrees: pitch(first, -PITCH_DEGREES.turn, PITCH_DEGREES.turn) });

const atDistance =
  (bound: 'least' | 'most', relative: number): RangesOf =>
  ({ size }) => ({
    yaw: facing(YAW.front),
    size: size === undefined ? NEVER : { [bound]: size * relative },
  });

/** What each pose is known by. No reading is within the ranges of two poses of one movement. */
const RANGES: Readonly<Record<ChallengePose, RangesOf>> = {
  front: (first, movement) => ({
    yaw: facing(YAW.front),
    pitchDegrees:
      movement === 'distance' ? undefined : pitch(first, -PITCH_DEGREES.front, PITCH_DEGREES.front),
    mouthGap: closedLips(first),
    size: movement === 'distance' ? backInSize(first) : undefined,
  }),
  left: turn({ least: YAW.turn }),
  right: turn({ most: -YAW.turn }),
  up: nod('least', PITCH_DEGREES.nod),
  down: nod('most', -PITCH_DEGREES.nod),
  mouth: (first, movement) => ({
    yaw: facing(YAW.nod),
    pitchDegrees:
      movement === 'distance' ? undefined : pitch(first, -PITCH_DEGREES.mouth, PITCH_DEGREES.mouth),
    mouthGap: { least: openLips(first) },
    jawDrop: first.jawDrop === undefined ? undefined : { least: first.jawDrop + JAW_GROWTH },
    size: movement === 'distance' ? backInSize(first) : undefined,
  }),
  nearer: atDistance('least', RELATIVE_SIZE.nearer),
  farther: atDistance('most', RELATIVE_SIZE.farther),
};

/** What a frame has to read to show a pose, in absolute readings; `first` is undefined while there is no first kept frame. */
export const poseRanges = (
  pose: ChallengePose,
  movement: ChallengeMovement,
  first: FirstReading | undefined,
): PoseRanges => within(RANGES[pose](first ?? {}, movement));

/** Whether a face shows a pose. */
export const showsPose = (
  pose: ChallengePose,
  reading: PoseReading,
  movement: ChallengeMovement,
  first: FirstReading | undefined,
): boolean => isWithinRanges(reading, poseRanges(pose, movement, first));
