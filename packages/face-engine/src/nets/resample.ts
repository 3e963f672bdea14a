/** A picture of three bytes a pixel, row by row. */
export type Picture = { width: number; height: number; pixels: Uint8Array };

/** Whole pixels of a picture. */
export type Crop = { x: number; y: number; width: number; height: number };

/** What is taken off each channel, and what the rest is multiplied by. */
export type Normalisation = { mean: readonly [number, number, number]; factor: number };

/** Where samples of one line lie: bytes from its first pixel to those before and after (-1 beyond the crop, which counts as black), and how near the latter is. */
type Samples = { before: Int32Array; after: Int32Array; part: Float32Array };

/** TensorFlow's bilinear samples without half pixels, of a square that the crop is laid in after so many pixels; pixels are `stride` bytes apart. */
function samplesOf(length: number, square: number, padding: number, size: number, stride: number): Samples {
  const samples = {
    before: new Int32Array(size),
    after: new Int32Array(size),
    part: new Float32Array(size),
  };
  const within = (at: number) => (at >= padding && at < padding + length ? (at - padding) * stride : -1);
  const step = Math.fround(square / size);
  for (let index = 0; index < size; index += 1) {
    const at = Math.fround(index * step);
    const before = Math.min(Math.floor(at), square - 1);
    samples.before[index] = within(before);
    samples.after[index] = within(Math.min(before + 1, square - 1));
    samples.part[index] = at - before;
  }
  return samples;
}

/**
 * The two lines of pixels between which a line of samples lies, as the bytes at which they begin (-1 for a black one). Also how near the
 * lower one is, and where the samples go in the first plane.
 */
type Line = { upper: number; lower: number; share: number; to: number };

/** Planes that samples go to, one after another, each of so many values. */
type Planes = { values: Float32Array; size: number };

/** The samples from `from` to `until`, of whose pixels some lie beyond the crop. */
function sampleRim(
  { values, size }: Planes,
  pixels: Uint8Array,
  { upper, lower, share, to }: Line,
  { before, after, part }: Samples,
  { mean, factor }: Normalisation,
  from: number,
  until: number,
): void {
  const valueAt = (line: number, place: number): number =>
    line < 0 || place < 0 ? 0 : (pixels[line + place] as number);
  for (let channel = 0; channel < 3; channel += 1) {
    const taken = mean[channel] as number;
    const above = upper < 0 ? -1 : upper + channel;
    const below = lower < 0 ? -1 : lower + channel;
    for (let x = from; x < until; x += 1) {
      const left = before[x] as number;
      const right = after[x] as number;
      const topLeft = valueAt(above, left);
      const lowLeft = valueAt(below, left);
      const top = topLeft + (valueAt(above, right) - topLeft) * (part[x] as number);
      const low = lowLeft + (valueAt(below, right) - lowLeft) * (part[x] as number);
      values[channel * size + to + x] = (top + (low - top) * share - taken) * factor;
    }
  }
}

/** The same of samples whose pixels all lie in the crop, as nearly all do: nothing is asked of each, and all channels are read at once. */
function sampleWithin(
  { values, size }: Planes,
  pixels: Uint8Array,
  { upper, lower, share, to }: Line,
  { before, after, part }: Samples,
  { mean, factor }: Normalisation,
  from: number,
  until: number,
): void {
  const [red, green, blue] = mean;
  const last = 2 * size;
  for (let x = from; x < until; x += 1) {
    const left = before[x] as number;
    const right = after[x] as number;
    const near = part[x] as number;
    const at = to + x;
    const topLeft = upper + left;
    const topRight = upper + right;
    const lowLeft = lower + left;
    const lowRight = lower + right;
    let light = pixels[topLeft] as number;
    let top = light + ((pixels[topRight] as number) - light) * near;
    light = pixels[lowLeft] as number;
    let low = light + ((pixels[lowRight] as number) - light) * near;
    values[at] = (top + (low - top) * share - red) * factor;
    light = pixels[topLeft + 1] as number;
    top = light + ((pixels[topRight + 1] as number) - light) * near;
    light = pixels[lowLeft + 1] as number;
    low = light + ((pixels[lowRight + 1] as number) - light) * near;
    values[at + size] = (top + (low - top) * share - green) * factor;
    light = pixels[topLeft + 2] as number;
    top = light + ((pixels[topRight + 2] as number) - light) * near;
    light = pixels[lowLeft + 2] as number;
    low = light + ((pixels[lowRight + 2] as number) - light) * near;
    values[at + last] = (top + (low - top) * share - blue) * factor;
  }
}

/** A line between two black ones. */
function fillBlack(
  { values, size }: Planes,
  { to }: Line,
  { mean, factor }: Normalisation,
  length: number,
): void {
  for (let channel = 0; channel < 3; channel += 1) {
    const at = channel * size + to;
    values.fill((0 - (mean[channel] as number)) * factor, at, at + length);
  }
}

/**
 * A crop in a black square, in its middle or its upper left corner, resized: three planes of normalised values. As in face-api, the square
 * is padded first and then resampled (legacy bilinear). Every value of `planes` is overwritten.
 */
export function resampleSquare(
  { width, pixels }: Picture,
  crop: Crop,
  size: number,
  normalisation: Normalisation,
  isCentred: boolean,
  planes = new Float32Array(3 * size * size),
): Float32Array {
  const square = Math.max(crop.width, crop.height);
  // The smaller half goes before: face-api rounds the half that it appends.
  const paddingOf = (length: number) =>
    isCentred ? square - length - Math.round((square - length) * 0.5) : 0;
  const across = samplesOf(crop.width, square, paddingOf(crop.width), size, 3);
  const down = samplesOf(crop.height, square, paddingOf(crop.height), size, width * 3);
  let first = 0;
  while (first < size && ((across.before[first] as number) < 0 || (across.after[first] as number) < 0))
    first += 1;
  let end = size;
  while (end > first && ((across.before[end - 1] as number) < 0 || (across.after[end - 1] as number) < 0))
    end -= 1;
  const target: Planes = { values: planes, size: size * size };
  const start = (crop.y * width + crop.x) * 3;
  const begin = (place: number): number => (place < 0 ? -1 : start + place);
  const line: Line = { upper: -1, lower: -1, share: 0, to: 0 };
  for (let y = 0; y < size; y += 1) {
    const upper = begin(down.before[y] as number);
    const lower = begin(down.after[y] as number);
    line.upper = upper;
    line.lower = lower;
    line.share = down.part[y] as number;
    line.to = y * size;
    if (upper < 0 && lower < 0) fillBlack(target, line, normalisation, size);
    else if (upper < 0 || lower < 0) sampleRim(target, pixels, line, across, normalisation, 0, size);
    else {
      sampleRim(target, pixels, line, across, normalisation, 0, first);
      sampleWithin(target, pixels, line, across, normalisation, first, end);
      sampleRim(target, pixels, line, across, normalisation, end, size);
    }
  }
  return planes;
}
