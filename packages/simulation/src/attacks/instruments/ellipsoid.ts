import type { Instrument, Stance, Warp } from './instrument.ts';
import { warped } from './instrument.ts';
import type { Sheet } from './sheet.ts';
import { zoomOf } from './zoom.ts';

/** How fast the angle fades towards the rim of the head. */
const FADE_POWER = 3;

/** Half axes of the head, and how far its middle lies below the eyes, in distances from the eyes to the chin. */
const HEAD = { below: 0.3, halfWidth: 0.85, halfHeight: 1.2 };

/** The head of a sheet as an ellipse: its centre and half axes in pixels. */
export function headOf({ layout }: Sheet) {
  const { rightEye, leftEye, chin } = layout;
  const eyes = { x: (rightEye.x + leftEye.x) / 2, y: (rightEye.y + leftEye.y) / 2 };
  const length = Math.hypot(chin.x - eyes.x, chin.y - eyes.y);
  return {
    x: eyes.x + (chin.x - eyes.x) * HEAD.below,
    y: eyes.y + (chin.y - eyes.y) * HEAD.below,
    halfWidth: length * HEAD.halfWidth,
    halfHeight: length * HEAD.halfHeight,
    length,
  };
}

/** Turns and nods the head of a sheet as if it were an ellipsoid; the angle fades to nothing at the rim, so that the outline stays. */
export function ellipsoidWarp(sheet: Sheet, { turn, nod }: Pick<Stance, 'turn' | 'nod'>): Warp {
  const head = headOf(sheet);
  const [a, b] = [(turn * Math.PI) / 180, (nod * Math.PI) / 180];
  return {
    bend: ({ xs, ys, cover }) => {
      const { x, y, halfWidth, halfHeight } = head;
      for (let index = 0; index < xs.length; index += 1) {
        if (!((cover[index] as number) > 0)) continue;
        const u = ((xs[index] as number) - x) / halfWidth;
        const v = ((ys[index] as number) - y) / halfHeight;
        const square = u * u + v * v;
        if (square >= 1) continue;
        const faded = 1 - square ** FADE_POWER;
        const z = Math.sqrt(1 - square);
        const turned = a * faded;
        const nodded = b * faded;
        const [sin, cos] = [Math.sin(turned), Math.cos(turned)];
        const depth = u * sin + z * cos;
        xs[index] = x + (u * cos - z * sin) * halfWidth;
        ys[index] = y + (v * Math.cos(nodded) + depth * Math.sin(nodded)) * halfHeight;
      }
    },
  };
}

/** One photograph whose head is turned by pixel work, as the takes of tests were made before heads were solid. */
export const ellipsoidOf = (sheet: Sheet): Instrument => ({
  isHeldInMiddle: false,
  limits: { turn: 42, nod: 34, mouth: 0 },
  hold: (stance) => warped(zoomOf(sheet, stance), [ellipsoidWarp(sheet, stance)]),
});
