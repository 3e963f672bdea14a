/** Codes of a descriptor, with what bounds their distance to it: `numbers = codes * scale`, off by `error` in Euclidean distance at most. */
export type Quantised = { scale: number; squaredLength: number; error: number };

/** Part of a bound that is added for what was rounded on the way; single precision is off by 6e-8 at a time. */
export const ROUNDING = 1e-5;

/** Writes a descriptor as whole numbers from -`most` to `most` into `codes`, and tells how far off they are. */
export function quantise(
  descriptor: Float32Array,
  codes: { [index: number]: number },
  most: number,
): Quantised {
  let largest = 0;
  for (const value of descriptor) largest = Math.max(largest, Math.abs(value));
  const scale = Math.fround(largest / most);
  const factor = scale > 0 ? 1 / scale : 0;
  let [squaredLength, squaredError] = [0, 0];
  for (let index = 0; index < descriptor.length; index += 1) {
    const value = descriptor[index] as number;
    const code = Math.max(-most, Math.min(most, Math.round(value * factor)));
    codes[index] = code;
    squaredLength += (code * scale) ** 2;
    squaredError += (value - code * scale) ** 2;
  }
  return { scale, squaredLength, error: Math.sqrt(squaredError) };
}
