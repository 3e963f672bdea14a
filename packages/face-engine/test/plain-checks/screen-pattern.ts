import type { Picture, Region } from './luminance.ts';

/** Side of the window of the face, in pixels of the picture as it is: scaling would make patterns of its own. */
const SIDE = 128;

/** A peak's surroundings: nearer than this it is the peak itself, spread by window and tilt; so far the others are its like. */
const NEAR = 3;
const FAR = 7;

/** Planes of values, each with the waves below which a face has features, and the side in pixels of the blocks of a JPEG, whose bins repeat. */
const PLANES = [
  { red: 0.299, green: 0.587, blue: 0.114, minWaves: 20, blockSide: 8 },
  { red: 1, green: -1, blue: 0, minWaves: 12, blockSide: 16 },
];
type Plane = (typeof PLANES)[number];

/** Bins so near to one of a JPEG's blocks are theirs. */
const BLOCK_WIDTH = 1;

type Complex = { re: Float64Array; im: Float64Array };

const SINES = Float64Array.from({ length: SIDE / 2 }, (_, at) => Math.sin((-2 * Math.PI * at) / SIDE));
const COSINES = Float64Array.from({ length: SIDE / 2 }, (_, at) => Math.cos((-2 * Math.PI * at) / SIDE));
const BITS = Math.log2(SIDE);
const REVERSED = Uint8Array.from({ length: SIDE }, (_, at) => {
  let reversed = 0;
  for (let bit = 0; bit < BITS; bit += 1) if (at & (1 << bit)) reversed |= 1 << (BITS - 1 - bit);
  return reversed;
});

/** Fourier transform of one line of `SIDE` values that lie `step` apart, in place (radix 2); `line` is room to work in. */
function transformLine({ re, im }: Complex, start: number, step: number, line: Complex): void {
  for (let at = 0; at < SIDE; at += 1) {
    const from = start + (REVERSED[at] as number) * step;
    line.re[at] = re[from] as number;
    line.im[at] = im[from] as number;
  }
  for (let half = 1; half < SIDE; half *= 2) combine(line, half);
  for (let at = 0; at < SIDE; at += 1) {
    re[start + at * step] = line.re[at] as number;
    im[start + at * step] = line.im[at] as number;
  }
}

/** One stage of it: pairs of transforms of `half` values become transforms of twice as many. */
function combine({ re, im }: Complex, half: number): void {
  const stride = SIDE / (2 * half);
  for (let at = 0; at < half; at += 1) {
    const [cos, sin] = [COSINES[at * stride] as number, SINES[at * stride] as number];
    for (let low = at; low < SIDE; low += 2 * half) {
      const high = low + half;
      const [highRe, highIm] = [re[high] as number, im[high] as number];
      const [turnedRe, turnedIm] = [highRe * cos - highIm * sin, highRe * sin + highIm * cos];
      const [lowRe, lowIm] = [re[low] as number, im[low] as number];
      re[low] = lowRe + turnedRe;
      im[low] = lowIm + turnedIm;
      re[high] = lowRe - turnedRe;
      im[high] = lowIm - turnedIm;
    }
  }
}

/** Fades to nothing at the rim, so that the rim itself makes no waves. */
const WINDOW = Float64Array.from(
  { length: SIDE },
  (_, at) => 0.5 - 0.5 * Math.cos((2 * Math.PI * (at + 0.5)) / SIDE),
);

/** Power of each wave; the half of the plane that mirrors the other is filled from it. */
function powerSpectrum(light: Float32Array): Float64Array {
  const mean = light.reduce((sum, value) => sum + value, 0) / light.length;
  const values = { re: new Float64Array(light.length), im: new Float64Array(light.length) };
  for (let row = 0; row < SIDE; row += 1) {
    for (let column = 0; column < SIDE; column += 1) {
      const at = row * SIDE + column;
      values.re[at] = ((light[at] as number) - mean) * (WINDOW[row] as number) * (WINDOW[column] as number);
    }
  }
  const line = { re: new Float64Array(SIDE), im: new Float64Array(SIDE) };
  for (let row = 0; row < SIDE; row += 1) transformLine(values, row * SIDE, 1, line);
  for (let column = 0; column <= SIDE / 2; column += 1) transformLine(values, column, SIDE, line);
  const power = new Float64Array(light.length);
  for (let down = 0; down < SIDE; down += 1) {
    for (let across = 0; across <= SIDE / 2; across += 1) {
      const at = down * SIDE + across;
      const one = (values.re[at] as number) ** 2 + (values.im[at] as number) ** 2;
      power[at] = one;
      power[indexOf(-across, -down)] = one;
    }
  }
  return power;
}

