import type { Picture, Point } from '../image/luminance.ts';
import { createSpareRoom } from '../image/spare-room.ts';
import type { FaceMesh } from '../nets/face-mesh.ts';
import { MESH_POINTS } from '../nets/face-mesh.ts';

/** Distance of the outer eye corners in every chip, in pixels; other lengths of this folder are parts of it. */
export const EYE_DISTANCE = 60;

/** Columns of a chip. */
export const CHIP_WIDTH = 138;
/** Rows of a chip. */
export const CHIP_HEIGHT = 162;
/** Where the middle between the outer eye corners lies in a chip. */
const MIDDLE_X = CHIP_WIDTH / 2;
const EYE_LINE = 63;

/** Points are kept in sixteenths of a pixel. */
const SUBPIXELS = 16;
const POINT_BYTES = MESH_POINTS * 2 * 2;

/** Outer corners of the right and the left eye in the mesh; the sides are the person's own. */
const RIGHT_EYE = 33;
const LEFT_EYE = 263;

/** A face upright in one size: luminance row by row, 0 to 255, and the mesh as x, y one after another in pixels of the chip. */
export type FaceChip = { gray: Uint8Array; points: Float32Array };

/** How far a column lies from the middle between the eyes, in eye distances to the person's left. */
export const acrossOf = (x: number): number => (x - MIDDLE_X) / EYE_DISTANCE;
/** How far a row lies below the eyes, in eye distances. */
export const downOf = (y: number): number => (y - EYE_LINE) / EYE_DISTANCE;
/** The column that lies so far from the middle between the eyes. */
export const columnOf = (across: number): number => across * EYE_DISTANCE + MIDDLE_X;
/** The row that lies so far below the eyes. */
export const rowOf = (down: number): number => down * EYE_DISTANCE + EYE_LINE;

/** Luminance (ITU-R BT.601, 0 to 255) of a part of a picture, row by row; `left` and `top` are where it lies there. */
type Light = { left: number; top: number; width: number; values: Float64Array };

const lendLight = createSpareRoom(Float64Array);

/** Luminance of the pixels that the given places lie between, with the rim of the picture for those outside; in room that the next chip takes. */
function lightAround({ width, height, pixels }: Picture, places: readonly Point[]): Light {
  const within = (value: number, length: number): number =>
    Math.min(length - 2, Math.max(0, Math.floor(value)));
  const [xs, ys] = [places.map(({ x }) => x), places.map(({ y }) => y)];
  const [left, top] = [within(Math.min(...xs), width), within(Math.min(...ys), height)];
  const across = within(Math.max(...xs), width) + 2 - left;
  const down = within(Math.max(...ys), height) + 2 - top;
  const values = lendLight(across * down);
  let to = 0;
  for (let row = 0; row < down; row += 1) {
    let at = ((top + row) * width + left) * 3;
    for (let column = 0; column < across; column += 1, at += 3, to += 1)
      values[to] =
        0.299 * (pixels[at] as number) +
        0.587 * (pixels[at + 1] as number) +
        0.114 * (pixels[at + 2] as number);
  }
  return { left, top, width: across, values };
}

/** From the chip to the picture: a similarity by the outer eye corners. */
type Placing = { middle: Point; right: Point; down: Point; scale: number };

function placingOf(points: Float32Array): Placing {
  const at = (index: number): Point => ({
    x: points[index * 3] as number,
    y: points[index * 3 + 1] as number,
  });
  const [right, left] = [at(RIGHT_EYE), at(LEFT_EYE)];
  const scale = Math.hypot(left.x - right.x, left.y - right.y) / EYE_DISTANCE;
  const across = { x: (left.x - right.x) / EYE_DISTANCE, y: (left.y - right.y) / EYE_DISTANCE };
  return {
    middle: { x: (left.x + right.x) / 2, y: (left.y + right.y) / 2 },
    right: across,
    down: { x: -across.y, y: across.x },
    scale,
  };
}

/** Where the samples of each column or row lie, in pixels of the chip from its middle. */
const offsetsOf = (length: number, middle: number, taken: number): Float64Array =>
  Float64Array.from({ length: length * taken }, (_, index) => {
    const sample = index % taken;
    return (index - sample) / taken - middle + (sample + 0.5) / taken - 0.5;
  });

/** How many samples a side of a pixel of the chip is averaged from: a picture with more pixels than the chip has more in it. */
const samplesOf = ({ scale }: Placing): number => Math.min(4, Math.max(1, Math.round(scale)));

/** Where the samples of a line lie, in pixels of the picture: those of the first line, and how far this one lies from it. */
type SampleLine = { xs: Float64Array; ys: Float64Array; x: number; y: number };

/** Luminance between four pixels of the picture, of which the upper left one stands at `at`. */
const blend = ({ values, width }: Light, at: number, partX: number, partY: number): number =>
  (1 - partX) * (1 - partY) * (values[at] as number) +
  partX * (1 - partY) * (values[at + 1] as number) +
  (1 - partX) * partY * (values[at + width] as number) +
  partX * partY * (values[at + width + 1] as number);

