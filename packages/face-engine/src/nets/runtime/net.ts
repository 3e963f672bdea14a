import type { Weights } from './read-weights.ts';

/** What follows a sum of products; slopes are one for each channel. */
export type Activation =
  | { kind: 'relu' }
  | { kind: 'leaky'; slope: number }
  | { kind: 'prelu'; slopes: Float32Array };

/** Rows and columns of zeros around the input; of a pooling they count as nothing. */
export type Padding = { top: number; left: number; bottom: number; right: number };

/** What flows between layers: one batch, named, with its size. */
export type Blob = { name: string; height: number; width: number; channels: number };

/** One step of a net. Filters are height, width, inputs, outputs (of a depthwise one: height, width, channels, 1); a dense layer takes one row. */
export type Layer = { output: Blob } & (
  | {
      kind: 'convolution';
      input: Blob;
      filters: Weights;
      bias: Float32Array | undefined;
      isDepthwise: boolean;
      stride: number;
      padding: Padding;
      activation: Activation | undefined;
    }
  | { kind: 'maximum' | 'average'; input: Blob; side: number; stride: number; padding: Padding }
  | { kind: 'sum'; inputs: readonly [Blob, Blob] }
  | { kind: 'activation'; input: Blob; activation: Activation }
  | { kind: 'extension'; input: Blob; below: number; right: number; channels: number }
  | { kind: 'mean'; input: Blob }
  | { kind: 'dense'; input: Blob; weights: Weights; bias: Float32Array | undefined }
  | { kind: 'sigmoid'; input: Blob }
);

/** A net that any runtime can execute: three planes of a square picture in, blobs out. */
export type Net = { name: string; input: Blob; layers: Layer[]; outputs: Blob[] };

const NO_PADDING: Padding = { top: 0, left: 0, bottom: 0, right: 0 };

/** Zeros by which TensorFlow's "same" keeps one output for each step of the stride: the odd one below and to the right. */
function samePadding({ height, width }: Blob, side: number, stride: number): Padding {
  const totalOf = (length: number) => Math.max(0, (Math.ceil(length / stride) - 1) * stride + side - length);
  const [down, across] = [totalOf(height), totalOf(width)];
  const [top, left] = [Math.floor(down / 2), Math.floor(across / 2)];
  return { top, left, bottom: down - top, right: across - left };
}

/** How a window moves: by a stride, over an edge that is padded as TensorFlow does, not at all, or by so many on each side. */
export type Sliding = { stride?: number; edge?: 'same' | 'valid' | number; activation?: Activation };

/** Puts a net together layer by layer and knows the size of everything between them. */
export class NetBuilder {
  readonly input: Blob;
  readonly #name: string;
  readonly #layers: Layer[] = [];

  constructor(name: string, side: number) {
    this.#name = name;
    this.input = { name: 'picture', height: side, width: side, channels: 3 };
  }

  /** A convolution over all channels, or over each by itself. */
  convolve(
    input: Blob,
    filters: Weights,
    bias: Weights | undefined,
    { stride = 1, edge = 'valid', activation, isDepthwise = false }: Sliding & { isDepthwise?: boolean } = {},
  ): Blob {
    const [side = 0, , , outputs = 0] = filters.shape;
    const padding = this.#paddingOf(input, side, stride, edge);
    const channels = isDepthwise ? input.channels : outputs;
    const output = this.#slid(input, side, stride, padding, channels);
    const values = bias?.values;
    this.#layers.push({
      kind: 'convolution',
      input,
      output,
      filters,
      bias: values,
      isDepthwise,
      stride,
      padding,
      activation,
    });
    return output;
  }

  /** The largest or the mean value of each window. */
  pool(
    kind: 'maximum' | 'average',
    input: Blob,
    side: number,
    { stride = side, edge = 'valid' }: Sliding = {},
  ): Blob {
    const padding = this.#paddingOf(input, side, stride, edge);
    const output = this.#slid(input, side, stride, padding, input.channels);
    this.#layers.push({ kind, input, output, side, stride, padding });
    return output;
  }

  sum(one: Blob, other: Blob): Blob {
    const output = this.#next(one);
    this.#layers.push({ kind: 'sum', inputs: [one, other], output });
    return output;
  }

  activate(input: Blob, activation: Activation): Blob {
    const output = this.#next(input);
    this.#layers.push({ kind: 'activation', input, activation, output });
    return output;
  }

  /** Zeros below, to the right, and in more channels. */
  extend(input: Blob, { below = 0, right = 0, channels = 0 }): Blob {
    if (below + right + channels === 0) return input;
    const output = this.#next({
      height: input.height + below,
      width: input.width + right,
      channels: input.channels + channels,
    });
    this.#layers.push({ kind: 'extension', input, below, right, channels, output });
    return output;
  }

  /** The mean of each channel. */
  mean(input: Blob): Blob {
    const output = this.#next({ height: 1, width: 1, channels: input.channels });
    this.#layers.push({ kind: 'mean', input, output });
    return output;
  }

  /** All inputs times all weights, of a blob that is one cell. */
  connect(input: Blob, weights: Weights, bias?: Weights): Blob {
    const output = this.#next({ height: 1, width: 1, channels: weights.shape[1] ?? 0 });
    this.#layers.push({ kind: 'dense', input, weights, bias: bias?.values, output });
    return output;
  }

  sigmoid(input: Blob): Blob {
    const output = this.#next(input);
    this.#layers.push({ kind: 'sigmoid', input, output });
    return output;
  }

  /** The net that gives these blobs. */
  build(outputs: Blob[]): Net {
    return { name: this.#name, input: this.input, layers: this.#layers, outputs };
  }

  #paddingOf(input: Blob, side: number, stride: number, edge: 'same' | 'valid' | number): Padding {
    if (edge === 'same') return samePadding(input, side, stride);
    if (edge === 'valid') return NO_PADDING;
    return { top: edge, left: edge, bottom: edge, right: edge };
  }

  #slid(input: Blob, side: number, stride: number, padding: Padding, channels: number): Blob {
    const { top, left, bottom, right } = padding;
    return this.#next({
      height: Math.floor((input.height + top + bottom - side) / stride) + 1,
      width: Math.floor((input.width + left + right - side) / stride) + 1,
      channels,
    });
  }

  #next({ height, width, channels }: Omit<Blob, 'name'>): Blob {
    return { name: `blob${this.#layers.length}`, height, width, channels };
  }
}
