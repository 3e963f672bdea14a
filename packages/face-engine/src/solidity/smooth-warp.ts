import { MESH_POINTS } from '../nets/face-mesh.ts';
import { acrossOf, CHIP_HEIGHT, CHIP_WIDTH, columnOf, downOf, EYE_DISTANCE, rowOf } from './face-chip.ts';
import { placesOf, skinTest, upperTest } from './face-regions.ts';
import { boxBlur } from './local-contrast.ts';
import { solve } from './solve.ts';

/** Terms of the polynomial: 1, x, y, xx, xy, yy. */
const TERMS = 6;
const UNKNOWNS = 2 * TERMS;

/**
 * A smooth change of place: two polynomials of the second degree over places of the first chip, in eye distances from the middle between
 * the eyes. It carries every sheet of paper, flat or bent, and every ball near enough, wherever it is turned.
 */
export type SmoothWarp = { across: Float64Array; down: Float64Array };

/** A face ready to be compared: its local contrast, and the mesh in pixels of the chip. */
export type ContrastChip = { contrast: Float32Array; points: Float32Array };

/** Radii of the blurs from coarse to fine, how far apart places are read, and how often the fit is mended at most. */
const LEVELS = [
  { radius: 2, step: 2, rounds: 10 },
  { radius: 1, step: 2, rounds: 6 },
  { radius: 0, step: 2, rounds: 6 },
] as const;

/** Residuals beyond this count less and less (Cauchy weights): shadows, highlights, hair. */
const ROBUST_SCALE = 0.6;

/** A change below this, in eye distances, ends a level. */
const SETTLED = 3e-4;
const DAMPING = 1e-3;

/** What a warp is fitted on, and whether it may bend: a face that turns bends, one whose jaw falls is moved as a whole. */
export type WarpKind = 'skin' | 'upper';

/** Added to the normal equations so that terms of the second degree stay where they are. */
const STIFF = 1e9;
const regionOf = (kind: WarpKind, points: Float32Array) =>
  kind === 'skin' ? skinTest(points) : upperTest(points);

function stiffen(matrix: Float64Array, size: number, kind: WarpKind): void {
  if (kind === 'skin') return;
  for (let at = 0; at < size; at += 1)
    if (at % TERMS >= 3) matrix[at * size + at] = (matrix[at * size + at] as number) + STIFF;
}

/** Where the warp takes a place. */
export function warpPlace({ across, down }: SmoothWarp, x: number, y: number): [x: number, y: number] {
  const place = (terms: Float64Array): number =>
    (terms[0] as number) +
    (terms[1] as number) * x +
    (terms[2] as number) * y +
    (terms[3] as number) * x * x +
    (terms[4] as number) * x * y +
    (terms[5] as number) * y * y;
  return [place(across), place(down)];
}

/** The warp that takes the skin's points of one mesh to those of another: a guess, because a mesh is drawn as heads are. */
function guessWarp(front: Float32Array, moved: Float32Array, kind: WarpKind): SmoothWarp {
  const isSkin = regionOf(kind, front);
  const matrix = new Float64Array(TERMS * TERMS);
  const [right, below] = [new Float64Array(TERMS), new Float64Array(TERMS)];
  for (let index = 0; index < MESH_POINTS; index += 1) {
    const [column, row] = [front[index * 2] as number, front[index * 2 + 1] as number];
    if (!isSkin(column, row)) continue;
    const [x, y] = [acrossOf(column), downOf(row)];
    const terms = [1, x, y, x * x, x * y, y * y];
    for (const [one, value] of terms.entries()) {
      right[one] = (right[one] as number) + value * acrossOf(moved[index * 2] as number);
      below[one] = (below[one] as number) + value * downOf(moved[index * 2 + 1] as number);
      for (const [other, second] of terms.entries())
        matrix[one * TERMS + other] = (matrix[one * TERMS + other] as number) + value * second;
    }
  }
  for (let one = 0; one < TERMS; one += 1)
    matrix[one * TERMS + one] = (matrix[one * TERMS + one] as number) + 1e-9;
  stiffen(matrix, TERMS, kind);
  return { across: solve(matrix, right, TERMS), down: solve(matrix, below, TERMS) };
}

