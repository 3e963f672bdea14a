import { LINE_LENGTH, transformLine } from './fourier-line.ts';
import { LUMINANCE, meanOf, type Picture, planeWindow, type Region, type Weights } from './luminance.ts';

/** Side of the window of the face, in pixels of the picture as it is: scaling would make patterns of its own. */
const SIDE = LINE_LENGTH;

/** A peak's surroundings: nearer than this it is the peak itself, spread by window and tilt; so far the others are its like. */
const NEAR = 3;
const FAR = 7;

/** A plane of values: the waves in the window below which a face has features in it, and the side in pixels of its blocks in a JPEG. */
type Plane = { weights: Weights; minWaves: number; blockSide: number };

/**
 * Light shows the rows and gaps of a screen, and red against green its stripes of colour. Those are left where a pixel of the camera
 * gathers nearly one of the screen, and the light alone is even. A face has less detail in colour than in light. JPEG halves the resolution
 * of colour, which doubles the side of its blocks.
 */
const PLANES: readonly Plane[] = [
  { weights: LUMINANCE, minWaves: 20, blockSide: 8 },
  { weights: { red: 1, green: -1, blue: 0 }, minWaves: 12, blockSide: 16 },
];

/** Bins so near to one of a JPEG's blocks are theirs. */
const BLOCK_WIDTH = 1;

/**
 * A face above this was filmed from a screen. Measured on 21 faces of group photographs at 480 to 1920 pixels, JPEG 60 to 95, far and
 * near, some before blinds, n = 630: median 4.2, 99 % within 6.2, highest 6.7. On simulated screens (0.45 to 1.4 camera pixels for one of
 * the screen, tilted, lens blur of 0.5 to 1.1 pixels), n = 324: above the limit are 93 % as filmed, 89 % compressed again at JPEG 60, 92 %
 * blurred once more, 92 % at three quarters of the size, medians 27 to 49. By light alone it was 89, 83, 86 and 89 %. The limit was
 * chosen on light, on these same pictures. Screens filmed in truth: not measured. A screen is not seen
 * where none of its pixels is left in the picture. It is too fine or too far out of focus, or a pixel of the camera covers exactly one of it.
 */
export const SCREEN_PATTERN_LIMIT = 8;

/** Waves across of which the spectrum is computed: light has the same power at a wave and at its mirror image. */
const HALF = SIDE / 2 + 1;

/** Side of the spectrum with a rim that repeats its other end, so that what lies around a wave is found without asking where it ends. */
const ROOM = SIDE + 2 * FAR;

/** Where a wave stands in it; negative waves follow the positive ones. */
const placeOf = (across: number, down: number): number =>
  ((down & (SIDE - 1)) + FAR) * ROOM + (across & (SIDE - 1)) + FAR;

/** Fades to nothing at the rim, so that the rim itself makes no waves. */
const WINDOW = Float64Array.from(
  { length: SIDE },
  (_, at) => 0.5 - 0.5 * Math.cos((2 * Math.PI * (at + 0.5)) / SIDE),
);

/** Values of half a spectrum, row by row, and a line to work on. */
type Spectrum = { re: Float64Array; im: Float64Array; lineRe: Float64Array; lineIm: Float64Array };

/** Takes two rows of light as the two parts of one complex line; what is even and what is odd in its transform are those of either row. */
function transformRows(light: Float32Array, { re, im, lineRe, lineIm }: Spectrum): void {
  const mean = meanOf(light);
  for (let row = 0; row < SIDE; row += 2) {
    const fadeOne = WINDOW[row] as number;
    const fadeOther = WINDOW[row + 1] as number;
    for (let at = 0, from = row * SIDE; at < SIDE; at += 1, from += 1) {
      const fade = WINDOW[at] as number;
      lineRe[at] = ((light[from] as number) - mean) * fadeOne * fade;
      lineIm[at] = ((light[from + SIDE] as number) - mean) * fadeOther * fade;
    }
    transformLine(lineRe, lineIm);
    for (let wave = 0, to = row * HALF; wave < HALF; wave += 1, to += 1) {
      const mirrored = (SIDE - wave) & (SIDE - 1);
      const hereRe = lineRe[wave] as number;
      const hereIm = lineIm[wave] as number;
      const thereRe = lineRe[mirrored] as number;
      const thereIm = lineIm[mirrored] as number;
      re[to] = (hereRe + thereRe) / 2;
      im[to] = (hereIm - thereIm) / 2;
      re[to + HALF] = (hereIm + thereIm) / 2;
      im[to + HALF] = (thereRe - hereRe) / 2;
    }
  }
}

/** Transforms one column and writes its power, and that of its mirror image. */
function transformColumn({ re, im, lineRe, lineIm }: Spectrum, wave: number, power: Float64Array): void {
  for (let row = 0, from = wave; row < SIDE; row += 1, from += HALF) {
    lineRe[row] = re[from] as number;
    lineIm[row] = im[from] as number;
  }
  transformLine(lineRe, lineIm);
  for (let down = 0; down < SIDE; down += 1) {
    const valueRe = lineRe[down] as number;
    const valueIm = lineIm[down] as number;
    const one = valueRe * valueRe + valueIm * valueIm;
    power[placeOf(wave, down)] = one;
    power[placeOf(-wave, -down)] = one;
  }
}

