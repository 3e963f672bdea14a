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

/** Values that go evenly over the picture: at the first corner of a triangle, and their growth by barycentric weight. */
type Plane = { base: number; right: number; down: number };

function planeOf(
  v: readonly [number, number, number],
  x: readonly [number, number, number],
  y: readonly [number, number, number],
  area: number,
): Plane {
  const right = ((v[1] - v[0]) * (y[2] - y[0]) - (v[2] - v[0]) * (y[1] - y[0])) / area;
  const down = ((v[2] - v[0]) * (x[1] - x[0]) - (v[1] - v[0]) * (x[2] - x[0])) / area;
  return { base: v[0] - right * x[0] - down * y[0], right, down };
}

/** The pixels of one row between the edges of a triangle: [first, last]. */
function spanOf(
  row: number,
  x: readonly [number, number, number],
  y: readonly [number, number, number],
  width: number,
): readonly [number, number] {
  let left = Number.POSITIVE_INFINITY;
  let right = Number.NEGATIVE_INFINITY;
  for (let edge = 0; edge < 3; edge += 1) {
    const next = (edge + 1) % 3;
    const [fromY, toY] = [y[edge] as number, y[next] as number];
    if ((fromY < row && toY < row) || (fromY > row && toY > row) || fromY === toY) continue;
    const at =
      (x[edge] as number) + (((x[next] as number) - (x[edge] as number)) * (row - fromY)) / (toY - fromY);
    if (at < left) left = at;
    if (at > right) right = at;
  }
  return [Math.max(0, Math.ceil(left)), Math.min(width - 1, Math.floor(right))];
}

function fillSpan(
  canvas: Canvas,
  row: number,
  first: number,
  last: number,
  planes: readonly [Plane, Plane, Plane, Plane],
  texture: Picture,
): void {
  const { colours, nearness, width } = canvas;
  const { pixels } = texture;
  const stride = texture.width * 3;
  const maxU = texture.width - 1.001;
  const maxV = texture.height - 1.001;
  const [near, across, along, light] = planes;
  let n = near.base + near.right * first + near.down * row;
  let s = across.base + across.right * first + across.down * row;
  let t = along.base + along.right * first + along.down * row;
  let l = light.base + light.right * first + light.down * row;
  for (let column = first; column <= last; column += 1) {
    const place = row * width + column;
    if (n > (nearness[place] as number)) {
      nearness[place] = n;
      let u = s / n;
      let v = t / n;
      u = u < 0 ? 0 : u > maxU ? maxU : u;
      v = v < 0 ? 0 : v > maxV ? maxV : v;
      const [left, top] = [u | 0, v | 0];
      const fx = u - left;
      const fy = v - top;
      const at = top * stride + left * 3;
      const a = (1 - fx) * (1 - fy) * l;
      const b = fx * (1 - fy) * l;
      const c = (1 - fx) * fy * l;
      const d = fx * fy * l;
      const to = place * 3;
      for (let channel = 0; channel < 3; channel += 1) {
        const from = at + channel;
        colours[to + channel] =
          (pixels[from] as number) * a +
          (pixels[from + 3] as number) * b +
          (pixels[from + stride] as number) * c +
          (pixels[from + stride + 3] as number) * d;
      }
    }
    n += near.right;
    s += across.right;
    t += along.right;
    l += light.right;
  }
}

/** Draws a surface in true perspective, with its texture sampled bilinearly; what lies behind what is drawn already stays hidden. `focal` is in pixels, and the optical axis meets the middle of the picture. */
export function drawSurface(
  canvas: Canvas,
  { points, uvs, triangles, light, texture }: SeenSurface,
  focal: number,
): void {
  const count = points.length / 3;
  const [screenX, screenY, inverse] = [
    new Float32Array(count),
    new Float32Array(count),
    new Float32Array(count),
  ];
  for (let index = 0; index < count; index += 1) {
    const nearer = 1 / (points[index * 3 + 2] as number);
    inverse[index] = nearer;
    screenX[index] = canvas.width / 2 - 0.5 + (points[index * 3] as number) * focal * nearer;
    screenY[index] = canvas.height / 2 - 0.5 + (points[index * 3 + 1] as number) * focal * nearer;
  }
  const [scaleU, scaleV] = [texture.width - 1, texture.height - 1];
  for (let first = 0; first < triangles.length; first += 3) {
    const [a, b, c] = [triangles[first], triangles[first + 1], triangles[first + 2]] as [
      number,
      number,
      number,
    ];
    const of = (values: Float32Array): [number, number, number] => [
      values[a] as number,
      values[b] as number,
      values[c] as number,
    ];
    const [x, y, n] = [of(screenX), of(screenY), of(inverse)];
    const area = (x[1] - x[0]) * (y[2] - y[0]) - (x[2] - x[0]) * (y[1] - y[0]);
    if (area === 0) continue;
    const textured = (axis: 0 | 1, scale: number): [number, number, number] => [
      (uvs[a * 2 + axis] as number) * scale * n[0],
      (uvs[b * 2 + axis] as number) * scale * n[1],
      (uvs[c * 2 + axis] as number) * scale * n[2],
    ];
    const planes = [n, textured(0, scaleU), textured(1, scaleV), of(light)].map((values) =>
      planeOf(values as [number, number, number], x, y, area),
    ) as [Plane, Plane, Plane, Plane];
    const top = Math.max(0, Math.ceil(Math.min(...y)));
    const bottom = Math.min(canvas.height - 1, Math.floor(Math.max(...y)));
    for (let row = top; row <= bottom; row += 1) {
      const [from, to] = spanOf(row, x, y, canvas.width);
      if (from <= to) fillSpan(canvas, row, from, to, planes, texture);
    }
  }
}
