import type { SeenRow } from '../look-at.ts';
import { headOf } from './ellipsoid.ts';
import type { Held, Instrument } from './instrument.ts';
import { warped } from './instrument.ts';
import { type MouthStyle, mouthWarp } from './mouth.ts';
import type { Sheet } from './sheet.ts';
import { zoomOf } from './zoom.ts';

/**
 * Half widths of neck and shoulders, and how far the shoulders lie below the chin, in distances from the eyes to the chin. The head's
 * ellipse is wider than the face.
 */
const BODY = { head: 1.12, neck: 0.62, shoulders: 2.1, slope: 1.3 };

/** Over which the edge of the scissors fades, in pixels. */
const EDGE = 2.5;

/** Leaves of a sheet the head with its shoulders: how much of each place, where there is any of the sheet. */
function scissorsOf(sheet: Sheet): (row: SeenRow) => void {
  const head = headOf(sheet);
  const { chin } = sheet.layout;
  const [wide, tall] = [head.halfWidth * BODY.head, head.halfHeight * BODY.head];
  const top = chin.y - 0.3 * head.length;
  return ({ xs, ys, cover }) => {
    for (let index = 0; index < xs.length; index += 1) {
      if (!((cover[index] as number) > 0)) continue;
      const x = xs[index] as number;
      const y = ys[index] as number;
      const u = (x - head.x) / wide;
      const v = (y - head.y) / tall;
      const inHead = (1 - Math.sqrt(u * u + v * v)) * head.halfWidth;
      const below = (y - chin.y) / head.length;
      const half =
        below < 0.25 ? BODY.neck : Math.min(BODY.shoulders, BODY.neck + (below - 0.25) * BODY.slope * 2);
      const inBody = y < top ? -1e9 : half * head.length - Math.abs(x - chin.x);
      cover[index] = Math.min(1, Math.max(0, Math.max(inHead, inBody) / EDGE + 0.5));
    }
  };
}

function cutOut({ see, place }: Held, sheet: Sheet): Held {
  const cut = scissorsOf(sheet);
  return {
    place,
    see: (row) => {
      see(row);
      cut(row);
    },
  };
}

/**
 * A head with shoulders cut out of a print and moved to and from the camera before a room that stays. The mouth is painted open, cut, or
 * not opened at all.
 */
export const cutOutOf = (sheet: Sheet, mouth: MouthStyle | undefined): Instrument => ({
  isHeldInMiddle: false,
  limits: { turn: 0, nod: 0, mouth: mouth ? 0.5 : 0 },
  hold: (stance) => {
    const held = cutOut(zoomOf(sheet, stance), sheet);
    return mouth ? warped(held, [mouthWarp(sheet, stance.mouth * sheet.eyes, mouth)]) : held;
  },
});