/** Sums `taken` samples of each column of the chip, along one line of samples; places are the same as in `lightAround`. */
function addLine(
  sums: Float64Array,
  light: Light,
  { xs, ys, x: startX, y: startY }: SampleLine,
  { lastX, lastY, taken }: { lastX: number; lastY: number; taken: number },
): void {
  const { left, top, width } = light;
  for (let column = 0, sample = 0; column < CHIP_WIDTH; column += 1) {
    let sum = sums[column] as number;
    for (const until = sample + taken; sample < until; sample += 1) {
      const x = (xs[sample] as number) + startX;
      const y = (ys[sample] as number) + startY;
      const before = x <= 0 ? 0 : x >= lastX ? lastX : Math.floor(x);
      const above = y <= 0 ? 0 : y >= lastY ? lastY : Math.floor(y);
      const partX = x <= 0 ? 0 : x >= lastX + 1 ? 1 : x - before;
      const partY = y <= 0 ? 0 : y >= lastY + 1 ? 1 : y - above;
      const at = (above - top) * width + before - left;
      sum += blend(light, at, partX, partY);
    }
    sums[column] = sum;
  }
}

/** The same of a line that lies in the picture, as nearly all do: nothing is asked of each sample. */
function addLineWithin(
  sums: Float64Array,
  light: Light,
  { xs, ys, x: startX, y: startY }: SampleLine,
  taken: number,
): void {
  const { left, top, width } = light;
  for (let column = 0, sample = 0; column < CHIP_WIDTH; column += 1) {
    let sum = sums[column] as number;
    for (const until = sample + taken; sample < until; sample += 1) {
      const x = (xs[sample] as number) + startX;
      const y = (ys[sample] as number) + startY;
      const before = x | 0;
      const above = y | 0;
      const partX = x - before;
      const partY = y - above;
      const at = (above - top) * width + before - left;
      sum += blend(light, at, partX, partY);
    }
    sums[column] = sum;
  }
}

/** Luminance of the chip: the mean of the samples of each pixel, each between four pixels of the picture. */
function sampleChip(picture: Picture, placing: Placing): Uint8Array {
  const { middle, right, down } = placing;
  const taken = samplesOf(placing);
  const [along, upright] = [offsetsOf(CHIP_WIDTH, MIDDLE_X, taken), offsetsOf(CHIP_HEIGHT, EYE_LINE, taken)];
  const xs = along.map((u) => middle.x + right.x * u);
  const ys = along.map((u) => middle.y + right.y * u);
  const lines = Array.from(upright, (v) => ({ xs, ys, x: down.x * v, y: down.y * v }));
  const ends = [lines[0], lines.at(-1)].flatMap((line) =>
    [0, along.length - 1].map((sample) => ({
      x: (xs[sample] as number) + (line?.x ?? 0),
      y: (ys[sample] as number) + (line?.y ?? 0),
    })),
  );
  const light = lightAround(picture, ends);
  const limits = { lastX: picture.width - 2, lastY: picture.height - 2, taken };
  // The corners lie farthest out.
  const isWithin = ends.every(({ x, y }) => x >= 0 && y >= 0 && x < limits.lastX && y < limits.lastY);
  const gray = new Uint8Array(CHIP_WIDTH * CHIP_HEIGHT);
  const sums = new Float64Array(CHIP_WIDTH);
  for (let row = 0; row < CHIP_HEIGHT; row += 1) {
    sums.fill(0);
    for (const line of lines.slice(row * taken, (row + 1) * taken)) {
      if (isWithin) addLineWithin(sums, light, line, taken);
      else addLine(sums, light, line, limits);
    }
    for (let column = 0; column < CHIP_WIDTH; column += 1)
      gray[row * CHIP_WIDTH + column] = Math.round((sums[column] as number) / (taken * taken));
  }
  return gray;
}

/** Cuts the face out of the picture in which its mesh was measured. */
export function cutChip(picture: Picture, { points }: Pick<FaceMesh, 'points'>): FaceChip {
  const placing = placingOf(points);
  const { middle, right, down, scale } = placing;
  const gray = sampleChip(picture, placing);
  const placed = new Float32Array(MESH_POINTS * 2);
  const squared = scale * scale;
  for (let index = 0; index < MESH_POINTS; index += 1) {
    const x = (points[index * 3] as number) - middle.x;
    const y = (points[index * 3 + 1] as number) - middle.y;
    placed[index * 2] = (x * right.x + y * right.y) / squared + MIDDLE_X;
    placed[index * 2 + 1] = (x * down.x + y * down.y) / squared + EYE_LINE;
  }
  return { gray, points: placed };
}

/** A chip as bytes, for sealing. */
export function packChip({ gray, points }: FaceChip): Buffer {
  const packed = Buffer.alloc(POINT_BYTES + gray.length);
  for (const [index, value] of points.entries()) {
    const whole = Math.min(32_767, Math.max(-32_768, Math.round(value * SUBPIXELS)));
    packed.writeInt16LE(whole, index * 2);
  }
  packed.set(gray, POINT_BYTES);
  return packed;
}

/** Reads what `packChip` wrote; another length is a fault. */
export function unpackChip(packed: Uint8Array): FaceChip {
  if (packed.length !== POINT_BYTES + CHIP_WIDTH * CHIP_HEIGHT) throw new Error('a chip has another length');
  const view = new DataView(packed.buffer, packed.byteOffset);
  const points = Float32Array.from(
    { length: MESH_POINTS * 2 },
    (_, index) => view.getInt16(index * 2, true) / SUBPIXELS,
  );
  return { gray: Uint8Array.from(packed.subarray(POINT_BYTES)), points };
}
