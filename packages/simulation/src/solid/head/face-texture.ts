import { type Picture, sampleInto } from '../../picture.ts';
import type { CanonicalFace } from './canonical-face.ts';
import { smoothStep } from './surface.ts';

/** Side of the texture of a face in pixels: its face is about as large as the one in a camera picture from near by. */
export const FACE_TEXTURE_SIDE = 512;

/** Part of the evidence that the other side must have before it shows, and from which it alone shows. */
const OTHER_FROM = 0.55;
const OTHER_ALONE = 0.92;

/** The texture is carried beyond its edge by so many pixels, so that no sample at the edge meets nothing. */
const SEAM = 6;

type Edges = { visit: (x: number, y: number, a: number, b: number, c: number) => void };

/** Visits the pixels of a triangle of the texture with their barycentric weights, those a little outside included. */
function eachTexel(corners: readonly [number, number][], { visit }: Edges): void {
  const [[ax, ay], [bx, by], [cx, cy]] = corners as [[number, number], [number, number], [number, number]];
  const area = (bx - ax) * (cy - ay) - (by - ay) * (cx - ax);
  if (area === 0) return;
  const slack = -1e-3;
  for (let y = Math.floor(Math.min(ay, by, cy)); y <= Math.max(ay, by, cy); y += 1) {
    for (let x = Math.floor(Math.min(ax, bx, cx)); x <= Math.max(ax, bx, cx); x += 1) {
      const b = ((x - ax) * (cy - ay) - (y - ay) * (cx - ax)) / area;
      const c = ((bx - ax) * (y - ay) - (by - ay) * (x - ax)) / area;
      const a = 1 - b - c;
      if (a >= slack && b >= slack && c >= slack) visit(x, y, a, b, c);
    }
  }
}

/** Carries the colours at the edge outwards, one pixel a pass. */
export function carryOutwards({ width, height, pixels }: Picture, filled: Uint8Array, passes: number): void {
  for (let pass = 0; pass < passes; pass += 1) {
    const before = Uint8Array.from(filled);
    for (let place = 0; place < width * height; place += 1) {
      if (before[place]) continue;
      const x = place % width;
      const neighbours = [
        x > 0 ? place - 1 : -1,
        x < width - 1 ? place + 1 : -1,
        place - width,
        place + width,
      ];
      const from = neighbours.find((near) => near >= 0 && near < width * height && before[near]);
      if (from === undefined) continue;
      pixels.copyWithin(place * 3, from * 3, from * 3 + 3);
      filled[place] = 1;
    }
  }
}

/**
 * Projects the photograph onto the face. Each place shows what the photograph has there and, where it is poorly
 * visible, what it has on the other side of the face. `places` are two numbers a point, in pixels of the photograph.
 */
export function makeFaceTexture(
  photograph: Picture,
  face: CanonicalFace,
  mirror: Uint16Array,
  places: Float64Array,
  seen: Float32Array,
): Picture {
  const side = FACE_TEXTURE_SIDE;
  const texture: Picture = { width: side, height: side, pixels: new Uint8Array(side * side * 3) };
  const filled = new Uint8Array(side * side);
  const colour = new Float32Array(6);
  for (let first = 0; first < face.triangles.length; first += 3) {
    const [i, j, k] = face.triangles.subarray(first, first + 3) as unknown as [number, number, number];
    const corners = [i, j, k].map((index): [number, number] => [
      (face.uvs[index * 2] as number) * (side - 1),
      (face.uvs[index * 2 + 1] as number) * (side - 1),
    ]);
    const [m, n, o] = [mirror[i], mirror[j], mirror[k]] as [number, number, number];
    const visit = (x: number, y: number, a: number, b: number, c: number): void => {
      const mix = (
        of: ArrayLike<number>,
        p: number,
        q: number,
        r: number,
        size: number,
        axis: number,
      ): number =>
        (of[p * size + axis] as number) * a +
        (of[q * size + axis] as number) * b +
        (of[r * size + axis] as number) * c;
      sampleInto(photograph, mix(places, i, j, k, 2, 0), mix(places, i, j, k, 2, 1), colour);
      const own = mix(seen, i, j, k, 1, 0);
      const other = mix(seen, m, n, o, 1, 0);
      const share = smoothStep(OTHER_FROM, OTHER_ALONE, (other * other) / (own * own + other * other));
      if (share > 0)
        sampleInto(photograph, mix(places, m, n, o, 2, 0), mix(places, m, n, o, 2, 1), colour, 3);
      const at = (y * side + x) * 3;
      for (let channel = 0; channel < 3; channel += 1)
        texture.pixels[at + channel] = Math.round(
          (colour[channel] as number) * (1 - share) + (colour[channel + 3] as number) * share,
        );
      filled[y * side + x] = 1;
    };
    eachTexel(corners, { visit });
  }
  carryOutwards(texture, filled, SEAM);
  return texture;
}