/** Negative waves stand at the far end of a line, whose length is a power of two. */
const indexOf = (across: number, down: number): number => (down & (SIDE - 1)) * SIDE + (across & (SIDE - 1));

const isOfBlocks = (waves: number, blockSide: number): boolean => {
  const bins = SIDE / blockSide;
  return Math.abs(waves - Math.round(waves / bins) * bins) <= BLOCK_WIDTH;
};

/** Waves at which a peak is looked for: half of the plane is all, the other half mirrors it. */
const soughtIn = ({ minWaves, blockSide }: Plane) =>
  Array.from({ length: SIDE * (SIDE / 2 + 1) }, (_, index) => ({
    across: (index % SIDE) - SIDE / 2 + 1,
    down: Math.floor(index / SIDE),
  })).filter(
    ({ across, down }) =>
      Math.hypot(across, down) >= minWaves && !(isOfBlocks(across, blockSide) && isOfBlocks(down, blockSide)),
  );

/** Where the others of a peak's kind lie, as steps from it. */
const AROUND = Array.from({ length: (2 * FAR + 1) ** 2 }, (_, index) => ({
  across: (index % (2 * FAR + 1)) - FAR,
  down: Math.floor(index / (2 * FAR + 1)) - FAR,
})).filter(({ across, down }) => Math.hypot(across, down) > NEAR && Math.hypot(across, down) <= FAR);

const around = (power: Float64Array, across: number, down: number): Float64Array =>
  Float64Array.from(AROUND, (step) => power[indexOf(across + step.across, down + step.down)] as number);

/** Whether a wave is at least as strong as those next to it. */
function isPeak(power: Float64Array, across: number, down: number): boolean {
  const height = power[indexOf(across, down)] as number;
  for (let y = down - 1; y <= down + 1; y += 1)
    for (let x = across - 1; x <= across + 1; x += 1)
      if ((power[indexOf(x, y)] as number) > height) return false;
  return true;
}

/** Below this no difference of light is more than rounding. */
const MIN_POWER = 1;

/** Whether more than half of a peak's surroundings lie below a level, which tells without sorting that the median does. */
function liesAbove(power: Float64Array, across: number, down: number, level: number): boolean {
  let below = 0;
  for (const step of AROUND)
    if ((power[indexOf(across + step.across, down + step.down)] as number) < level) below += 1;
  return below > AROUND.length / 2;
}

function highestPeak(power: Float64Array, plane: Plane): number {
  let highest = 0;
  for (const { across, down } of soughtIn(plane)) {
    if (!isPeak(power, across, down)) continue;
    const height = power[indexOf(across, down)] as number;
    if (highest > 0 && !liesAbove(power, across, down, height / highest)) continue;
    const others = around(power, across, down).sort();
    highest = Math.max(highest, height / ((others[others.length >> 1] as number) + MIN_POWER));
  }
  return Math.sqrt(highest);
}

/** A plane's values in the window around the middle of a region. */
function windowOf({ width, height, pixels }: Picture, box: Region, plane: Plane): Float32Array {
  const from = (middle: number, length: number): number =>
    Math.min(length - SIDE, Math.max(0, Math.round(middle - SIDE / 2)));
  const [left, top] = [from(box.x + box.width / 2, width), from(box.y + box.height / 2, height)];
  return Float32Array.from({ length: SIDE * SIDE }, (_, index) => {
    const at = ((top + Math.floor(index / SIDE)) * width + left + (index % SIDE)) * 3;
    const [red, green, blue] = [pixels[at] ?? 0, pixels[at + 1] ?? 0, pixels[at + 2] ?? 0];
    return plane.red * red + plane.green * green + plane.blue * blue;
  });
}

/** How far the strongest pattern that repeats evenly stands out from what lies around it in the spectrum, as a ratio of amplitudes; 0 where the picture is smaller than the window. */
export function screenPatternOf(picture: Picture, box: Region): number {
  if (picture.width < SIDE || picture.height < SIDE) return 0;
  return Math.max(...PLANES.map((plane) => highestPeak(powerSpectrum(windowOf(picture, box, plane)), plane)));
}
