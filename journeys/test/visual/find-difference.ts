import pixelmatch from 'pixelmatch';
import sharp from 'sharp';

/** Share of the pixels that may differ, so that another processor's rounding of curves is no difference. */
const TOLERATED_SHARE = 0.0015;
/** How far a colour may be off, from 0 to 1. */
const TOLERATED_COLOUR = 0.15;
/** Side of the cells in which differing pixels are counted; a tile is two cells wide and high, and begins at every cell. */
const CELL = 16;
const TILE = 2 * CELL;
/** Pixels of one tile that may differ: fewer than a small button has, however large the picture is. */
const MAX_IN_TILE = 24;

/** Pixels that differ in the tile that has the most of them, and where it is. */
type Tile = { pixels: number; left: number; top: number };

/** What differs between two pictures, in words; with a picture of it where both have the same size. */
type Difference = { words: string; picture?: Buffer };

type Pixels = { data: Buffer; width: number; height: number };

async function readPixels(png: Buffer): Promise<Pixels> {
  const { data, info } = await sharp(png).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
}

/** Counts in cells the pixels that a mask marks, row by row. */
function countInCells(mask: Buffer, width: number, height: number, columns: number): Uint16Array {
  const counts = new Uint16Array(columns * Math.ceil(height / CELL));
  for (let pixel = 0; pixel < width * height; pixel += 1) {
    // The mask is clear where nothing differs.
    if (mask[pixel * 4 + 3] === 0) continue;
    const cell = Math.floor(Math.floor(pixel / width) / CELL) * columns + Math.floor((pixel % width) / CELL);
    counts[cell] = (counts[cell] ?? 0) + 1;
  }
  return counts;
}

/** Finds the tile in which most pixels are marked; tiles overlap, so that no border of them divides what is small. */
function findWorstTile(mask: Buffer, width: number, height: number): Tile {
  const columns = Math.ceil(width / CELL);
  const counts = countInCells(mask, width, height, columns);
  const worst: Tile = { pixels: 0, left: 0, top: 0 };
  for (const [cell, own] of counts.entries()) {
    const isLast = cell % columns === columns - 1;
    const below = cell + columns;
    const beside = isLast ? 0 : (counts[cell + 1] ?? 0) + (counts[below + 1] ?? 0);
    const pixels = own + (counts[below] ?? 0) + beside;
    if (pixels <= worst.pixels) continue;
    Object.assign(worst, {
      ...{ pixels, left: (cell % columns) * CELL, top: Math.floor(cell / columns) * CELL },
    });
  }
  return worst;
}

/** What is wrong with a picture against the golden one; undefined where it is the same to the eye. */
export async function findDifference(actual: Buffer, golden: Buffer): Promise<Difference | undefined> {
  if (actual.equals(golden)) return undefined;
  const [now, before] = await Promise.all([readPixels(actual), readPixels(golden)]);
  const { width, height } = before;
  if (now.width !== width || now.height !== height)
    return { words: `is ${now.width}x${now.height} instead of ${width}x${height}` };
  const compare = (drawn: Buffer, diffMask: boolean): number =>
    pixelmatch(now.data, before.data, drawn, width, height, { threshold: TOLERATED_COLOUR, diffMask });
  const mask = Buffer.alloc(now.data.length);
  const differing = compare(mask, true);
  const { pixels, left, top } = findWorstTile(mask, width, height);
  if (differing <= width * height * TOLERATED_SHARE && pixels <= MAX_IN_TILE) return undefined;
  const drawn = Buffer.alloc(now.data.length);
  compare(drawn, false);
  const picture = await sharp(drawn, { raw: { width, height, channels: 4 } })
    .png()
    .toBuffer();
  const place = `${pixels} of them in the ${TILE}x${TILE} at ${left},${top}`;
  return { words: `differs in ${differing} pixels, ${place}`, picture };
}
