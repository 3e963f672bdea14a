import { CHIP_HEIGHT, CHIP_WIDTH, EYE_DISTANCE } from './face-chip.ts';

/** Radius around a place by whose light it is measured: wide enough for an eye, narrow enough for shadow to fall away. */
const RADIUS = Math.round(EYE_DISTANCE * 0.22);

/** Levels of 255 below which differences are noise. */
const NOISE_LEVEL = 4;

const SIZE = CHIP_WIDTH * CHIP_HEIGHT;

/** Mean over a line with stride, window cut at the ends. */
function blurLine(
  from: Float32Array,
  to: Float32Array,
  start: number,
  stride: number,
  length: number,
  radius: number,
): void {
  let sum = 0;
  let count = 0;
  for (let at = -radius; at < length; at += 1) {
    const entering = at + radius;
    if (entering < length) {
      sum += from[start + entering * stride] as number;
      count += 1;
    }
    const leaving = at - radius - 1;
    if (leaving >= 0) {
      sum -= from[start + leaving * stride] as number;
      count -= 1;
    }
    if (at >= 0) to[start + at * stride] = sum / count;
  }
}

/** Mean over squares of side `2 * radius + 1`. */
export function boxBlur(plane: Float32Array, radius: number): Float32Array {
  if (radius === 0) return plane;
  const across = new Float32Array(SIZE);
  for (let row = 0; row < CHIP_HEIGHT; row += 1)
    blurLine(plane, across, row * CHIP_WIDTH, 1, CHIP_WIDTH, radius);
  const both = new Float32Array(SIZE);
  for (let column = 0; column < CHIP_WIDTH; column += 1)
    blurLine(across, both, column, CHIP_WIDTH, CHIP_HEIGHT, radius);
  return both;
}

/** Light of each place against its surroundings, in their standard deviations: what is left when lamp and exposure change. */
export function localContrast(gray: Uint8Array): Float32Array {
  const light = Float32Array.from(gray);
  const around = boxBlur(light, RADIUS);
  const squares = new Float32Array(SIZE);
  for (let at = 0; at < SIZE; at += 1) {
    const difference = (light[at] as number) - (around[at] as number);
    light[at] = difference;
    squares[at] = difference * difference;
  }
  const variance = boxBlur(squares, RADIUS);
  for (let at = 0; at < SIZE; at += 1)
    light[at] = (light[at] as number) / (Math.sqrt(variance[at] as number) + NOISE_LEVEL);
  return light;
}
