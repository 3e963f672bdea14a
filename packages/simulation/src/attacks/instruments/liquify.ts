import type { Point } from '../look-at.ts';
import { type Instrument, type Stance, type Warp, warped } from './instrument.ts';
import type { Sheet } from './sheet.ts';
import { zoomOf } from './zoom.ts';

/** Pulls what lies under a round brush by (`byX`, `byY`) pixels, most in its middle and not at all at its rim. Smooth and without folds while it pulls by less than its radius. */
export function brush(middle: Point, radius: number, byX: number, byY: number): Warp {
  const square = radius * radius;
  const pull = byX * byX + byY * byY;
  return {
    bend: ({ xs, ys, cover }) => {
      for (let index = 0; index < xs.length; index += 1) {
        if (!((cover[index] as number) > 0)) continue;
        const x = xs[index] as number;
        const y = ys[index] as number;
        const left = square - (x - middle.x) * (x - middle.x) - (y - middle.y) * (y - middle.y);
        if (left <= 0) continue;
        const share = (left / (left + pull)) ** 2;
        xs[index] = x - share * byX;
        ys[index] = y - share * byY;
      }
    },
  };
}

/** Radii of the brushes in eye distances, and how much of the nose's way the mouth goes. */
export type Brushes = { nose: number; mouth: number; mouthShare: number };

/** The nose pulled aside by `turn` and up by `nod` hundredths of an eye distance, the mouth after it. */
export function noseWarps(
  sheet: Sheet,
  brushes: Brushes,
  { turn, nod }: Pick<Stance, 'turn' | 'nod'>,
): Warp[] {
  const { noseTip, upperLip } = sheet.layout;
  const [byX, byY] = [(turn / 100) * sheet.eyes, (-nod / 100) * sheet.eyes];
  const share = brushes.mouthShare;
  return [
    brush(noseTip, brushes.nose * sheet.eyes, byX, byY),
    ...(share > 0 ? [brush(upperLip, brushes.mouth * sheet.eyes, byX * share, byY * share)] : []),
  ];
}

/** One photograph in which a brush pulls the nose to where a page looks for it. */
export const liquifyOf = (sheet: Sheet, brushes: Brushes): Instrument => ({
  isHeldInMiddle: false,
  limits: { turn: 45, nod: 32, mouth: 0 },
  hold: (stance) => warped(zoomOf(sheet, stance), noseWarps(sheet, brushes, stance)),
});
