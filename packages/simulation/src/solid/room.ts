import type { Picture } from '../picture.ts';
import { drawBetween, type Random } from '../random.ts';
import { type CameraHold, holdCamera } from './camera-hold.ts';
import { type Canvas, drawSurface, type SeenSurface } from './rasterise.ts';

/** What is behind a person: surfaces in the frame of the camera at rest (x to the right, y down, z away), in cm. */
export type Room = readonly SeenSurface[];

/** Cm from the camera to the wall: a person at 40 cm and 1.5 to 3 m behind. */
const WALL_FROM = 190;
const WALL_TO = 340;

/** How far the wall reaches to each side and up and down, in distances of the wall; more than any field of view. */
const WALL_ACROSS = 1.3;
const WALL_ALONG = 1;
const WALL_TEXTURE = { width: 832, height: 640 };

type Colour = readonly [number, number, number];
type Box = { left: number; top: number; right: number; bottom: number };

const drawColour = (random: Random, low: number, high: number): Colour => {
  const base = drawBetween(random, low, high);
  return [
    base * drawBetween(random, 0.8, 1.15),
    base * drawBetween(random, 0.85, 1.1),
    base * drawBetween(random, 0.75, 1.15),
  ];
};

/** Paints a box with a colour that varies a little, so that it has a texture. */
function paint(
  { width, height, pixels }: Picture,
  { left, top, right, bottom }: Box,
  colour: Colour,
  random: Random,
): void {
  const [slant, phase, grain] = [drawBetween(random, -0.2, 0.2), random() * 9, drawBetween(random, 2, 9)];
  for (let y = Math.max(0, Math.round(top)); y < Math.min(height, bottom); y += 1) {
    for (let x = Math.max(0, Math.round(left)); x < Math.min(width, right); x += 1) {
      const light =
        1 +
        0.06 * Math.sin(phase + x * 0.11 * (1 + slant) + y * 0.07 * slant) +
        (slant * (y - top)) / Math.max(1, bottom - top);
      const noise = (random() - 0.5) * grain;
      for (let channel = 0; channel < 3; channel += 1)
        pixels[(y * width + x) * 3 + channel] = Math.min(
          255,
          Math.max(0, Math.round((colour[channel] as number) * light + noise)),
        );
    }
  }
}

/** A thing with smaller things in it: a picture in its frame, a window with panes, a shelf with books. */
function paintThing(texture: Picture, box: Box, random: Random): void {
  paint(texture, box, drawColour(random, 30, 210), random);
  const [columns, rows] = [1 + Math.floor(random() * 5), 1 + Math.floor(random() * 3)];
  const [width, height] = [(box.right - box.left) / columns, (box.bottom - box.top) / rows];
  for (let column = 0; column < columns; column += 1) {
    for (let row = 0; row < rows; row += 1) {
      const [left, top] = [box.left + column * width, box.top + row * height];
      const inner = {
        left: left + width * drawBetween(random, 0.06, 0.2),
        top: top + height * drawBetween(random, 0.06, 0.4),
        right: left + width * drawBetween(random, 0.8, 0.95),
        bottom: top + height * drawBetween(random, 0.85, 0.95),
      };
      paint(texture, inner, drawColour(random, 25, 235), random);
    }
  }
}

function makeWallTexture(random: Random): Picture {
  const { width, height } = WALL_TEXTURE;
  const texture: Picture = { width, height, pixels: new Uint8Array(width * height * 3) };
  paint(texture, { left: 0, top: 0, right: width, bottom: height }, drawColour(random, 95, 205), random);
  const things = 7 + Math.floor(random() * 6);
  for (let thing = 0; thing < things; thing += 1) {
    const [across, along] = [drawBetween(random, 30, 150), drawBetween(random, 30, 170)];
    const [left, top] = [random() * (width - across), random() * (height - along)];
    paintThing(texture, { left, top, right: left + across, bottom: top + along }, random);
  }
  return texture;
}

type Corner = readonly [x: number, y: number, z: number];

function quad(
  corners: readonly [Corner, Corner, Corner, Corner],
  texture: Picture,
  brightness: number,
): SeenSurface {
  return {
    points: Float32Array.from(corners.flat()),
    uvs: Float32Array.of(0, 0, 1, 0, 1, 1, 0, 1),
    triangles: Uint16Array.of(0, 1, 2, 0, 2, 3),
    light: new Float32Array(4).fill(brightness),
    texture,
  };
}

/** A piece of furniture between wall and person: its front, and the side that is turned to the middle. */
function makeFurniture(random: Random, wall: number): SeenSurface[] {
  const near = wall * drawBetween(random, 0.5, 0.85);
  const far = near + drawBetween(random, 25, 55);
  const side = random() < 0.5 ? -1 : 1;
  const inner = side * near * drawBetween(random, 0.18, 0.5);
  const outer = inner + side * drawBetween(random, 45, 130);
  const top = near * drawBetween(random, -0.15, 0.4);
  const bottom = near;
  const texture: Picture = { width: 96, height: 96, pixels: new Uint8Array(96 * 96 * 3) };
  paintThing(texture, { left: 0, top: 0, right: 96, bottom: 96 }, random);
  return [
    quad(
      [
        [inner, top, near],
        [outer, top, near],
        [outer, bottom, near],
        [inner, bottom, near],
      ],
      texture,
      1,
    ),
    quad(
      [
        [inner, top, near],
        [inner, top, far],
        [inner, bottom, far],
        [inner, bottom, near],
      ],
      texture,
      0.75,
    ),
    quad(
      [
        [inner, top, near],
        [outer, top, near],
        [outer, top, far],
        [inner, top, far],
      ],
      texture,
      1.15,
    ),
  ];
}

/** A room of its own for each state of the generator: a wall with things on it, and furniture before the wall. */
export function makeRoom(random: Random): Room {
  const wall = drawBetween(random, WALL_FROM, WALL_TO);
  const [x, y] = [wall * WALL_ACROSS, wall * WALL_ALONG];
  const back = quad(
    [
      [-x, -y, wall],
      [x, -y, wall],
      [x, y, wall],
      [-x, y, wall],
    ],
    makeWallTexture(random),
    1,
  );
  const pieces = 2 + Math.floor(random() * 3);
  return [back, ...Array.from({ length: pieces }, () => makeFurniture(random, wall)).flat()];
}

/** A bare wall, lit from above. */
export function makePlainRoom(colour: Colour): Room {
  const texture: Picture = { width: 2, height: 64, pixels: new Uint8Array(2 * 64 * 3) };
  for (let at = 0; at < texture.pixels.length; at += 1)
    texture.pixels[at] = (colour[at % 3] as number) * (1 - Math.floor(at / 6) / 400);
  const [x, y, wall] = [WALL_FROM * WALL_ACROSS, WALL_FROM * WALL_ALONG, WALL_FROM];
  return [
    quad(
      [
        [-x, -y, wall],
        [x, -y, wall],
        [x, y, wall],
        [-x, y, wall],
      ],
      texture,
      1,
    ),
  ];
}

/** Draws the room behind what is on the canvas already. */
export function drawRoom(canvas: Canvas, room: Room, hold: CameraHold, focal: number): void {
  for (const surface of room) {
    const points = Float32Array.from(surface.points);
    holdCamera(points, hold);
    drawSurface(canvas, { ...surface, points }, focal);
  }
}
