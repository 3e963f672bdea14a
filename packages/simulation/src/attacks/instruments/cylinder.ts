import type { Point } from '../look-at.ts';
import type { Held, Instrument, Stance } from './instrument.ts';
import { rotationOf } from './plane.ts';
import type { Sheet } from './sheet.ts';

/** Which way the axis of a bent print runs. */
export type Axis = 'upright' | 'lying';

/** From here on, in radians of the bend, the sheet has ended. */
const LAST_ANGLE = 1.5;

/**
 * Holds a print that is bent about an axis, bulging towards a pinhole camera; `radius` and `distance` in eye distances. About its axis it is
 * turned, which slides the face round the bend; the other way it is tilted.
 */
export const cylinderOf = (sheet: Sheet, axis: Axis, radius: number, distance: number): Instrument => ({
  isHeldInMiddle: true,
  limits: { turn: axis === 'upright' ? 60 : 66, nod: axis === 'lying' ? 50 : 55, mouth: 0 },
  hold: (stance) => holdCylinder(sheet, axis, radius * sheet.eyes, distance * sheet.eyes, stance),
});

/** In coordinates of an upright axis; for a lying one x and y are swapped on the way in and out. */
function holdCylinder(sheet: Sheet, axis: Axis, radius: number, distance: number, stance: Stance): Held {
  const isLying = axis === 'lying';
  const { full, centre } = sheet;
  const slide = ((isLying ? -stance.nod : stance.turn) * Math.PI) / 180;
  const tilt = isLying ? -stance.turn : stance.nod;
  const [, , , , cos, sin] = rotationOf(0, tilt);
  const away = distance / stance.size;
  const [originY, originZ] = [sin * away, -cos * away];
  const [right, bottom] = [full.width - 1, full.height - 1];
  const c = originZ * originZ - 2 * originZ * radius;
  return {
    see: ({ xs, ys, cover }) => {
      const [acrossOf, alongOf] = isLying ? [ys, xs] : [xs, ys];
      const [midAcross, midAlong] = isLying ? [centre.y, centre.x] : [centre.x, centre.y];
      for (let index = 0; index < xs.length; index += 1) {
        const across = (acrossOf[index] as number) / distance;
        const along = (alongOf[index] as number) / distance;
        const rayY = cos * along - sin;
        const rayZ = sin * along + cos;
        const a = across * across + rayZ * rayZ;
        const b = rayZ * (originZ - radius);
        const root = b * b - a * c;
        if (root < 0) {
          cover[index] = 0;
          continue;
        }
        const t = (-b - Math.sqrt(root)) / a;
        const angle = Math.atan2(across * t, radius - (originZ + rayZ * t));
        acrossOf[index] = midAcross + radius * (angle - slide);
        alongOf[index] = midAlong + (originY + rayY * t);
        const x = xs[index] as number;
        const y = ys[index] as number;
        const isOutside = x < 0 || y < 0 || x > right || y > bottom;
        if (t <= 0 || isOutside || Math.abs(angle) > LAST_ANGLE) cover[index] = 0;
      }
    },
    place: (point: Point) => {
      const [bent, straight] = isLying
        ? [point.y - centre.y, point.x - centre.x]
        : [point.x - centre.x, point.y - centre.y];
      const angle = bent / radius + slide;
      const [objectX, objectZ] = [radius * Math.sin(angle), radius * (1 - Math.cos(angle))];
      const along = cos * straight + sin * objectZ;
      const z = cos * objectZ - sin * straight + away;
      const [across, lengthwise] = [(objectX * distance) / z, (along * distance) / z];
      return isLying ? { x: lengthwise, y: across } : { x: across, y: lengthwise };
    },
  };
}
