import type { Picture } from '../picture.ts';
import { drawBetween, randomOf } from '../random.ts';
import { type Camera, makeCamera } from './camera.ts';
import type { CameraHold } from './camera-hold.ts';
import type { FittedHead } from './fit-head.ts';
import { type AskedPose, drawHabits, type Habits, mixViews, type Pose, viewAt } from './motion.ts';
import { type HeadView, renderHead } from './render-head.ts';
import { drawSway } from './sway.ts';

/** A person before a camera of their own. */
export type SimulatedPerson = {
  camera: Camera;
  habits: Habits;
  /** A pose shown to a part of it, 0 to 1; `atMs` chooses the instant of the sway. */
  show(pose: Pose, part?: number, atMs?: number): Picture;
  /** A take in which poses are asked for, in the order of their instants: what the camera sees at any ms of it. */
  take(asked: readonly AskedPose[]): (atMs: number) => Picture;
};

/** The size of the picture in pixels, and habits in place of those that the seed draws. */
export type PersonOptions = { width?: number; height?: number; habits?: Habits };

/** Deviations of what wanders: the head in degrees and cm, a camera in a hand, and the exposure. */
const HEAD_DEGREES = { least: 0.3, most: 1 };
const HEAD_CM = { least: 0.1, most: 0.4 };
const HAND_DEGREES = { least: 0.15, most: 0.9 };
const HAND_CM = { least: 0.05, most: 0.35 };
const EXPOSURE = 0.02;

/** Frames of one ms have the same noise, of different ms another. */
const SEEDS_A_TAKE = 1_000_003;

type Wandering = (atMs: number) => { head: HeadView; hold: CameraHold; gain: number };

function drawWandering(seed: number): Wandering {
  const random = randomOf(seed);
  const swayOf = (deviation: number) => drawSway(random, deviation);
  const [headDegrees, headCm] = [
    drawBetween(random, HEAD_DEGREES.least, HEAD_DEGREES.most),
    drawBetween(random, HEAD_CM.least, HEAD_CM.most),
  ];
  const [handDegrees, handCm] = [
    drawBetween(random, HAND_DEGREES.least, HAND_DEGREES.most),
    drawBetween(random, HAND_CM.least, HAND_CM.most),
  ];
  const [yaw, pitch, roll] = [swayOf(headDegrees), swayOf(headDegrees), swayOf(headDegrees * 0.6)];
  const [x, y, distance] = [swayOf(headCm), swayOf(headCm * 0.6), swayOf(headCm * 1.3)];
  const [turn, lift, lean] = [swayOf(handDegrees), swayOf(handDegrees), swayOf(handDegrees)];
  const [handX, handY, gain] = [swayOf(handCm), swayOf(handCm), swayOf(EXPOSURE)];
  return (atMs) => ({
    head: {
      yawDegrees: yaw(atMs),
      pitchDegrees: pitch(atMs),
      rollDegrees: roll(atMs),
      mouth: 0,
      distanceCm: distance(atMs),
      x: x(atMs),
      y: y(atMs),
    },
    hold: { turn: turn(atMs), lift: lift(atMs), lean: lean(atMs), x: handX(atMs), y: handY(atMs) },
    gain: 1 + gain(atMs),
  });
}

const swayed = (view: HeadView, by: HeadView): HeadView => ({
  yawDegrees: view.yawDegrees + by.yawDegrees,
  pitchDegrees: view.pitchDegrees + by.pitchDegrees,
  rollDegrees: view.rollDegrees + by.rollDegrees,
  mouth: view.mouth,
  distanceCm: view.distanceCm + by.distanceCm,
  x: view.x + by.x,
  y: view.y + by.y,
});

/** Puts a person before a camera: each seed is another room, light, camera, distance and way to move. Pure: equal seeds and instants give equal pictures. */
export function createPerson(
  head: FittedHead,
  seed: number,
  { habits = drawHabits(randomOf(seed * 2 + 1)), ...size }: PersonOptions = {},
): SimulatedPerson {
  const camera = makeCamera(seed * 2, size);
  const wander = drawWandering(seed * 2 + SEEDS_A_TAKE);
  const render = (view: HeadView, atMs: number): Picture => {
    const { head: sway, hold, gain } = wander(atMs);
    return renderHead(head, swayed(view, sway), {
      camera,
      hold,
      gain,
      seed: seed * SEEDS_A_TAKE + Math.round(atMs),
    });
  };
  return {
    camera,
    habits,
    show: (pose, part = 1, atMs = 0) => render(mixViews(habits.poses.front, habits.poses[pose], part), atMs),
    take: (asked) => (atMs) => render(viewAt(habits, asked, atMs), atMs),
  };
}