/** A plane with its slopes across and down, in levels an eye distance. */
type Sloped = { plane: Float32Array; across: Float32Array; down: Float32Array };

function slopesOf(plane: Float32Array): Sloped {
  const across = new Float32Array(plane.length);
  const down = new Float32Array(plane.length);
  for (let row = 1; row < CHIP_HEIGHT - 1; row += 1) {
    for (let column = 1; column < CHIP_WIDTH - 1; column += 1) {
      const at = row * CHIP_WIDTH + column;
      across[at] = (((plane[at + 1] as number) - (plane[at - 1] as number)) / 2) * EYE_DISTANCE;
      down[at] =
        (((plane[at + CHIP_WIDTH] as number) - (plane[at - CHIP_WIDTH] as number)) / 2) * EYE_DISTANCE;
    }
  }
  return { plane, across, down };
}

/** What a round of the fit adds up: the upper triangle of the normal equations, and their right side. */
type Normal = { matrix: Float64Array; right: Float64Array };

/** Adds one place: `terms` are its six monomials, `slopeX` and `slopeY` the slopes there, `error` the difference in light. */
function addPlace(
  { matrix, right }: Normal,
  terms: Float64Array,
  slopeX: number,
  slopeY: number,
  error: number,
  weight: number,
): void {
  const [xx, xy, yy] = [weight * slopeX * slopeX, weight * slopeX * slopeY, weight * slopeY * slopeY];
  const [rightX, rightY] = [weight * slopeX * error, weight * slopeY * error];
  for (let one = 0; one < TERMS; one += 1) {
    const first = terms[one] as number;
    right[one] = (right[one] as number) - rightX * first;
    right[one + TERMS] = (right[one + TERMS] as number) - rightY * first;
    for (let other = one; other < TERMS; other += 1) {
      const product = first * (terms[other] as number);
      const top = one * UNKNOWNS + other;
      matrix[top] = (matrix[top] as number) + xx * product;
      matrix[top + TERMS] = (matrix[top + TERMS] as number) + xy * product;
      const low = (one + TERMS) * UNKNOWNS + other + TERMS;
      matrix[low] = (matrix[low] as number) + yy * product;
    }
  }
}

/** Fills what `addPlace` leaves out: the blocks are symmetric. */
function complete({ matrix }: Normal): void {
  for (let one = 0; one < TERMS; one += 1) {
    for (let other = 0; other < one; other += 1) {
      const pairs: [number, number][] = [
        [one * UNKNOWNS + other, other * UNKNOWNS + one],
        [one * UNKNOWNS + other + TERMS, other * UNKNOWNS + one + TERMS],
        [(one + TERMS) * UNKNOWNS + other + TERMS, (other + TERMS) * UNKNOWNS + one + TERMS],
      ];
      for (const [to, from] of pairs) matrix[to] = matrix[from] as number;
    }
  }
  for (let one = 0; one < TERMS; one += 1)
    for (let other = 0; other < TERMS; other += 1)
      matrix[(one + TERMS) * UNKNOWNS + other] = matrix[other * UNKNOWNS + one + TERMS] as number;
  for (let one = 0; one < UNKNOWNS; one += 1) {
    const at = one * UNKNOWNS + one;
    matrix[at] = (matrix[at] as number) * (1 + DAMPING) + DAMPING;
  }
}

