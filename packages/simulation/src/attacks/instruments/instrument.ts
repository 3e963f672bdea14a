import { type Mapping, type Point, rowOf, type SeenRow } from '../look-at.ts';

/** How far an instrument is moved: `turn` positive to the person's left and `nod` positive upwards, in the measure of its kind. `mouth` is the gap of the lips in eye distances; `size` 1 at the first distance. */
export type Stance = { turn: number; nod: number; mouth: number; size: number };

/** An instrument facing the camera. */
export const AT_REST: Stance = { turn: 0, nod: 0, mouth: 0, size: 1 };

/** An instrument as it is held: what places of the camera's picture show, from the picture's middle, and where a place of the sheet is seen. */
export type Held = { see: Mapping; place(point: Point): Point };

/** An attack instrument (ISO/IEC 30107-1): something made from one sheet, that can be moved so far. */
export type Instrument = {
  /** Whether who holds it keeps the face in the middle of the picture while it moves, as one does with a sheet. */
  isHeldInMiddle: boolean;
  limits: { turn: number; nod: number; mouth: number };
  /** Whether a second print with an open mouth is held up at once, so that no mouth is half open. */
  hasSecondPrint?: boolean;
  hold(stance: Stance): Held;
};

/** A change of the sheet itself, by pixel work: `bend` moves the places that are read, where they cover anything. */
export type Warp = { bend(row: SeenRow): void };

const ROUNDS = 40;
const CLOSE_ENOUGH = 0.01;

/** Where a warp brings a place of the sheet, found by iteration, to a hundredth of a pixel. */
export function placeByWarp({ bend }: Warp, point: Point): Point {
  const found = { ...point };
  const row = rowOf(found);
  const { xs, ys } = row;
  for (let round = 0; round < ROUNDS; round += 1) {
    xs[0] = found.x;
    ys[0] = found.y;
    bend(row);
    const [offX, offY] = [point.x - (xs[0] as number), point.y - (ys[0] as number)];
    found.x += offX * 0.8;
    found.y += offY * 0.8;
    if (Math.hypot(offX, offY) < CLOSE_ENOUGH) break;
  }
  return found;
}

/** An instrument whose sheet was changed before it is held. */
export const warped = ({ see, place }: Held, warps: readonly Warp[]): Held => ({
  see: (row) => {
    see(row);
    for (const { bend } of warps) bend(row);
  },
  place: (point) => place(warps.toReversed().reduce((at, warp) => placeByWarp(warp, at), point)),
});
