import type { Picture } from '../picture.ts';

/** A picture in the making: colours from 0 to 255 and the inverse distance in 1/cm of what is nearest. */
export type Canvas = { width: number; height: number; colours: Float32Array; nearness: Float32Array };

/** Triangles as the camera sees them: x to the right, y down and z away from it, in cm; all of them lie before the camera. */
export type SeenSurface = {
  points: Float32Array;
  uvs: Float32Array;
  triangles: Uint16Array;
  /** Factor of the light at each point. */
  light: Float32Array;
  texture: Picture;
};

/** An empty picture. */
export const createCanvas = (width: number, height: number): Canvas => ({
  width,
  height,
  colours: new Float32Array(width * height * 3),
  nearness: new Float32Array(width * height),
});

/** Corners of one triangle on the screen, and what goes evenly over it: base, growth to the right and growth downwards of each value. Used again for the next. */
type Drawn = { x: Float64Array; y: Float64Array; planes: Float64Array };

/** Places of the values of a triangle in `planes`: the inverse distance, the texture's place times it, the light. */
const VALUES = { near: 0, across: 3, along: 6, light: 9 } as const;

/** Fits a value that is known at the three corners. */
function fitPlane(
  { x, y, planes }: Drawn,
  to: number,
  area: number,
  v0: number,
  v1: number,
  v2: number,
): void {
  const x0 = x[0] as number;
  const y0 = y[0] as number;
  const right = ((v1 - v0) * ((y[2] as number) - y0) - (v2 - v0) * ((y[1] as number) - y0)) / area;
  const down = ((v2 - v0) * ((x[1] as number) - x0) - (v1 - v0) * ((x[2] as number) - x0)) / area;
  planes[to] = v0 - right * x0 - down * y0;
  planes[to + 1] = right;
  planes[to + 2] = down;
}

const valueAt = (planes: Float64Array, value: number, column: number, row: number): number =>
  (planes[value] as number) + (planes[value + 1] as number) * column + (planes[value + 2] as number) * row;

/** Fills the pixels of one row between the edges of a triangle. */
function fillRow(canvas: Canvas, row: number, drawn: Drawn, texture: Picture): void {
  const { x, y } = drawn;
  let left = Number.POSITIVE_INFINITY;
  let right = Number.NEGATIVE_INFINITY;
  for (let edge = 0; edge < 3; edge += 1) {
    const next = (edge + 1) % 3;
    const fromY = y[edge] as number;
    const toY = y[next] as number;
    if ((fromY < row && toY < row) || (fromY > row && toY > row) || fromY === toY) continue;
    const fromX = x[edge] as number;
    const at = fromX + (((x[next] as number) - fromX) * (row - fromY)) / (toY - fromY);
    if (at < left) left = at;
    if (at > right) right = at;
  }
  const first = Math.max(0, Math.ceil(left));
  const last = Math.min(canvas.width - 1, Math.floor(right));
  if (first <= last) fillSpan(canvas, row, first, last, drawn.planes, texture);
}

function fillSpan(
  { colours, nearness, width }: Canvas,
  row: number,
  first: number,
  last: number,
  planes: Float64Array,
  texture: Picture,
): void {
  const { pixels } = texture;
  const stride = texture.width * 3;
  const maxU = texture.width - 1.001;
  const maxV = texture.height - 1.001;
  const nearGrowth = planes[VALUES.near + 1] as number;
  const acrossGrowth = planes[VALUES.across + 1] as number;
  const alongGrowth = planes[VALUES.along + 1] as number;
  const lightGrowth = planes[VALUES.light + 1] as number;
  let n = valueAt(planes, VALUES.near, first, row);
  let s = valueAt(planes, VALUES.across, first, row);
  let t = valueAt(planes, VALUES.along, first, row);
  let l = valueAt(planes, VALUES.light, first, row);
  for (let place = row * width + first; place <= row * width + last; place += 1) {
    if (n > (nearness[place] as number)) {
      nearness[place] = n;
      let u = s / n;
      let v = t / n;
      u = u < 0 ? 0 : u > maxU ? maxU : u;
      v = v < 0 ? 0 : v > maxV ? maxV : v;
      const left = u | 0;
      const top = v | 0;
      const fx = u - left;
      const fy = v - top;
      const a = (1 - fx) * (1 - fy) * l;
      const b = fx * (1 - fy) * l;
      const c = (1 - fx) * fy * l;
      const d = fx * fy * l;
      const from = top * stride + left * 3;
      for (let channel = 0; channel < 3; channel += 1) {
        const at = from + channel;
        colours[place * 3 + channel] =
          (pixels[at] as number) * a +
          (pixels[at + 3] as number) * b +
          (pixels[at + stride] as number) * c +
          (pixels[at + stride + 3] as number) * d;
      }
    }
    n += nearGrowth;
    s += acrossGrowth;
    t += alongGrowth;
    l += lightGrowth;
  }
}

