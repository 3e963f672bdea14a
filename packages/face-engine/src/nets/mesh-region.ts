import { type FaceMesh, MESH_POINTS } from './face-mesh.ts';
import { MESH_SIDE } from './face-mesh-net.ts';
import type { Picture } from './resample.ts';

/** A place in a picture, in its pixels. */
export type Point = { x: number; y: number };

/** A square over a face that stands upright in it: its middle and its right hand direction, whose length is half the side, in pixels. */
export type MeshRegion = { x: number; y: number; across: Point };

/**
 * Side of the square over the larger extent of the 68 points along the line of the eyes and across it. Of 1.2, 1.35, 1.5, 1.7 and 1.9 the one
 * with the steadiest mesh of a still face: points stray by 0.54 % of the eye distance (0.82, 0.62, 0.57, 0.63 with the others), pitch by 0.50
 * degrees, the gap of the lips by 0.005. Six points that both models have lie 0.045 eye distances apart (median). 20 faces of npm's group
 * photographs, six frames each, moved by 3 % of the width, scaled by 4 %, with noise, light and JPEG 60-95. Seed 20261122. A second pass in
 * the square of the first mesh would bring 0.41 %, 0.32 degrees and 0.003 for another 3 ms.
 */
const EXTENT_FACTOR = 1.5;

const RIGHT_EYE = [36, 42] as const;
const LEFT_EYE = [42, 48] as const;

function middleOf(points: readonly Point[]): Point {
  const sum = points.reduce((one, { x, y }) => ({ x: one.x + x, y: one.y + y }), { x: 0, y: 0 });
  return { x: sum.x / points.length, y: sum.y / points.length };
}

/** The square that the mesh is measured in, from 68 landmarks. */
export function meshRegionOf(landmarks: readonly Point[]): MeshRegion {
  const [right, left] = [middleOf(landmarks.slice(...RIGHT_EYE)), middleOf(landmarks.slice(...LEFT_EYE))];
  const length = Math.hypot(left.x - right.x, left.y - right.y) || 1;
  const [cos, sin] = [(left.x - right.x) / length, (left.y - right.y) / length];
  const along = landmarks.map(({ x, y }) => x * cos + y * sin);
  const below = landmarks.map(({ x, y }) => y * cos - x * sin);
  const [least, most] = [Math.min(...along), Math.max(...along)];
  const [top, bottom] = [Math.min(...below), Math.max(...below)];
  const half = (Math.max(most - least, bottom - top) * EXTENT_FACTOR) / 2;
  const [u, v] = [(least + most) / 2, (top + bottom) / 2];
  return { x: u * cos - v * sin, y: u * sin + v * cos, across: { x: cos * half, y: sin * half } };
}

/** Where samples lie along one axis of the region: x and y of each column, and what each row adds to them. */
type Axes = { startX: Float64Array; startY: Float64Array; addX: Float64Array; addY: Float64Array };

const AXES: Axes = {
  startX: new Float64Array(MESH_SIDE),
  startY: new Float64Array(MESH_SIDE),
  addX: new Float64Array(MESH_SIDE),
  addY: new Float64Array(MESH_SIDE),
};

/** Places of the samples, in room that is used again for each region. */
function axesOf({ x, y, across }: MeshRegion): Axes {
  const step = 2 / MESH_SIDE;
  const dx = across.x * step;
  const dy = across.y * step;
  const middle = (MESH_SIDE - 1) / 2;
  for (let at = 0; at < MESH_SIDE; at += 1) {
    const away = at - middle;
    AXES.startX[at] = x + away * dx;
    AXES.startY[at] = y + away * dy;
    AXES.addX[at] = away * dy;
    AXES.addY[at] = away * dx;
  }
  return AXES;
}

/**
 * The region as three planes of values from 0 to 1, bilinear; what lies outside the picture repeats its rim. Every value of `planes` is
 * written, whatever stood there.
 */
export function cropRegion(
  { width, height, pixels }: Picture,
  region: MeshRegion,
  planes = new Float32Array(3 * MESH_SIDE * MESH_SIDE),
): Float32Array {
  const size = MESH_SIDE * MESH_SIDE;
  const { startX, startY, addX, addY } = axesOf(region);
  const [mostX, mostY] = [width - 1, height - 1];
  const row = width * 3;
  for (let line = 0, to = 0; line < MESH_SIDE; line += 1) {
    const lessX = addX[line] as number;
    const moreY = addY[line] as number;
    for (let column = 0; column < MESH_SIDE; column += 1, to += 1) {
      // Pixels are counted from the middle of the first one.
      let x = (startX[column] as number) - lessX - 0.5;
      let y = (startY[column] as number) + moreY - 0.5;
      x = x < 0 ? 0 : x > mostX ? mostX : x;
      y = y < 0 ? 0 : y > mostY ? mostY : y;
      const left = x | 0;
      const top = y | 0;
      const part = x - left;
      const share = y - top;
      const upperLeft = top * row + left * 3;
      const upperRight = left < mostX ? upperLeft + 3 : upperLeft;
      const lowerLeft = top < mostY ? upperLeft + row : upperLeft;
      const lowerRight = top < mostY ? upperRight + row : upperRight;
      let first = pixels[upperLeft] as number;
      let upper = first + ((pixels[upperRight] as number) - first) * part;
      first = pixels[lowerLeft] as number;
      let lower = first + ((pixels[lowerRight] as number) - first) * part;
      planes[to] = (upper + (lower - upper) * share) / 255;
      first = pixels[upperLeft + 1] as number;
      upper = first + ((pixels[upperRight + 1] as number) - first) * part;
      first = pixels[lowerLeft + 1] as number;
      lower = first + ((pixels[lowerRight + 1] as number) - first) * part;
      planes[to + size] = (upper + (lower - upper) * share) / 255;
      first = pixels[upperLeft + 2] as number;
      upper = first + ((pixels[upperRight + 2] as number) - first) * part;
      first = pixels[lowerLeft + 2] as number;
      lower = first + ((pixels[lowerRight + 2] as number) - first) * part;
      planes[to + 2 * size] = (upper + (lower - upper) * share) / 255;
    }
  }
  return planes;
}

/** Points as the net gives them, in pixels of its input, as pixels of the picture; depth in the same measure. */
export function placeMesh(raw: Float32Array, score: number, { x, y, across }: MeshRegion): FaceMesh {
  const points = new Float32Array(MESH_POINTS * 3);
  const half = MESH_SIDE / 2;
  const scale = Math.hypot(across.x, across.y) / half;
  for (let at = 0; at < points.length; at += 3) {
    const [u, v] = [((raw[at] ?? 0) - half) / half, ((raw[at + 1] ?? 0) - half) / half];
    points[at] = x + u * across.x - v * across.y;
    points[at + 1] = y + u * across.y + v * across.x;
    points[at + 2] = (raw[at + 2] ?? 0) * scale;
  }
  return { points, score };
}
