import { CHIP_HEIGHT, CHIP_WIDTH, EYE_DISTANCE, type FaceChip } from './face-chip.ts';
import { chinOf, jawSidesOf, MESH, type MovingPart, noseOf, placeOf } from './face-regions.ts';
import { localContrast } from './local-contrast.ts';
import { type ContrastChip, fitSmoothWarp, layOver } from './smooth-warp.ts';

/** How far the nose is looked for beside its place, and how finely, in eye distances. */
const SEARCH = { least: -0.2, most: 0.4, step: 0.01 };

/** No jaw goes up: what fits better above is something else that looks alike. */
const MIN_JAW = 0;

/** Half side of the patches of eyes and mouth, in eye distances. */
const PATCH = 0.16;

/** Least places that both pictures have to show. */
const MIN_PLACES = 40;

/** What moves and along which axis of the face: turns move the nose across, nods move it down or up, and the opened mouth takes the chin down. */
export type ReliefAxis = 'across' | 'down' | 'jaw';

/**
 * How two pictures of one face differ beyond a smooth change, along the axis of a movement. `shift` is how far the
 * tip of the nose moved against the skin around it. `bend` is the second-degree term across of the warp; a round face
 * that turns has both. Both are in eye distances, positive to the person's left and downwards. `best` and `rest` are
 * correlations of the nose with and without the shift, `agreement` is that of eyes and mouth under the warp alone; 1
 * for the same picture. For the jaw it is the chin that shifts, nothing bends, and the eyes alone agree. `sides` is the
 * correlation of the jaw beside the mouth without a shift; 0 for other movements.
 */
export type ReliefReading = {
  shift: number;
  bend: number;
  best: number;
  rest: number;
  agreement: number;
  sides: number;
};

/** Sums of a correlation under way. */
type Sums = { count: number; f: number; l: number; ff: number; ll: number; fl: number };

function correlationOf({ count, f, l, ff, ll, fl }: Sums): number {
  if (count < MIN_PLACES) return -1;
  const [varianceF, varianceL] = [ff / count - (f / count) ** 2, ll / count - (l / count) ** 2];
  return (fl / count - (f * l) / count ** 2) / Math.sqrt(varianceF * varianceL + 1e-6);
}

function add(sums: Sums, front: number, laid: number): void {
  sums.count += 1;
  sums.f += front;
  sums.l += laid;
  sums.ff += front * front;
  sums.ll += laid * laid;
  sums.fl += front * laid;
}

const noSums = (): Sums => ({ count: 0, f: 0, l: 0, ff: 0, ll: 0, fl: 0 });

/** Correlation of a part with the laid picture, each place moved along the axis by `shift` times its height. */
function partCorrelation(
  front: Float32Array,
  laid: Float32Array,
  part: MovingPart,
  axis: ReliefAxis,
  shift: number,
): number {
  const sums = noSums();
  const stride = axis === 'across' ? 1 : CHIP_WIDTH;
  const length = axis === 'across' ? CHIP_WIDTH : CHIP_HEIGHT;
  for (let index = 0; index < part.columns.length; index += 1) {
    const [column, row] = [part.columns[index] as number, part.rows[index] as number];
    const moved = shift * EYE_DISTANCE * (part.heights[index] as number);
    const place = (axis === 'across' ? column : row) + moved;
    const whole = Math.floor(place);
    if (whole < 0 || whole + 1 >= length) continue;
    const at = row * CHIP_WIDTH + column + (whole - (axis === 'across' ? column : row)) * stride;
    const value =
      (laid[at] as number) * (1 - place + whole) + (laid[at + stride] as number) * (place - whole);
    if (Number.isNaN(value)) continue;
    add(sums, front[row * CHIP_WIDTH + column] as number, value);
  }
  return correlationOf(sums);
}

/** Correlation of a square around a place, where it is. */
function patchCorrelation(
  front: Float32Array,
  laid: Float32Array,
  [x, y]: readonly [number, number],
): number {
  const sums = noSums();
  const half = Math.round(PATCH * EYE_DISTANCE);
  const [left, top] = [Math.round(x) - half, Math.round(y) - half];
  for (let row = Math.max(0, top); row <= Math.min(CHIP_HEIGHT - 1, top + 2 * half); row += 1) {
    for (let column = Math.max(0, left); column <= Math.min(CHIP_WIDTH - 1, left + 2 * half); column += 1) {
      const value = laid[row * CHIP_WIDTH + column] as number;
      if (!Number.isNaN(value)) add(sums, front[row * CHIP_WIDTH + column] as number, value);
    }
  }
  return correlationOf(sums);
}

/** The shift along the axis under which a part fits best; `sign` is the side to which a head would move it. */
function findShift(
  front: Float32Array,
  laid: Float32Array,
  part: MovingPart,
  axis: ReliefAxis,
  sign: number,
): Pick<ReliefReading, 'shift' | 'best' | 'rest'> {
  let [shift, best] = [0, -1];
  const least = axis === 'jaw' ? MIN_JAW : SEARCH.least;
  for (let tried = least; tried <= SEARCH.most; tried += SEARCH.step) {
    const correlation = partCorrelation(front, laid, part, axis, tried * sign);
    if (correlation > best) [shift, best] = [tried * sign, correlation];
  }
  return { shift, best, rest: partCorrelation(front, laid, part, axis, 0) };
}

const EYES = [MESH.innerEyeRight, MESH.innerEyeLeft];
const EYES_AND_MOUTH = [...EYES, MESH.mouthRight, MESH.mouthLeft];

const contrastOf = ({ gray, points }: FaceChip): ContrastChip => ({ contrast: localContrast(gray), points });

/** Measures relief between a frontal face and the same face moved, in some 20 ms. A smooth warp aligns the faces; the part that moves by itself is then searched beside its place. */
export function measureRelief(front: FaceChip, moved: FaceChip, axis: ReliefAxis): ReliefReading {
  const [first, second] = [contrastOf(front), contrastOf(moved)];
  const isJaw = axis === 'jaw';
  const warp = fitSmoothWarp(first, second, isJaw ? 'upper' : 'skin');
  const laid = layOver(second.contrast, warp);
  const agreeing = (isJaw ? EYES : EYES_AND_MOUTH).map((index) =>
    patchCorrelation(first.contrast, laid, placeOf(front.points, index)),
  );
  const bend = isJaw ? 0 : ((axis === 'across' ? warp.across[3] : warp.down[3]) as number);
  const part = isJaw ? chinOf(front.points) : noseOf(front.points);
  return {
    ...findShift(first.contrast, laid, part, axis, bend > 0 ? -1 : 1),
    bend,
    sides: isJaw ? partCorrelation(first.contrast, laid, jawSidesOf(front.points), axis, 0) : 0,
    agreement: agreeing.reduce((sum, value) => sum + value, 0) / agreeing.length,
  };
}
