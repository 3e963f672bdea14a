import type { LightPlane } from '../image/luminance.ts';
import { type FaceFrame, type FaceSquare, sampleSquare } from './align-face.ts';

/** The part of the face that the frame is settled on: brows to chin. */
const SQUARE: FaceSquare = { half: 0.8, below: 0.4, cells: 32 };
const CELLS = SQUARE.cells * SQUARE.cells;

/** Steps at most; in the last one the median face moves by 0.0002 of its eye distance, 95 % by less than 0.007 (n = 1073). */
const STEPS = 14;
const MAX_MOVE = 0.05;
const SETTLED = 0.0002;

/**
 * Mean face in thousandths, by half waves down (rows) and across (0, 2, 4 and 6, so that left and right are alike).
 * Made from eleven upright faces of face-api's group photographs, those at even places of the list of bystanders, and
 * their mirror images.
 */
const MEAN_FACE: readonly (readonly number[])[] = [
  [0, -449, 138, -1],
  [227, -128, 152, -67],
  [-294, 35, 106, 1],
  [75, 13, -187, 75],
  [306, -144, -215, 17],
  [192, -40, -121, 28],
  [44, -97, 6, 57],
  [-55, 2, 16, 45],
];

/** The mean face at a place of the square, -1 to 1, and how fast it changes across and down. */
function meanFaceAt(across: number, down: number): [light: number, alongX: number, alongY: number] {
  let [light, alongX, alongY] = [0, 0, 0];
  for (const [row, weights] of MEAN_FACE.entries()) {
    const waveDown = (Math.PI * row) / 2;
    for (const [index, weight] of weights.entries()) {
      const waveAcross = Math.PI * index;
      const [x, y] = [waveAcross * (across + 1), waveDown * (down + 1)];
      light += weight * Math.cos(x) * Math.cos(y);
      alongX -= (weight * waveAcross * Math.sin(x) * Math.cos(y)) / SQUARE.half;
      alongY -= (weight * waveDown * Math.cos(x) * Math.sin(y)) / SQUARE.half;
    }
  }
  return [light, alongX, alongY];
}

/** What the light of a face is explained by, cell by cell: even light, light from a side, the mean face, and the mean face shifted, grown and rolled. */
const EXPLAINED_BY = 8;
const MEAN = 3;

/** Columns of `EXPLAINED_BY` under the weight of the cells, which fades to the rim; `inverse` of their products solves for the shares. */
type Model = {
  weight: Float64Array;
  columns: Float64Array[];
  products: Float64Array[];
  inverse: Float64Array[];
};

function dot(one: Float64Array, other: Float64Array): number {
  let sum = 0;
  for (let at = 0; at < one.length; at += 1) sum += (one[at] as number) * (other[at] as number);
  return sum;
}

/** Inverse of a small symmetric positive matrix (Gauss-Jordan; such a matrix needs no pivots). */
function invert(matrix: readonly Float64Array[]): Float64Array[] {
  const size = matrix.length;
  const rows = matrix.map((row, index) => {
    const wide = new Float64Array(size * 2);
    wide.set(row);
    wide[size + index] = 1;
    return wide;
  });
  for (const [at, row] of rows.entries()) {
    const pivot = row[at] as number;
    for (let column = 0; column < row.length; column += 1) row[column] = (row[column] as number) / pivot;
    for (const other of rows) {
      if (other === row) continue;
      const factor = other[at] as number;
      for (let column = 0; column < row.length; column += 1)
        other[column] = (other[column] as number) - factor * (row[column] as number);
    }
  }
  return rows.map((row) => row.slice(size));
}

