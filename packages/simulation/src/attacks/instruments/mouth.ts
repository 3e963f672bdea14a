import { MOUTH, type SeenRow } from '../look-at.ts';
import type { Warp } from './instrument.ts';
import type { Sheet } from './sheet.ts';

/** How a mouth is opened: `stretch` takes the chin along, `brush` leaves it where it is, `cut` shows an open mouth behind a hole in the sheet, `hole` the dark. */
export type MouthStyle = 'stretch' | 'brush' | 'cut' | 'hole';

/** The part of the gap that the upper lip gives. */
const UPPER_SHARE = 0.15;

/** Upper part of the gap in which teeth show. */
const TEETH_SHARE = 0.28;

/** Down to where the lower face is pressed together, in distances from lips to chin: before the chin, and on the neck. */
const REACH = { brush: 0.92, stretch: 2.3 } as const;

/** Half width of the lower jaw, in half widths of the mouth. */
const JAW = 2.6;

/** Of a hole cut round the lips: half width in half widths of the mouth, and the lips' height in eye distances. */
const HOLE = { width: 1.2, lips: 0.13 };

const lens = (part: number): number => (Math.abs(part) >= 1 ? 0 : Math.sqrt(1 - part * part));
const smooth = (part: number): number => {
  const within = Math.min(1, Math.max(0, part));
  return within * within * (3 - 2 * within);
};

/** Opens the mouth at one place of a row. */
type OpenAt = (row: SeenRow, index: number) => void;

function opened(sheet: Sheet, gap: number, style: 'stretch' | 'brush'): OpenAt {
  const { upperLip, lowerLip, mouthLeft, mouthRight, chin } = sheet.layout;
  const [midX, midY] = [(upperLip.x + lowerLip.x) / 2, (upperLip.y + lowerLip.y) / 2];
  const half = Math.hypot(mouthLeft.x - mouthRight.x, mouthLeft.y - mouthRight.y) / 2;
  const toChin = chin.y - midY;
  const reach = toChin * REACH[style];
  const above = sheet.eyes * 0.35;
  const farthest = Math.max(gap, reach);
  return ({ xs, ys, mouth }, index) => {
    const dx = (xs[index] as number) - midX;
    const dy = (ys[index] as number) - midY;
    if (dy <= -above || dy >= farthest) return;
    const inner = lens(dx / (half * 0.9)) * gap;
    const upper = inner * UPPER_SHARE;
    const lower = inner - upper;
    if (dy > -upper && dy < lower) {
      mouth[index] = dy < -upper + inner * TEETH_SHARE ? MOUTH.teeth : MOUTH.dark;
      return;
    }
    if (dy <= -upper) {
      ys[index] = midY + ((dy + upper) * above) / (above - upper);
      return;
    }
    if (dy >= reach) return;
    // Beside the mouth the jaw moves as a whole, the lips' corners stay.
    const wide =
      style === 'stretch' ? smooth((JAW * half - Math.abs(dx)) / (0.9 * half)) : lower / (gap || 1);
    const jaw = (1 - UPPER_SHARE) * gap * wide;
    const part = smooth((dy - lower) / (0.6 * toChin));
    const fallen = Math.min(lower + (jaw - lower) * part, 0.9 * dy);
    ys[index] = midY + ((dy - fallen) * reach) / (reach - fallen);
  };
}

/** A warp by what it does at each place that covers anything. */
const warpBy = (openAt: OpenAt): Warp => ({
  bend: (row) => {
    const { cover } = row;
    for (let index = 0; index < cover.length; index += 1)
      if ((cover[index] as number) > 0) openAt(row, index);
  },
});

/** Opens the mouth of a sheet by `gap` pixels between the inner lips. */
export function mouthWarp(sheet: Sheet, gap: number, style: MouthStyle): Warp {
  if (gap < 0.5) return { bend: () => undefined };
  if (style === 'stretch' || style === 'brush') return warpBy(opened(sheet, gap, style));
  const { upperLip, lowerLip, mouthLeft, mouthRight } = sheet.layout;
  const [midX, midY] = [(upperLip.x + lowerLip.x) / 2, (upperLip.y + lowerLip.y) / 2];
  const half = Math.hypot(mouthLeft.x - mouthRight.x, mouthLeft.y - mouthRight.y) / 2;
  const behind = opened(sheet, gap, 'stretch');
  const holeHeight = style === 'cut' ? gap / 2 + HOLE.lips * sheet.eyes : gap / 2;
  const holeWidth = style === 'cut' ? half * HOLE.width : half * 0.9;
  const holeY = midY + (style === 'cut' ? gap * 0.35 : 0);
  return warpBy((row, index) => {
    const u = ((row.xs[index] as number) - midX) / holeWidth;
    const v = ((row.ys[index] as number) - holeY) / holeHeight;
    if (u * u + v * v >= 1) return;
    if (style === 'hole') row.mouth[index] = MOUTH.dark;
    else behind(row, index);
  });
}
