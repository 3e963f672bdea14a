import { CHIP_HEIGHT, CHIP_WIDTH, EYE_DISTANCE, type FaceChip } from './face-chip.ts';
import { MESH, placeOf } from './face-regions.ts';
import { localContrast } from './local-contrast.ts';
import { type ContrastChip, fitSmoothWarp, layOver } from './smooth-warp.ts';

/** Half sides of the patches that are looked for, and how far, in eye distances. */
const PATCH = 0.16;
const SEARCH = 0.3;

/** Least places of a patch that both pictures show. */
const LEAST_PLACES = 40;

/** How a patch moved beside what the smooth warp makes of its place: `right` and `down` in eye distances, correlation there and at no movement. */
export type PatchShift = { right: number; down: number; best: number; rest: number };

/**
 * How two pictures of one face differ beyond a smooth change. `curvature…` are the second-degree terms across of the warp, in eye
 * distances: what a round face does when it turns or nods; `agreement` is the mean correlation of eyes and mouth under the warp, 1 for
 * the same picture.
 */
export type ReliefReading = {
  tip: PatchShift;
  ridge: PatchShift;
  base: PatchShift;
  curvatureRight: number;
  curvatureDown: number;
  agreement: number;
};

/** Correlation of a patch of the front with the laid one `right` and `down` of it, in pixels; -1 where too little is shown. */
function correlationOf(
  front: Float32Array,
  laid: Float32Array,
  patch: { left: number; top: number; side: number },
  right: number,
  down: number,
): number {
  let count = 0;
  let sumF = 0;
  let sumL = 0;
  let sumFF = 0;
  let sumLL = 0;
  let sumFL = 0;
  for (let row = Math.max(0, patch.top, -down); row < Math.min(CHIP_HEIGHT, patch.top + patch.side, CHIP_HEIGHT - down); row += 1) {
    for (
      let column = Math.max(0, patch.left, -right);
      column < Math.min(CHIP_WIDTH, patch.left + patch.side, CHIP_WIDTH - right);
      column += 1
    ) {
      const other = laid[(row + down) * CHIP_WIDTH + column + right] as number;
      if (Number.isNaN(other)) continue;
      const one = front[row * CHIP_WIDTH + column] as number;
      count += 1;
      sumF += one;
      sumL += other;
      sumFF += one * one;
      sumLL += other * other;
      sumFL += one * other;
    }
  }
  if (count < LEAST_PLACES) return -1;
  const [varianceF, varianceL] = [sumFF / count - (sumF / count) ** 2, sumLL / count - (sumL / count) ** 2];
  return (sumFL / count - (sumF * sumL) / count ** 2) / Math.sqrt(varianceF * varianceL + 1e-6);
}

/** The top of the parabola through three values at -1, 0 and 1. */
function topOf(before: number, at: number, after: number): number {
  const bend = before - 2 * at + after;
  return bend >= 0 ? 0 : Math.min(0.5, Math.max(-0.5, (before - after) / (2 * bend)));
}

const patchAround = ([x, y]: readonly [number, number]) => {
  const half = Math.round(PATCH * EYE_DISTANCE);
  return { left: Math.round(x) - half, top: Math.round(y) - half, side: 2 * half + 1 };
};

/** Looks for a patch around its place. */
function findShift(front: Float32Array, laid: Float32Array, place: readonly [number, number]): PatchShift {
  const patch = patchAround(place);
  const reach = Math.round(SEARCH * EYE_DISTANCE);
  const found = { right: 0, down: 0, best: -1 };
  for (let down = -reach; down <= reach; down += 1) {
    for (let right = -reach; right <= reach; right += 1) {
      const correlation = correlationOf(front, laid, patch, right, down);
      if (correlation > found.best) Object.assign(found, { right, down, best: correlation });
    }
  }
  const { right, down, best } = found;
  const near = (x: number, y: number): number => correlationOf(front, laid, patch, right + x, down + y);
  return {
    right: (right + topOf(near(-1, 0), best, near(1, 0))) / EYE_DISTANCE,
    down: (down + topOf(near(0, -1), best, near(0, 1))) / EYE_DISTANCE,
    best,
    rest: correlationOf(front, laid, patch, 0, 0),
  };
}

const AGREEING = [MESH.innerEyeRight, MESH.innerEyeLeft, MESH.mouthRight, MESH.mouthLeft];

const contrastOf = ({ gray, points }: FaceChip): ContrastChip => ({ contrast: localContrast(gray), points });

/** Measures relief between a face from the front and the same face turned or nodded, some 20 ms: everything but the nose is laid over by a smooth warp, and the nose is looked for beside its place. */
export function measureRelief(front: FaceChip, moved: FaceChip): ReliefReading {
  const [first, second] = [contrastOf(front), contrastOf(moved)];
  const warp = fitSmoothWarp(first, second);
  const laid = layOver(second.contrast, warp);
  const at = (index: number) => placeOf(front.points, index);
  const agreeing = AGREEING.map((index) => correlationOf(first.contrast, laid, patchAround(at(index)), 0, 0));
  return {
    tip: findShift(first.contrast, laid, at(MESH.noseTip)),
    ridge: findShift(first.contrast, laid, at(MESH.noseRidge)),
    base: findShift(first.contrast, laid, at(MESH.noseBase)),
    curvatureRight: warp.across[3] as number,
    curvatureDown: warp.down[3] as number,
    agreement: agreeing.reduce((sum, value) => sum + value, 0) / agreeing.length,
  };
}
