import { drawBetween, drawNormal, type Random } from '../random.ts';
import type { HeadView } from './render-head.ts';

/** What a person can be asked to show. */
export type Pose = 'front' | 'left' | 'right' | 'up' | 'down' | 'mouth' | 'nearer' | 'farther';

/** A pose and the instant of a take at which it is asked for, in ms. */
export type AskedPose = { pose: Pose; atMs: number };

/** How one person moves, drawn once for each. */
export type Habits = {
  poses: Readonly<Record<Pose, HeadView>>;
  reactionsMs: readonly number[];
  movesMs: readonly number[];
};

/** Degrees of a turn and of a nod at their ends, and how near somebody holds a phone, in cm. */
const TURNS = { least: 24, most: 38 };
const NODS = { least: 17, most: 28 };
const DISTANCES = { least: 38, most: 50 };

/** Factors of the distance for who comes nearer and who moves away. */
const NEARER = { least: 0.6, most: 0.67 };
const FARTHER = { least: 1.6, most: 1.8 };
const WIDEST_MOUTH = { least: 0.8, most: 1 };

/** From an instruction to the begin of the movement, and how long it takes. */
const REACTIONS_MS = { least: 400, most: 1200 };
const MOVES_MS = { least: 600, most: 1000 };
const DRAWN_MOVES = 32;

/** Deviations in degrees and cm of what goes with a movement without being asked. */
const STRAY_DEGREES = 1.6;
const STRAY_CM = 0.5;

/** Draws how a person holds the head for each pose, and how fast each movement of a take comes. */
export function drawHabits(random: Random): Habits {
  const within = ({ least, most }: { least: number; most: number }): number =>
    drawBetween(random, least, most);
  const front: HeadView = {
    yawDegrees: drawNormal(random) * 1.5,
    pitchDegrees: drawNormal(random) * 2,
    rollDegrees: drawNormal(random) * 1.5,
    mouth: 0,
    distanceCm: within(DISTANCES),
    x: drawNormal(random) * 0.8,
    y: drawNormal(random) * 0.8,
  };
  const moved = (change: Partial<HeadView>): HeadView => ({
    ...front,
    yawDegrees: front.yawDegrees + drawNormal(random) * STRAY_DEGREES,
    pitchDegrees: front.pitchDegrees + drawNormal(random) * STRAY_DEGREES,
    rollDegrees: front.rollDegrees + drawNormal(random) * STRAY_DEGREES,
    x: front.x + drawNormal(random) * STRAY_CM,
    y: front.y + drawNormal(random) * STRAY_CM,
    ...change,
  });
  return {
    poses: {
      front,
      left: moved({ yawDegrees: within(TURNS) }),
      right: moved({ yawDegrees: -within(TURNS) }),
      up: moved({ pitchDegrees: front.pitchDegrees + within(NODS) }),
      down: moved({ pitchDegrees: front.pitchDegrees - within(NODS) }),
      mouth: moved({ mouth: within(WIDEST_MOUTH) }),
      nearer: moved({ distanceCm: front.distanceCm * within(NEARER) }),
      farther: moved({ distanceCm: front.distanceCm * within(FARTHER) }),
    },
    reactionsMs: Array.from({ length: DRAWN_MOVES }, () => within(REACTIONS_MS)),
    movesMs: Array.from({ length: DRAWN_MOVES }, () => within(MOVES_MS)),
  };
}

/** Part of the way after `part` of the time: a movement of least jerk, as arms and heads make. */
const eased = (part: number): number => {
  const t = Math.min(1, Math.max(0, part));
  return t * t * t * (10 - 15 * t + 6 * t * t);
};

/** The view between two others. */
export function mixViews(from: HeadView, to: HeadView, part: number): HeadView {
  const mix = (a: number, b: number): number => a + (b - a) * part;
  return {
    yawDegrees: mix(from.yawDegrees, to.yawDegrees),
    pitchDegrees: mix(from.pitchDegrees, to.pitchDegrees),
    rollDegrees: mix(from.rollDegrees, to.rollDegrees),
    mouth: mix(from.mouth, to.mouth),
    distanceCm: mix(from.distanceCm, to.distanceCm),
    x: mix(from.x, to.x),
    y: mix(from.y, to.y),
  };
}

/** How the head is held at an instant of a take, without its sway; before the first pose is asked for it faces the camera. */
export function viewAt(
  { poses, reactionsMs, movesMs }: Habits,
  asked: readonly AskedPose[],
  atMs: number,
): HeadView {
  const viewAfter = (count: number, instant: number): HeadView => {
    const last = asked[count - 1];
    if (!last) return poses.front;
    const begin = last.atMs + (reactionsMs[(count - 1) % reactionsMs.length] as number);
    if (instant <= begin) return viewAfter(count - 1, instant);
    const part = eased((instant - begin) / (movesMs[(count - 1) % movesMs.length] as number));
    return part === 1 ? poses[last.pose] : mixViews(viewAfter(count - 1, begin), poses[last.pose], part);
  };
  return viewAfter(asked.length, atMs);
}
