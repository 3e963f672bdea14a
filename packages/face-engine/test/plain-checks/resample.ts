import type { Crop, Normalisation } from '@titular/face-engine/nets/resample.ts';
import type { Picture } from './luminance.ts';

/** Where samples of one line lie: the pixel before and after (-1 beyond the crop, which counts as black), and how near the latter is. */
type Samples = { before: Int32Array; after: Int32Array; part: Float32Array };

/** TensorFlow's bilinear samples without half pixels, of a square that the crop is laid in after so many pixels. */
function samplesOf(length: number, square: number, padding: number, size: number): Samples {
  const samples = {
    before: new Int32Array(size),
    after: new Int32Array(size),
    part: new Float32Array(size),
  };
  const within = (at: number) => (at >= padding && at < padding + length ? at - padding : -1);
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

/** A crop laid in a black square, in its middle or its upper left corner, and made this size: three planes of normalised values, as face-api does it (pad to square, then legacy bilinear). */
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
  const across = samplesOf(crop.width, square, paddingOf(crop.width), size);
  const down = samplesOf(crop.height, square, paddingOf(crop.height), size);
  const planes = new Float32Array(3 * size * size);
  const start = (crop.y * width + crop.x) * 3;
  for (let y = 0; y < size; y += 1) {
    const [upper, lower] = [down.before[y] as number, down.after[y] as number];
    const share = down.part[y] as number;
    for (let x = 0; x < size; x += 1) {
      const [left, right] = [across.before[x] as number, across.after[x] as number];
      const part = across.part[x] as number;
      for (let channel = 0; channel < 3; channel += 1) {
        const at = start + channel;
        const topLeft = upper < 0 || left < 0 ? 0 : (pixels[at + (upper * width + left) * 3] as number);
        const topRight = upper < 0 || right < 0 ? 0 : (pixels[at + (upper * width + right) * 3] as number);
        const lowLeft = lower < 0 || left < 0 ? 0 : (pixels[at + (lower * width + left) * 3] as number);
        const lowRight = lower < 0 || right < 0 ? 0 : (pixels[at + (lower * width + right) * 3] as number);
        const top = topLeft + (topRight - topLeft) * part;
        const low = lowLeft + (lowRight - lowLeft) * part;
        planes[(channel * size + y) * size + x] =
          (top + (low - top) * share - (mean[channel] as number)) * factor;
      }
    }
  }
  return planes;
}
