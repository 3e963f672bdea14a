import type { Picture } from '../picture.ts';
import { type Camera, makeCamera, takePicture } from './camera.ts';
import { type CameraHold, holdCamera, type Light, STEADY } from './camera-hold.ts';
import type { FittedHead } from './fit-head.ts';
import type { HeadPart } from './head/head-part.ts';
import { openJaw, WIDEST_JAW_DEGREES } from './head/jaw.ts';
import { type Canvas, createCanvas, drawSurface } from './rasterise.ts';
import { drawRoom } from './room.ts';
import { rotateInto, rotationOf } from './rotation.ts';

/**
 * How a head is held before the camera. Yaw is positive to the person's left (right in the picture), pitch upwards,
 * roll with the top to the right. `mouth` from 0 to 1; the distance from the camera to the eyes and the place of the
 * head aside and above the optical axis in cm.
 */
export type HeadView = {
  yawDegrees: number;
  pitchDegrees: number;
  rollDegrees: number;
  mouth: number;
  distanceCm: number;
  x: number;
  y: number;
};

/** Somebody who faces the camera from 48 cm, as a phone is held. */
export const FRONT_VIEW: HeadView = {
  yawDegrees: 0,
  pitchDegrees: 0,
  rollDegrees: 0,
  mouth: 0,
  distanceCm: 48,
  x: 0,
  y: 0,
};

/** Where the head turns on the neck and where it nods, in cm of the head's frame: on the axis of the spine. */
const TURN_PIVOT_Z = -4.5;
const NOD_PIVOT_Y = -5;

/** Depth of the eyes in the head's frame, from which the distance to the camera is measured, and height of the middle of the face. */
const EYES_Z = 3.2;
const MIDDLE_Y = -0.8;

const toRadians = (degrees: number): number => (degrees * Math.PI) / 180;

/** Writes the points of a part as the camera sees them, and how light falls on them. */
function placePart(
  part: HeadPart,
  view: HeadView,
  light: Light,
  points: Float32Array,
  lights: Float32Array,
): void {
  const rotation = rotationOf(view.yawDegrees, view.pitchDegrees, view.rollDegrees);
  const jawRadians = toRadians(view.mouth * WIDEST_JAW_DEGREES);
  const depth = view.distanceCm + EYES_Z;
  const [place, turned] = [new Float32Array(3), new Float32Array(3)];
  const { positions, normals, jaw, withHead } = part;
  const [fromX, fromY, fromZ] = light.from;
  for (let index = 0; index < jaw.length; index += 1) {
    const at = index * 3;
    const follows = jaw[index] as number;
    openJaw(
      positions[at] as number,
      positions[at + 1] as number,
      positions[at + 2] as number,
      jawRadians * follows,
      place,
      0,
    );
    const [x, y, z] = place as unknown as [number, number, number];
    rotateInto(rotation, x, y - NOD_PIVOT_Y, z - TURN_PIVOT_Z, turned);
    const goes = withHead[index] as number;
    const mix = (rest: number, moved: number): number => rest + (moved - rest) * goes;
    points[at] = mix(x, turned[0] as number) + view.x;
    points[at + 1] = -(mix(y, (turned[1] as number) + NOD_PIVOT_Y) - MIDDLE_Y + view.y);
    points[at + 2] = depth - mix(z, (turned[2] as number) + TURN_PIVOT_Z);
    const [nx, ny, nz] = [normals[at] as number, normals[at + 1] as number, normals[at + 2] as number];
    rotateInto(rotation, nx, ny, nz, turned);
    // The photograph has light of its own on it: only what changes by turning is added.
    const change =
      ((turned[0] as number) - nx) * fromX +
      ((turned[1] as number) - ny) * fromY +
      ((turned[2] as number) - nz) * fromZ;
    lights[index] = 1 + light.strength * (change * goes + 0.25 * (nx * fromX));
  }
}

/** Pixels in which a nearer surface ends are mixed with their neighbours, as a lens and a grid of sensors do. */
function softenEdges({ width, height, colours, nearness }: Canvas): void {
  const edges: number[] = [];
  const EDGE = 0.06;
  for (let y = 1; y < height - 1; y += 1) {
    for (let x = 1; x < width - 1; x += 1) {
      const place = y * width + x;
      const near = nearness[place] as number;
      const right = nearness[place + 1] as number;
      const below = nearness[place + width] as number;
      if (Math.abs(near - right) > EDGE * near || Math.abs(near - below) > EDGE * near) edges.push(place);
    }
  }
  const mixed = new Float32Array(edges.length * 3);
  for (let to = 0; to < mixed.length; to += 1) {
    const middle = (edges[Math.floor(to / 3)] as number) * 3 + (to % 3);
    let sum = 0;
    for (let row = -1; row <= 1; row += 1)
      for (let column = -1; column <= 1; column += 1)
        sum += colours[middle + (row * width + column) * 3] as number;
    mixed[to] = sum / 9;
  }
  for (let from = 0; from < mixed.length; from += 1)
    colours[(edges[Math.floor(from / 3)] as number) * 3 + (from % 3)] = mixed[from] as number;
}

/** The person in the room as light falls on the sensor, before noise. */
function renderCanvas(head: FittedHead, view: HeadView, camera: Camera, hold: CameraHold): Canvas {
  const canvas = createCanvas(camera.width, camera.height);
  const focal = camera.width / 2 / Math.tan(toRadians(camera.fieldDegrees / 2));
  for (const part of head.parts) {
    const points = new Float32Array(part.positions.length);
    const light = new Float32Array(part.jaw.length);
    placePart(part, view, camera.light, points, light);
    holdCamera(points, hold);
    drawSurface(
      canvas,
      { points, uvs: part.uvs, triangles: part.triangles, texture: part.texture, light },
      focal,
    );
  }
  drawRoom(canvas, camera.room, hold, focal);
  softenEdges(canvas);
  return canvas;
}

/** How a picture is taken: `seed` draws the noise of the sensor, and `gain` is the exposure of this picture against the camera's own. */
export type RenderOptions = { camera?: Camera; hold?: CameraHold; seed?: number; gain?: number };

/** A picture of a person in a room, by default by the camera of seed 0, held still. */
export function renderHead(
  head: FittedHead,
  view: Partial<HeadView> = {},
  { camera = makeCamera(0), hold = STEADY, seed = 0, gain = 1 }: RenderOptions = {},
): Picture {
  const canvas = renderCanvas(head, { ...FRONT_VIEW, ...view }, camera, hold);
  const gains = camera.gains.map((each) => each * gain) as [number, number, number];
  return takePicture(canvas, { ...camera, gains }, seed);
}
