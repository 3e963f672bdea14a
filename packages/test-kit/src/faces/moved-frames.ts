import { FRONT_VIEW } from '@titular/simulation/solid/render-head.ts';
import { encodeJpeg, type Picture, sample } from './head-warp.ts';
import type { PersonName } from './persons.ts';
import { type Scene, sceneOf, wallAt } from './portraits.ts';
import { viewFrame } from './pose-frame.ts';

/** Where a head goes: to the right and down in pixels, `scale` times as large, and how deep it is. */
type Place = { right: number; down: number; scale: number; depth: number };

/** From the camera to the middle of the head in the pictures as they are, in half widths of the head: some 45 cm. */
const CAMERA_DISTANCE = 6;

/** From the plane of the ears to the front of the face, in half widths of the head. */
const HEAD_DEPTH = 1.15;

/** Where what goes with the head has given way to the wall, in half axes of the head. */
const WALL_FROM = 1.3;
const WALL_FULL = 1.55;
const TRACING_STEPS = 8;

/** Of the cameras of the takes, which see 56 to 66 degrees of 640 pixels: within a tenth. */
const FOCAL_PIXELS = 550;

/**
 * What of a flat place at (u, v), in half axes of the head, the camera saw before: it went from `CAMERA_DISTANCE` to that divided by
 * `scale`, and the surface is an ellipsoid. Found by following the ray until place and depth agree.
 */
function seenBefore(u: number, v: number, { scale, depth }: Place): { u: number; v: number } {
  const now = CAMERA_DISTANCE / scale;
  let z = 0;
  for (let step = 0; step < TRACING_STEPS; step += 1) {
    const nearness = (now - z) / CAMERA_DISTANCE;
    z = depth * Math.sqrt(Math.max(0, 1 - (u * nearness) ** 2 - (v * nearness) ** 2));
  }
  const factor = (now - z) / (CAMERA_DISTANCE - z);
  return { u: u * factor, v: v * factor };
}

/** What stands behind a person: the light of a channel at a place. */
type Backdrop = (x: number, y: number, channel: number) => number;

/** The scene with the head elsewhere; what is behind stays where it is. */
function placeHead({ picture, head }: Scene, place: Place, backdrop: Backdrop): Picture {
  const { width, height } = picture;
  const pixels = new Uint8Array(picture.pixels.length);
  for (let y = 0; y < height; y += 1) {
    const v = (y - head.y - place.down) / head.halfHeight;
    for (let x = 0; x < width; x += 1) {
      const u = (x - head.x - place.right) / head.halfWidth;
      const from = seenBefore(u, v, place);
      const distance = Math.hypot(from.u, from.v);
      const wall = Math.min(1, Math.max(0, (distance - WALL_FROM) / (WALL_FULL - WALL_FROM)));
      const [fromX, fromY] = [head.x + from.u * head.halfWidth, head.y + from.v * head.halfHeight];
      for (let channel = 0; channel < 3; channel += 1) {
        const person = wall < 1 ? sample(picture, fromX, fromY, channel) * (1 - wall) : 0;
        const behind = wall > 0 ? backdrop(x, y, channel) * wall : 0;
        pixels[(y * width + x) * 3 + channel] = Math.round(person + behind);
      }
    }
  }
  return { width, height, pixels };
}

/** Things on the wall of a room: left, top, right and bottom in pixels of the picture, and how much lighter than the wall they are. */
const THINGS: readonly [left: number, top: number, right: number, bottom: number, lighter: number][] = [
  [24, 60, 120, 190, -70],
  [34, 70, 110, 180, 30],
  [60, 250, 150, 262, -80],
  [70, 210, 84, 250, -50],
  [90, 222, 98, 250, 40],
  [104, 200, 124, 250, -30],
  [0, 360, 140, 480, -55],
  [20, 380, 120, 395, 45],
  [500, 30, 640, 300, 45],
  [512, 42, 566, 160, -60],
  [574, 42, 628, 160, -40],
  [512, 170, 566, 290, -50],
  [574, 170, 628, 290, -75],
  [480, 350, 600, 480, -60],
  [490, 372, 590, 380, 50],
  [490, 410, 590, 418, 50],
  [200, 10, 420, 30, -40],
];

/** The wall with a picture, a shelf, a window and furniture. */
const roomAt: Backdrop = (x, y, channel) => {
  let light = wallAt(x, y, channel);
  for (const [left, top, right, bottom, lighter] of THINGS)
    if (x >= left && x < right && y >= top && y < bottom) light += lighter;
  return light;
};

/** A living person in a room whose face has come so near, or gone so far, that its features appear `scale` times as large. */
export const distanceFrame = (name: PersonName, scale: number): Promise<Buffer> =>
  viewFrame(name, { distanceCm: FRONT_VIEW.distanceCm / scale });

/** A person who has moved aside by so many pixels, with the head `scale` times as large, before a bare wall. */
export function shiftedFrame(
  name: PersonName,
  { right = 0, down = 0, scale = 1 }: { right?: number; down?: number; scale?: number },
): Promise<Buffer> {
  const distanceCm = FRONT_VIEW.distanceCm / scale;
  const cmAPixel = distanceCm / FOCAL_PIXELS;
  return viewFrame(name, { distanceCm, x: right * cmAPixel, y: -down * cmAPixel }, { isBare: true });
}

/** A photograph of the person in that room, moved towards the camera or away: all of the picture grows alike about the face. */
export async function flatZoom(name: PersonName, scale: number): Promise<Buffer> {
  const scene = await sceneOf(name);
  const { head } = scene;
  const picture = placeHead(scene, { right: 0, down: 0, scale: 1, depth: HEAD_DEPTH }, roomAt);
  const { width, height } = picture;
  const pixels = new Uint8Array(picture.pixels.length);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const [fromX, fromY] = [head.x + (x - head.x) / scale, head.y + (y - head.y) / scale];
      for (let channel = 0; channel < 3; channel += 1)
        pixels[(y * width + x) * 3 + channel] = Math.round(sample(picture, fromX, fromY, channel));
    }
  }
  return encodeJpeg({ width, height, pixels });
}