/** Sets the corners of a triangle, and gives twice its area. */
function placeCorners(
  { x, y }: Drawn,
  screenX: Float32Array,
  screenY: Float32Array,
  a: number,
  b: number,
  c: number,
): number {
  const x0 = screenX[a] as number;
  const y0 = screenY[a] as number;
  const x1 = screenX[b] as number;
  const y1 = screenY[b] as number;
  const x2 = screenX[c] as number;
  const y2 = screenY[c] as number;
  x[0] = x0;
  x[1] = x1;
  x[2] = x2;
  y[0] = y0;
  y[1] = y1;
  y[2] = y2;
  return (x1 - x0) * (y2 - y0) - (x2 - x0) * (y1 - y0);
}

const lowest = (y: Float64Array): number => Math.min(y[0] as number, y[1] as number, y[2] as number);
const highest = (y: Float64Array): number => Math.max(y[0] as number, y[1] as number, y[2] as number);

/** Where the points of a surface are on the screen, and their inverse distance. */
function project({ width, height }: Canvas, points: Float32Array, focal: number) {
  const count = points.length / 3;
  const screenX = new Float32Array(count);
  const screenY = new Float32Array(count);
  const inverse = new Float32Array(count);
  for (let index = 0; index < count; index += 1) {
    const nearer = 1 / (points[index * 3 + 2] as number);
    inverse[index] = nearer;
    screenX[index] = width / 2 - 0.5 + (points[index * 3] as number) * focal * nearer;
    screenY[index] = height / 2 - 0.5 + (points[index * 3 + 1] as number) * focal * nearer;
  }
  return { screenX, screenY, inverse };
}

/** Draws a surface in true perspective, with its texture sampled bilinearly; what lies behind what is drawn already stays hidden. `focal` is in pixels, and the optical axis meets the middle of the picture. */
export function drawSurface(
  canvas: Canvas,
  { points, uvs, triangles, light, texture }: SeenSurface,
  focal: number,
): void {
  const { screenX, screenY, inverse } = project(canvas, points, focal);
  const drawn: Drawn = { x: new Float64Array(3), y: new Float64Array(3), planes: new Float64Array(12) };
  const across = (point: number): number =>
    (uvs[point * 2] as number) * (texture.width - 1) * (inverse[point] as number);
  const along = (point: number): number =>
    (uvs[point * 2 + 1] as number) * (texture.height - 1) * (inverse[point] as number);
  for (let first = 0; first < triangles.length; first += 3) {
    const a = triangles[first] as number;
    const b = triangles[first + 1] as number;
    const c = triangles[first + 2] as number;
    const area = placeCorners(drawn, screenX, screenY, a, b, c);
    if (area === 0) continue;
    fitPlane(drawn, VALUES.near, area, inverse[a] as number, inverse[b] as number, inverse[c] as number);
    fitPlane(drawn, VALUES.across, area, across(a), across(b), across(c));
    fitPlane(drawn, VALUES.along, area, along(a), along(b), along(c));
    fitPlane(drawn, VALUES.light, area, light[a] as number, light[b] as number, light[c] as number);
    const top = Math.max(0, Math.ceil(lowest(drawn.y)));
    const bottom = Math.min(canvas.height - 1, Math.floor(highest(drawn.y)));
    for (let row = top; row <= bottom; row += 1) fillRow(canvas, row, drawn, texture);
  }
}
