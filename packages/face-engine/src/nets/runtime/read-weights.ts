import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** Numbers of a model with their dimensions, the last one fastest. */
export type Weights = { shape: number[]; values: Float32Array };

/** Weights of a model by name; a name that is not there is a fault. */
export type WeightMap = (name: string) => Weights;

type Quantisation = { dtype: 'uint8'; scale: number; min: number };
type Entry = { name: string; shape: number[]; quantization?: Quantisation };

/** A part of a model in the format of TensorFlow.js: files one after another, and what lies in them. */
export type ManifestGroup = { paths: string[]; weights: Entry[] };

const EXPONENT_BIAS = 15;
const FRACTION = 1024;

/** A number of IEEE 754 binary16, which no weight has as an infinity. */
function fromHalf(bits: number): number {
  const sign = bits & 0x8000 ? -1 : 1;
  const exponent = (bits >> 10) & 0x1f;
  const fraction = bits & 0x3ff;
  if (exponent === 0) return sign * 2 ** (1 - EXPONENT_BIAS) * (fraction / FRACTION);
  return sign * 2 ** (exponent - EXPONENT_BIAS) * (1 + fraction / FRACTION);
}

const widthOf = ({ quantization }: Entry): number => (quantization ? 1 : 4);

/** Millions of numbers: a plain loop takes a tenth of what `Float32Array.from` does. */
function filled(from: Uint8Array | Uint16Array, decode: (value: number) => number): Float32Array {
  const values = new Float32Array(from.length);
  for (let at = 0; at < from.length; at += 1) values[at] = decode(from[at] as number);
  return values;
}

/** Widens numbers of half precision (IEEE 754 binary16). */
export const halvesToFloats = (halves: Uint16Array): Float32Array => filled(halves, fromHalf);

function decodeEntry({ quantization }: Entry, bytes: Uint8Array): Float32Array {
  // A copy of its own: larger numbers must not lie at odd addresses.
  if (!quantization) return new Float32Array(new Uint8Array(bytes).buffer);
  const { scale, min } = quantization;
  return filled(bytes, (value) => value * scale + min);
}

function decodeGroup(group: ManifestGroup, bytes: Uint8Array, into: Map<string, Weights>): void {
  let at = 0;
  for (const entry of group.weights) {
    const length = entry.shape.reduce((product, size) => product * size, 1) * widthOf(entry);
    if (at + length > bytes.length) throw new Error('a file of weights is too short');
    into.set(entry.name, { shape: entry.shape, values: decodeEntry(entry, bytes.subarray(at, at + length)) });
    at += length;
  }
}

/** Reads the weights that a manifest names, from files beside it. */
export async function readWeights(manifestPath: string, groups: ManifestGroup[]): Promise<WeightMap> {
  const found = new Map<string, Weights>();
  for (const group of groups) {
    const files = await Promise.all(group.paths.map((path) => readFile(join(dirname(manifestPath), path))));
    decodeGroup(group, Buffer.concat(files), found);
  }
  return (name) => {
    const weights = found.get(name);
    if (!weights) throw new Error(`the model has no weights ${name}`);
    return weights;
  };
}
