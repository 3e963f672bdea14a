import { drawHandCamera, swayed } from './hand-camera.ts';
import { AT_REST, type Held, type Stance } from './instrument.ts';
import type { Pose } from './motion.ts';
import { encodeJpeg, lookAt, type Picture, type Point } from './picture.ts';
import { between, randomOf } from './random.ts';
import { drawRoom } from './room.ts';
import { type FacePhotograph, prepareSheet, type Sheet } from './sheet.ts';
import { DRAWN_SPECIES, type DrawnSpecies } from './species.ts';

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

/** Begins an attack of a species on the person of a photograph; all that is drawn follows from the seed. */
export async function presentAttack(
  species: DrawnSpecies,
  photograph: FacePhotograph,
  seed: number,
): Promise<AttackPresentation> {
  const random = randomOf(seed);
  const sheet = await prepareSheet(photograph, between(random, EYES.least, EYES.most));
  const { variant, instrument, motion } = DRAWN_SPECIES[species](sheet, random);
  const room = drawRoom(random, CAMERA.width, CAMERA.height);
  const hand = drawHandCamera(random);
  const middleAtRest = middleIn(sheet, instrument.hold(AT_REST));
  const frameAt = (pose: Pose, seconds: number): AttackFrame => {
    const stance = motion(pose, seconds);
    const { limits } = instrument;
    const held = instrument.hold({
      turn: Math.min(limits.turn, Math.max(-limits.turn, stance.turn)),
      nod: Math.min(limits.nod, Math.max(-limits.nod, stance.nod)),
      mouth: Math.min(limits.mouth, Math.max(0, stance.mouth)),
      size: stance.size,
    });
    const middle = instrument.isHeldInMiddle ? middleIn(sheet, held) : middleAtRest;
    const sway = hand.swayAt(seconds);
    const view = swayed(held.see, CAMERA, { ...sway, x: sway.x - middle.x, y: sway.y - middle.y });
    const picture = lookAt(sheet, room, view.see);
    hand.expose(picture, seconds);
    return {
      pose,
      seconds,
      stance,
      picture,
      points: sheet.points.map((point) => view.place(held.place(point))),
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
  { seed = 1, secondsPerPose = 2, framesPerSecond = 6 } = {},
): AsyncGenerator<AttackFrame & { jpeg: Buffer; variant: string }> {
  const presentation = await presentAttack(species, photograph, seed);
  const { variant, quality } = presentation;
  for (const [index, pose] of poses.entries()) {
    for (let frame = 0; frame < secondsPerPose * framesPerSecond; frame += 1) {
      const shown = presentation.frameAt(pose, index * secondsPerPose + frame / framesPerSecond);
      yield { ...shown, variant, jpeg: await encodeJpeg(shown.picture, quality) };
    }
  }
}
