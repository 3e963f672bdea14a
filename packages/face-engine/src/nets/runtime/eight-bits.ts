/** The least and the most value of a blob; zero lies between them, so that padding is exact. */
export type BlobRange = { least: number; most: number };

/** Steps of a blob's range in an unsigned byte. */
const STEPS = 255;

/**
 * The largest filter value in either direction: 7 bits of the 8. Processors with AVX2 but without VNNI add two products in 16 bits. With
 * filters of 8 bits that sum saturates, and they would give other descriptors than the rest.
 */
const MAX_FILTER = 64;

/** Size of a step, and the byte that stands for zero. */
export function stepOf({ least, most }: BlobRange): { scale: number; zero: number } {
  const scale = Math.fround((most - least) / STEPS);
  return { scale, zero: Math.round(-least / scale) };
}

/** Filters in 7 bits, outputs first, each output with its own size of a step. */
export function quantiseFilters(
  values: Float32Array,
  outputs: number,
): { values: Int8Array; scales: Float32Array } {
  const each = values.length / outputs;
  const quantised = new Int8Array(values.length);
  const scales = new Float32Array(outputs);
  for (let output = 0; output < outputs; output += 1) {
    const own = values.subarray(output * each, (output + 1) * each);
    const most = own.reduce((so, value) => Math.max(so, Math.abs(value)), 0);
    const scale = Math.fround(most / MAX_FILTER) || 1;
    scales[output] = scale;
    for (let at = 0; at < each; at += 1)
      quantised[output * each + at] = Math.round((own[at] as number) / scale);
  }
  return { values: quantised, scales };
}

/** A bias in the steps of the products that it is added to. */
export const quantiseBias = (bias: Float32Array, scales: Float32Array): Int32Array =>
  Int32Array.from(bias, (value, at) => Math.round(value / (scales[at] as number)));
