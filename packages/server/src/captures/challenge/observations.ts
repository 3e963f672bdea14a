import type { FrameHint } from '@titular/contract';
import type { PoseReading } from '@titular/face-engine';
import type { CameraCheck } from '../attack-signals/camera-requests.ts';
import type { FirstReading } from './pose-table.ts';

/** Lowest and highest value seen. */
type Spread = [lowest: number, highest: number];

/** Where a face stood in a frame and how it was held: the middle of its box in parts of the picture, and the readings of its pose. */
export type FacePosition = PoseReading & { x: number; y: number };

/** What an attempt has shown so far, as it is kept with it between frames: no picture and no descriptor is in it. */
export type Observations = {
  /** Hints given in the present step. */
  hints: Partial<Record<FrameHint, number>>;
  /** Readings of the first kept frame. */
  first?: FirstReading;
  /** Size of the face in the first kept frame, where an earlier release kept it. */
  firstSize?: number;
  /** How far the face moved in all frames, and in how many it was seen. */
  faces: number;
  spread?: { yaw: Spread; x: Spread; y: Spread; size: Spread };
  /** How far the chip of the step passed last is from the best one (movement-chips). */
  chipError?: number;
  /** How many movements were those of a solid head. */
  solids?: number;
  /** How many frames showed a movement that was not asked for. */
  wrongFrames?: number;
  /** The last step in which such a movement was beyond doubt. */
  wrongMovementAt?: number;
  /** The last step that was shown sooner than anybody can. */
  tooSoonAt?: number;
  /** How long the frames of the present step were measured beyond the usual, in milliseconds. */
  slowMs?: number | undefined;
  /** How many pictures could not be used. */
  unusable?: number;
  /** How often the page was loaded again. */
  loads?: number;
  /** When the page says that it took the first and the last frame, and when the first one came, in milliseconds. */
  capturedMs?: { first: number; last: number; firstCameMs: number };
  /** Engine versions that measured every kept frame, in a change of engine: one of them has to measure the next. */
  measuredIn?: readonly string[];
  /** What the camera is asked for, and what came of it; kept when the attempt has ended. */
  camera?: CameraCheck;
};

/** Of an attempt that has seen nothing. */
export const NOTHING_OBSERVED: Observations = { hints: {}, faces: 0 };

const widen = (spread: Spread | undefined, value: number): Spread =>
  spread ? [Math.min(spread[0], value), Math.max(spread[1], value)] : [value, value];

/** What is kept of an attempt that has ended: where the face stood is of no use then. */
export const closeObservations = ({ camera }: Observations): Observations =>
  camera ? { ...NOTHING_OBSERVED, camera } : NOTHING_OBSERVED;

/** What the first kept frame read; of an attempt that an earlier release began, its size alone. */
export const firstReading = ({ first, firstSize }: Observations): FirstReading | undefined =>
  first ?? (firstSize === undefined ? undefined : { size: firstSize });

const toFirst = ({ size, pitchDegrees, mouthGap, jawDrop }: FacePosition): FirstReading => ({
  size,
  pitchDegrees,
  mouthGap,
  jawDrop,
});

/** A frame is measured within this time, but by an engine that is busy or only just starts. */
const USUAL_MS = 1_000;

/** What of a step's time was the service's own, in milliseconds, with one more frame that took so long to measure; undefined for nothing. A kept frame begins a new step. */
export function slowMsWith(
  seen: Observations,
  { kept, tookMs }: { kept: boolean; tookMs: number },
): number | undefined {
  const beyond = Math.max(0, tookMs - USUAL_MS);
  return kept || (beyond === 0 && seen.slowMs === undefined) ? undefined : (seen.slowMs ?? 0) + beyond;
}

/** One more frame: the hint it was answered with, and where its face stood; `kept` frames begin a new step. */
export function observe(
  seen: Observations,
  frame: { hint: FrameHint; face: FacePosition | undefined; kept: boolean },
): Observations {
  const { hint, face, kept } = frame;
  const hints = kept ? {} : { ...seen.hints, [hint]: (seen.hints[hint] ?? 0) + 1 };
  if (!face) return { ...seen, hints };
  const { spread } = seen;
  return {
    ...seen,
    hints,
    ...(kept ? { first: firstReading(seen) ?? toFirst(face) } : {}),
    faces: seen.faces + 1,
    spread: {
      yaw: widen(spread?.yaw, face.yaw),
      x: widen(spread?.x, face.x),
      y: widen(spread?.y, face.y),
      size: widen(spread?.size, face.size),
    },
  };
}

/** Least frames with a face before stillness says anything: nobody holds that still for some seconds. */
const MIN_FACES = 15;
const STILL_YAW = 0.03;
const STILL_PLACE = 0.008;

/** Whether a face was seen that never moved, as a photograph on a stand or a frozen picture does. */
export function isStill({ faces, spread }: Observations): boolean {
  if (!spread || faces < MIN_FACES) return false;
  const width = ([lowest, highest]: Spread): number => highest - lowest;
  const places = [spread.x, spread.y, spread.size];
  return width(spread.yaw) < STILL_YAW && places.every((place) => width(place) < STILL_PLACE);
}

/** Least time between two frames: the page waits longer, and cameras of 60 pictures a second are not asked twice for one. */
const MIN_INTERVAL_MS = 40;

/** How far the page's times may run ahead of ours: a first frame may have come late by as much as the page tries to send one. */
const MAX_LEAD_MS = 120_000;

/** The times of an attempt with one more frame; undefined when no camera and no page could have taken it then. */
export function noteTimes(
  times: Observations['capturedMs'],
  capturedMs: number,
  cameMs: number,
): Observations['capturedMs'] {
  if (!times) return { first: capturedMs, last: capturedMs, firstCameMs: cameMs };
  if (capturedMs - times.last < MIN_INTERVAL_MS) return undefined;
  if (capturedMs - times.first > cameMs - times.firstCameMs + MAX_LEAD_MS) return undefined;
  return { ...times, last: capturedMs };
}
