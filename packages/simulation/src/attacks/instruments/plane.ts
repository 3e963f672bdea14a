import type { Point } from '../look-at.ts';
import type { Held, Instrument, Stance } from './instrument.ts';
import type { Sheet } from './sheet.ts';

/** Rows of a 3 by 3 matrix, one after another. */
export type Matrix = readonly [number, number, number, number, number, number, number, number, number];

/** The rotation that first turns about the upright axis (positive: the sheet faces the right of the picture), then nods (positive: upwards), in degrees. X to the right, y down, z away from the camera. */
export function rotationOf(turn: number, nod: number): Matrix {
  const [a, b] = [(turn * Math.PI) / 180, (nod * Math.PI) / 180];
  const [ca, sa, cb, sb] = [Math.cos(a), Math.sin(a), Math.cos(b), Math.sin(b)];
  return [ca, 0, -sa, sb * sa, cb, sb * ca, cb * sa, -sb, cb * ca];
}

function invert([a, b, c, d, e, f, g, h, i]: Matrix): Matrix {
  const [A, B, C] = [e * i - f * h, f * g - d * i, d * h - e * g];
  const determinant = a * A + b * B + c * C;
  const over = (value: number): number => value / determinant;
  return [
    over(A),
    over(c * h - b * i),
    over(b * f - c * e),
    over(B),
    over(a * i - c * g),
    over(c * d - a * f),
    over(C),
    over(b * g - a * h),
    over(a * e - b * d),
  ];
}

/** Homography from the sheet to the camera's picture, both in pixels from the middle, for a pinhole camera `distance` sheet pixels away. */
export function homographyOf({ turn, nod, size }: Stance, distance: number): Matrix {
  const [r0, r1, , r3, r4, , r6, r7] = rotationOf(turn, nod);
  const away = distance / size;
  return [distance * r0, distance * r1, 0, distance * r3, distance * r4, 0, r6, r7, away];
}

/** Holds a flat print before a pinhole camera; `distance` in eye distances of the printed face. */
export const planeOf = (sheet: Sheet, distance: number): Instrument => ({
  isHeldInMiddle: true,
  limits: { turn: 66, nod: 55, mouth: 0 },
  hold: (stance) => holdPlane(sheet, homographyOf(stance, distance * sheet.eyes)),
});

function holdPlane({ full, centre }: Sheet, toPicture: Matrix): Held {
  const [a, b, c, d, e, f, g, h, i] = invert(toPicture);
  const [A, B, , D, E, , G, H, I] = toPicture;
  const [width, height] = [full.width, full.height];
  return {
    see: ({ xs, ys, cover }) => {
      for (let index = 0; index < xs.length; index += 1) {
        const x = xs[index] as number;
        const y = ys[index] as number;
        const w = g * x + h * y + i;
        const toX = (a * x + b * y + c) / w + centre.x;
        const toY = (d * x + e * y + f) / w + centre.y;
        xs[index] = toX;
        ys[index] = toY;
        // Behind the camera the ray meets the sheet's plane where no light comes from.
        if (w <= 0 || toX < 0 || toY < 0 || toX > width - 1 || toY > height - 1) cover[index] = 0;
      }
    },
    place: (point: Point) => {
      const [x, y] = [point.x - centre.x, point.y - centre.y];
      const w = G * x + H * y + I;
      return { x: (A * x + B * y) / w, y: (D * x + E * y) / w };
    },
  };
}
