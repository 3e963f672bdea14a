import { headOf } from './ellipsoid.ts';
import type { Held, Instrument } from './instrument.ts';
import { warped } from './instrument.ts';
import { type MouthStyle, mouthWarp } from './mouth.ts';
import type { Sheet } from './sheet.ts';
import { zoomOf } from './zoom.ts';

/** Half widths of neck and shoulders and how far the shoulders lie below the chin, in distances from the eyes to the chin; the head's ellipse is wider than the face. */
const BODY = { head: 1.12, neck: 0.62, shoulders: 2.1, slope: 1.3 };

/** Over which the edge of the scissors fades, in pixels. */
const EDGE = 2.5;

/** How much of a place of the sheet is left when a head with shoulders is cut out. */
function coverOf(sheet: Sheet): (x: number, y: number) => number {
  const head = headOf(sheet);
  const { chin } = sheet.layout;
  return (x, y) => {
    const [u, v] = [
      (x - head.x) / (head.halfWidth * BODY.head),
      (y - head.y) / (head.halfHeight * BODY.head),
    ];
    const inHead = (1 - Math.hypot(u, v)) * head.halfWidth;
    const below = (y - chin.y) / head.length;
    const half =
      below < 0.25 ? BODY.neck : Math.min(BODY.shoulders, BODY.neck + (below - 0.25) * BODY.slope * 2);
    const inBody = y < chin.y - 0.3 * head.length ? -1e9 : half * head.length - Math.abs(x - chin.x);
    return Math.min(1, Math.max(0, Math.max(inHead, inBody) / EDGE + 0.5));
  };
}

function cutOut(held: Held, sheet: Sheet): Held {
  const cover = coverOf(sheet);
  return {
    place: held.place,
    see: (x, y, seen) => {
      held.see(x, y, seen);
      if (seen.cover > 0) seen.cover = cover(seen.x, seen.y);
    },
  };
}

/** A head with shoulders cut out of a print and moved to and from the camera before a room that stays; the mouth is painted open or cut, or not opened at all. */
export const cutOutOf = (sheet: Sheet, mouth: MouthStyle | undefined): Instrument => ({
  isHeldInMiddle: false,
  limits: { turn: 0, nod: 0, mouth: mouth ? 0.5 : 0 },
  hold: (stance) => {
    const held = cutOut(zoomOf(sheet, stance), sheet);
    return mouth ? warped(held, [mouthWarp(sheet, stance.mouth * sheet.eyes, mouth)]) : held;
  },
});