function makeModel(): Model {
  const weight = new Float64Array(CELLS);
  const plain = Array.from({ length: EXPLAINED_BY }, () => new Float64Array(CELLS));
  for (let at = 0; at < CELLS; at += 1) {
    const across = (2 * ((at % SQUARE.cells) + 0.5)) / SQUARE.cells - 1;
    const down = (2 * (Math.floor(at / SQUARE.cells) + 0.5)) / SQUARE.cells - 1;
    weight[at] = Math.cos((across * Math.PI) / 2) * Math.cos((down * Math.PI) / 2);
    const [x, y] = [across * SQUARE.half, down * SQUARE.half];
    const [light, alongX, alongY] = meanFaceAt(across, down);
    const values = [1, x, y, light, alongX, alongY, alongX * x + alongY * y, alongY * x - alongX * y];
    for (const [index, column] of plain.entries()) column[at] = values[index] as number;
  }
  const whole = weight.reduce((sum, value) => sum + value, 0);
  for (let at = 0; at < CELLS; at += 1) weight[at] = (weight[at] as number) / whole;
  const columns = plain.map((column) => column.map((value, at) => value * (weight[at] as number)));
  const products = columns.map((one) => Float64Array.from(plain, (other) => dot(one, other)));
  return { weight, columns, products, inverse: invert(products) };
}

const MODEL = makeModel();

/** Spread of light over the square without what is even or slants; `moments` are its products with the first three columns, which are orthogonal. */
function spreadOf(square: number, moments: Float64Array): number {
  let rest = square;
  for (let at = 0; at < MEAN; at += 1)
    rest -= (moments[at] as number) ** 2 / (MODEL.products[at]?.[at] as number);
  return Math.sqrt(Math.max(rest, 1e-9));
}

const MEAN_MOMENTS = MODEL.products[MEAN] as Float64Array;
const MEAN_SPREAD = spreadOf(MEAN_MOMENTS[MEAN] as number, MEAN_MOMENTS);

/** How the face stands to the mean face: shifted by x and y, grown and rolled, all small. */
function standOf(cells: Float64Array): [x: number, y: number, grown: number, rolled: number] {
  const moments = Float64Array.from(MODEL.columns, (column) => dot(column, cells));
  let square = 0;
  for (let at = 0; at < CELLS; at += 1) square += (MODEL.weight[at] as number) * (cells[at] as number) ** 2;
  // Measured by all contrast there is, not by what the mean face explains of it: a poor likeness takes small steps, and none goes astray.
  const contrast = spreadOf(square, moments) / MEAN_SPREAD;
  const share = (row: number): number => {
    const part = dot(MODEL.inverse[row] as Float64Array, moments) / contrast;
    return Math.min(MAX_MOVE, Math.max(-MAX_MOVE, part));
  };
  return [share(MEAN + 1), share(MEAN + 2), share(MEAN + 3), share(MEAN + 4)];
}

/** The frame in which a face that stands so in `frame` would stand as the mean face does. */
function moveFrame(
  { scaleRe, scaleIm, offsetRe, offsetIm }: FaceFrame,
  [x, y, grown, rolled]: readonly [number, number, number, number],
): FaceFrame {
  const factor = 1 + grown;
  const square = factor * factor + rolled * rolled;
  const [toRe, toIm] = [
    (scaleRe * factor + scaleIm * rolled) / square,
    (scaleIm * factor - scaleRe * rolled) / square,
  ];
  // The middle of the square stays the point about which the face grows and rolls.
  const [re, im] = [x, SQUARE.below + y];
  return {
    scaleRe: toRe,
    scaleIm: toIm,
    offsetRe: offsetRe - scaleIm * SQUARE.below - (toRe * re - toIm * im),
    offsetIm: offsetIm + scaleRe * SQUARE.below - (toIm * re + toRe * im),
  };
}

/**
 * Moves a frame until the face in it stands as the mean face does (inverse compositional alignment). The result
 * depends on the pixels alone. Landmarks of a picture that was cropped, rolled or mirrored differ by 2 % of the eye
 * distance; settled frames by a tenth of that. The mean face is symmetric, so that a mirror image settles where its
 * original does.
 */
export function settleFrame(plane: LightPlane, start: FaceFrame): FaceFrame {
  const cells = new Float64Array(CELLS);
  let frame = start;
  for (let step = 0; step < STEPS; step += 1) {
    sampleSquare(plane, frame, SQUARE, cells);
    const stand = standOf(cells);
    frame = moveFrame(frame, stand);
    if (Math.max(...stand.map(Math.abs)) < SETTLED) break;
  }
  return frame;
}
