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

/** Bytes at which the two lines of pixels begin that a line of samples lies between, -1 for a black one, and how near the lower one is. */
type Line = { upper: number; lower: number; share: number };

/** One channel of a line of samples; `taken` is taken off, and the rest multiplied. */
type Target = { values: Float32Array; taken: number; factor: number };

/** The samples from `from` to `until`, of whose pixels some lie beyond the crop. */
function sampleRim(
  { values, taken, factor }: Target,
  pixels: Uint8Array,
  { upper, lower, share }: Line,
  { before, after, part }: Samples,
  from: number,
  until: number,
): void {
  for (let x = from; x < until; x += 1) {
    const left = before[x] as number;
    const right = after[x] as number;
    const topLeft = upper < 0 || left < 0 ? 0 : (pixels[upper + left] as number);
    const topRight = upper < 0 || right < 0 ? 0 : (pixels[upper + right] as number);
    const lowLeft = lower < 0 || left < 0 ? 0 : (pixels[lower + left] as number);
    const lowRight = lower < 0 || right < 0 ? 0 : (pixels[lower + right] as number);
    const top = topLeft + (topRight - topLeft) * (part[x] as number);
    const low = lowLeft + (lowRight - lowLeft) * (part[x] as number);
    values[x] = (top + (low - top) * share - taken) * factor;
  }
}

/** The same of samples whose pixels all lie in the crop, as nearly all do: nothing is asked of each. */
function sampleWithin(
  { values, taken, factor }: Target,
  pixels: Uint8Array,
  { upper, lower, share }: Line,
  { before, after, part }: Samples,
  from: number,
  until: number,
): void {
  for (let x = from; x < until; x += 1) {
    const left = before[x] as number;
    const right = after[x] as number;
    const topLeft = pixels[upper + left] as number;
    const lowLeft = pixels[lower + left] as number;
    const top = topLeft + ((pixels[upper + right] as number) - topLeft) * (part[x] as number);
    const low = lowLeft + ((pixels[lower + right] as number) - lowLeft) * (part[x] as number);
    values[x] = (top + (low - top) * share - taken) * factor;
  }
}

/** Pastes a crop into a black square, in its middle or upper left corner, and resizes it. Returns three planes of normalised values, as face-api does (pad to square, then legacy bilinear). */
export function resampleSquare(
  { width, pixels }: Picture,
  crop: Crop,
  size: number,
  { mean, factor }: Normalisation,
  isCentred: boolean,
): Float32Array {
  const square = Math.max(crop.width, crop.height);
  // The smaller half goes before: face-api rounds the half that it appends.
  const paddingOf = (length: number) =>
    isCentred ? square - length - Math.round((square - length) * 0.5) : 0;
  const across = samplesOf(crop.width, square, paddingOf(crop.width), size, 3);
  const down = samplesOf(crop.height, square, paddingOf(crop.height), size, width * 3);
  const isWithin =
    ({ before, after }: Samples) =>
    (index: number) =>
      (before[index] as number) >= 0 && (after[index] as number) >= 0;
  const indices = across.part.map((_, index) => index);
  const first = Math.max(0, indices.findIndex(isWithin(across)));
  const last = indices.findLastIndex(isWithin(across));
  const planes = new Float32Array(3 * size * size);
  const start = (crop.y * width + crop.x) * 3;
  for (let channel = 0; channel < 3; channel += 1) {
    const taken = mean[channel] as number;
    for (let y = 0; y < size; y += 1) {
      const at = (channel * size + y) * size;
      const target = { values: planes.subarray(at, at + size), taken, factor };
      const begin = (place: number): number => (place < 0 ? -1 : start + channel + place);
      const line = {
        upper: begin(down.before[y] as number),
        lower: begin(down.after[y] as number),
        share: down.part[y] as number,
      };
      if (line.upper < 0 || line.lower < 0) {
        sampleRim(target, pixels, line, across, 0, size);
        continue;
      }
      sampleRim(target, pixels, line, across, 0, first);
      sampleWithin(target, pixels, line, across, first, last + 1);
      sampleRim(target, pixels, line, across, last + 1, size);
    }
  }
  return planes;
}
