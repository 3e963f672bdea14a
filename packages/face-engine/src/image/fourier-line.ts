/** Values of a line, a power of two. */
export const LINE_LENGTH = 128;

const SINES = Float64Array.from({ length: LINE_LENGTH / 2 }, (_, at) =>
  Math.sin((-2 * Math.PI * at) / LINE_LENGTH),
);
const COSINES = Float64Array.from({ length: LINE_LENGTH / 2 }, (_, at) =>
  Math.cos((-2 * Math.PI * at) / LINE_LENGTH),
);
const BITS = Math.log2(LINE_LENGTH);
const REVERSED = Uint8Array.from({ length: LINE_LENGTH }, (_, at) => {
  let reversed = 0;
  for (let bit = 0; bit < BITS; bit += 1) if (at & (1 << bit)) reversed |= 1 << (BITS - 1 - bit);
  return reversed;
});

/** Puts each value where its number stands with the bits reversed. */
function reverse(values: Float64Array): void {
  for (let at = 0; at < LINE_LENGTH; at += 1) {
    const other = REVERSED[at] as number;
    if (other <= at) continue;
    const value = values[at] as number;
    values[at] = values[other] as number;
    values[other] = value;
  }
}

/** One stage: pairs of transforms of `half` values become transforms of twice as many. */
function combine(re: Float64Array, im: Float64Array, half: number): void {
  const stride = LINE_LENGTH / (2 * half);
  for (let at = 0; at < half; at += 1) {
    const cosine = COSINES[at * stride] as number;
    const sine = SINES[at * stride] as number;
    for (let low = at; low < LINE_LENGTH; low += 2 * half) {
      const high = low + half;
      const highRe = re[high] as number;
      const highIm = im[high] as number;
      const turnedRe = highRe * cosine - highIm * sine;
      const turnedIm = highRe * sine + highIm * cosine;
      const lowRe = re[low] as number;
      const lowIm = im[low] as number;
      re[low] = lowRe + turnedRe;
      im[low] = lowIm + turnedIm;
      re[high] = lowRe - turnedRe;
      im[high] = lowIm - turnedIm;
    }
  }
}

/** The discrete Fourier transform of one line of complex values, in place, not scaled (radix 2). */
export function transformLine(re: Float64Array, im: Float64Array): void {
  reverse(re);
  reverse(im);
  for (let half = 1; half < LINE_LENGTH; half *= 2) combine(re, im, half);
}