/** One round of Gauss and Newton: how the warp is to change. */
function roundOf(
  front: Float32Array,
  moved: Sloped,
  skin: { columns: Uint8Array; rows: Uint8Array },
  warp: SmoothWarp,
  kind: WarpKind,
): Float64Array {
  const normal: Normal = {
    matrix: new Float64Array(UNKNOWNS * UNKNOWNS),
    right: new Float64Array(UNKNOWNS),
  };
  const terms = new Float64Array(TERMS);
  const { plane, across, down } = moved;
  for (let index = 0; index < skin.columns.length; index += 1) {
    const [column, row] = [skin.columns[index] as number, skin.rows[index] as number];
    const x = acrossOf(column);
    const y = downOf(row);
    const [toX, toY] = warpPlace(warp, x, y);
    const [atX, atY] = [columnOf(toX), rowOf(toY)];
    if (atX < 1 || atY < 1 || atX >= CHIP_WIDTH - 2 || atY >= CHIP_HEIGHT - 2) continue;
    const left = Math.floor(atX);
    const top = Math.floor(atY);
    const [partX, partY] = [atX - left, atY - top];
    const at = top * CHIP_WIDTH + left;
    const shares = [
      (1 - partX) * (1 - partY),
      partX * (1 - partY),
      (1 - partX) * partY,
      partX * partY,
    ] as const;
    const read = (values: Float32Array): number =>
      (values[at] as number) * shares[0] +
      (values[at + 1] as number) * shares[1] +
      (values[at + CHIP_WIDTH] as number) * shares[2] +
      (values[at + CHIP_WIDTH + 1] as number) * shares[3];
    const error = read(plane) - (front[row * CHIP_WIDTH + column] as number);
    terms.set([1, x, y, x * x, x * y, y * y]);
    const weight = 1 / (1 + (error / ROBUST_SCALE) ** 2);
    addPlace(normal, terms, read(across), read(down), error, weight);
  }
  complete(normal);
  stiffen(normal.matrix, UNKNOWNS, kind);
  return solve(normal.matrix, normal.right, UNKNOWNS);
}

/** Fits the warp that best lays one face over another, all of its skin or what lies above the mouth: from a guess by the meshes, by light alone. */
export function fitSmoothWarp(front: ContrastChip, moved: ContrastChip, kind: WarpKind): SmoothWarp {
  const warp = guessWarp(front.points, moved.points, kind);
  for (const { radius, step, rounds } of LEVELS) {
    const skin = placesOf(regionOf(kind, front.points), step);
    const blurred = boxBlur(boxBlur(front.contrast, radius), radius);
    const sloped = slopesOf(boxBlur(boxBlur(moved.contrast, radius), radius));
    for (let round = 0; round < rounds; round += 1) {
      const change = roundOf(blurred, sloped, skin, warp, kind);
      for (let one = 0; one < TERMS; one += 1) {
        warp.across[one] = (warp.across[one] as number) + (change[one] as number);
        warp.down[one] = (warp.down[one] as number) + (change[one + TERMS] as number);
      }
      if (change.every((value) => Math.abs(value) < SETTLED)) break;
    }
  }
  return warp;
}

/** The moved face as it lies over the first one under a warp; places that it did not show are not a number. */
export function layOver(moved: Float32Array, warp: SmoothWarp): Float32Array {
  const laid = new Float32Array(CHIP_WIDTH * CHIP_HEIGHT).fill(Number.NaN);
  for (let row = 0; row < CHIP_HEIGHT; row += 1) {
    for (let column = 0; column < CHIP_WIDTH; column += 1) {
      const [toX, toY] = warpPlace(warp, acrossOf(column), downOf(row));
      const [atX, atY] = [columnOf(toX), rowOf(toY)];
      if (atX < 0 || atY < 0 || atX >= CHIP_WIDTH - 1 || atY >= CHIP_HEIGHT - 1) continue;
      const left = Math.floor(atX);
      const top = Math.floor(atY);
      const [partX, partY] = [atX - left, atY - top];
      const at = top * CHIP_WIDTH + left;
      const upper = (moved[at] as number) * (1 - partX) + (moved[at + 1] as number) * partX;
      const lower =
        (moved[at + CHIP_WIDTH] as number) * (1 - partX) + (moved[at + CHIP_WIDTH + 1] as number) * partX;
      laid[row * CHIP_WIDTH + column] = upper * (1 - partY) + lower * partY;
    }
  }
  return laid;
}
