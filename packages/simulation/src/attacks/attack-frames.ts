import { encodeJpeg, type Picture } from '../picture.ts';
import { drawBetween, randomOf } from '../random.ts';
import { aimByPoints } from './aim.ts';
import { drawHandCamera, swayed } from './hand-camera.ts';
import { AT_REST, type Held, type Instrument, type Stance } from './instruments/instrument.ts';
import { type FacePhotograph, prepareSheet, type Sheet } from './instruments/sheet.ts';
import { lookAt, type Point } from './look-at.ts';
import type { Pose } from './motion.ts';
import { drawRoom } from './room.ts';
import { DRAWN_SPECIES, type DrawnSpecies } from './species.ts';
import { type ReadFace, tuneInstrument } from './tune-instrument.ts';

/** A frame of an attack; `points` are those of the photograph as they truly stand in it, without the error of any net. */
export type AttackFrame = { pose: Pose; seconds: number; stance: Stance; picture: Picture; points: Point[] };

/** One attack under way: what the camera sees when a pose is asked for, at a time in seconds that only grows. */
export type AttackPresentation = {
  variant: string;
  quality: number;
  frameAt(pose: Pose, seconds: number): AttackFrame;
  jpegAt(pose: Pose, seconds: number): Promise<Buffer>;
};

/** Distance of the outer eye corners in the camera's picture of 640 by 480, in pixels: a face that fills about half of its height. */
const EYES = { least: 92, most: 116 };

const CAMERA = { width: 640, height: 480 };

/** The middle of eyes and mouth as they are seen. */
function middleIn({ layout }: Sheet, { place }: Held): Point {
  const seen = [layout.rightEye, layout.leftEye, layout.mouthRight, layout.mouthLeft].map(place);
  return {
    x: seen.reduce((sum, { x }) => sum + x, 0) / seen.length,
    y: seen.reduce((sum, { y }) => sum + y, 0) / seen.length,
  };
}

const clamp = (value: number, limit: number): number => Math.min(limit, Math.max(-limit, value));

/** How a camera sees an instrument that is held so and swayed. */
function viewOf(sheet: Sheet, instrument: Instrument, stance: Stance, sway = { x: 0, y: 0, roll: 0 }) {
  const { limits, isHeldInMiddle } = instrument;
  const held = instrument.hold({
    turn: clamp(stance.turn, limits.turn),
    nod: clamp(stance.nod, limits.nod),
    mouth: clamp(stance.mouth, limits.mouth),
    size: stance.size,
  });
  const middle = middleIn(sheet, isHeldInMiddle ? held : instrument.hold(AT_REST));
  const view = swayed(held.see, CAMERA, { ...sway, x: sway.x - middle.x, y: sway.y - middle.y });
  return { see: view.see, place: (point: Point): Point => view.place(held.place(point)) };
}

/** Begins an attack of a species on the person of a photograph; all that is drawn follows from the seed. With `read`, the attacker has tried the instrument on that engine before. */
export async function presentAttack(
  species: DrawnSpecies,
  photograph: FacePhotograph,
  seed: number,
  read?: ReadFace,
): Promise<AttackPresentation> {
  const random = randomOf(seed);
  const sheet = await prepareSheet(photograph, drawBetween(random, EYES.least, EYES.most));
  const { variant, instrument, aims, move } = DRAWN_SPECIES[species](sheet, random);
  const room = drawRoom(random, CAMERA.width, CAMERA.height);
  const hand = drawHandCamera(random);
  const look = (stance: Stance): Picture => lookAt(sheet, room, viewOf(sheet, instrument, stance).see);
  const stances = read
    ? await tuneInstrument(look, read, instrument, aims)
    : aimByPoints(sheet, instrument, aims);
  const motion = move(stances);
  const open = stances.mouth.mouth;
  const frameAt = (pose: Pose, seconds: number): AttackFrame => {
    const moved = motion(pose, seconds);
    const stance = instrument.hasSecondPrint ? { ...moved, mouth: moved.mouth > open / 2 ? open : 0 } : moved;
    const view = viewOf(sheet, instrument, stance, hand.swayAt(seconds));
    const picture = lookAt(sheet, room, view.see);
    hand.expose(picture, seconds);
    // Found by iteration, point by point, which takes longer than the picture: whoever asks for them waits.
    return {
      pose,
      seconds,
      stance,
      picture,
      get points() {
        return sheet.points.map(view.place);
      },
    };
  };
  return {
    variant,
    quality: hand.quality,
    frameAt,
    jpegAt: (pose, seconds) => encodeJpeg(frameAt(pose, seconds).picture, hand.quality),
  };
}

/** Frames of an attack through a sequence of poses, each asked for so many seconds, at 6 frames a second unless said otherwise. */
export async function* attackFrames(
  species: DrawnSpecies,
  photograph: FacePhotograph,
  poses: readonly Pose[],
  {
    seed = 1,
    secondsPerPose = 2,
    framesPerSecond = 6,
    read,
  }: { seed?: number; secondsPerPose?: number; framesPerSecond?: number; read?: ReadFace } = {},
): AsyncGenerator<AttackFrame & { jpeg: Buffer; variant: string }> {
  const presentation = await presentAttack(species, photograph, seed, read);
  const { variant, quality } = presentation;
  for (const [index, pose] of poses.entries()) {
    for (let frame = 0; frame < secondsPerPose * framesPerSecond; frame += 1) {
      const shown = presentation.frameAt(pose, index * secondsPerPose + frame / framesPerSecond);
      yield { ...shown, variant, jpeg: await encodeJpeg(shown.picture, quality) };
    }
  }
}