/** Fills the rim from the other ends. */
function repeatEnds(power: Float64Array): void {
  for (let row = FAR; row < FAR + SIDE; row += 1) {
    const start = row * ROOM;
    power.copyWithin(start, start + SIDE, start + SIDE + FAR);
    power.copyWithin(start + SIDE + FAR, start + FAR, start + 2 * FAR);
  }
  power.copyWithin(0, SIDE * ROOM, (SIDE + FAR) * ROOM);
  power.copyWithin((SIDE + FAR) * ROOM, FAR * ROOM, 2 * FAR * ROOM);
}

/** Room that is used again: every place of it is written for each window. */
const SPECTRUM: Spectrum = {
  re: new Float64Array(SIDE * HALF),
  im: new Float64Array(SIDE * HALF),
  lineRe: new Float64Array(SIDE),
  lineIm: new Float64Array(SIDE),
};
const POWER = new Float64Array(ROOM * ROOM);

/** Power of each wave, with a rim; of this window alone until the next is asked for. */
function powerSpectrum(light: Float32Array): Float64Array {
  transformRows(light, SPECTRUM);
  for (let wave = 0; wave < HALF; wave += 1) transformColumn(SPECTRUM, wave, POWER);
  repeatEnds(POWER);
  return POWER;
}

const isOfBlocks = (waves: number, blockSide: number): boolean => {
  const bins = SIDE / blockSide;
  return Math.abs(waves - Math.round(waves / bins) * bins) <= BLOCK_WIDTH;
};

/** Where a peak of a plane is looked for: half of the spectrum is all, the other half mirrors it. */
const soughtIn = ({ minWaves, blockSide }: Plane): Int32Array =>
  Int32Array.from(
    Array.from({ length: SIDE * HALF }, (_, index) => ({
      across: (index % SIDE) - SIDE / 2 + 1,
      down: Math.floor(index / SIDE),
    }))
      .filter(
        ({ across, down }) =>
          Math.hypot(across, down) >= minWaves &&
          !(isOfBlocks(across, blockSide) && isOfBlocks(down, blockSide)),
      )
      .map(({ across, down }) => placeOf(across, down)),
  );
const SOUGHT = PLANES.map((plane) => ({ weights: plane.weights, places: soughtIn(plane) }));

/** Steps to the waves next to one, and to the others of a peak's kind around it. */
const stepsWithin = (reach: number, least: number, most: number): Int32Array =>
  Int32Array.from(
    Array.from({ length: (2 * reach + 1) ** 2 }, (_, index) => ({
      across: (index % (2 * reach + 1)) - reach,
      down: Math.floor(index / (2 * reach + 1)) - reach,
    }))
      .filter(({ across, down }) => Math.hypot(across, down) > least && Math.hypot(across, down) <= most)
      .map(({ across, down }) => down * ROOM + across),
  );
const NEXT = stepsWithin(1, 0, 2);
const AROUND = stepsWithin(FAR, NEAR, FAR);

/** Whether a wave is at least as strong as those next to it. */
function isPeak(power: Float64Array, place: number): boolean {
  const height = power[place] as number;
  for (let next = 0; next < NEXT.length; next += 1)
    if ((power[place + (NEXT[next] as number)] as number) > height) return false;
  return true;
}

/** Below this no difference of light is more than rounding. */
const MIN_POWER = 1;

/** Whether more than half of a peak's surroundings lie below a level, which tells without sorting that the median does. */
function liesAbove(power: Float64Array, place: number, level: number): boolean {
  let below = 0;
  for (let at = 0; at < AROUND.length; at += 1)
    if ((power[place + (AROUND[at] as number)] as number) < level) below += 1;
  return below > AROUND.length / 2;
}

function highestPeak(power: Float64Array, places: Int32Array): number {
  const others = new Float64Array(AROUND.length);
  let highest = 0;
  for (let sought = 0; sought < places.length; sought += 1) {
    const place = places[sought] as number;
    if (!isPeak(power, place)) continue;
    const height = power[place] as number;
    if (highest > 0 && !liesAbove(power, place, height / highest)) continue;
    for (let at = 0; at < others.length; at += 1)
      others[at] = power[place + (AROUND[at] as number)] as number;
    others.sort();
    highest = Math.max(highest, height / ((others[others.length >> 1] as number) + MIN_POWER));
  }
  return Math.sqrt(highest);
}

/** How far the strongest regular pattern in light or colour stands out in the spectrum, as a ratio of amplitudes; 0 if the picture is smaller than the window. */
export function screenPatternOf(picture: Picture, box: Region): number {
  const patterns = SOUGHT.map(({ weights, places }) => {
    const values = planeWindow(picture, box, SIDE, weights);
    return values ? highestPeak(powerSpectrum(values), places) : 0;
  });
  return Math.max(...patterns);
}
