import { type BlobRange, quantiseBias, quantiseFilters, stepOf } from './eight-bits.ts';
import type { Activation, Blob, Layer, Net, Padding } from './net.ts';
import { encodeMessage, type Field } from './protobuf.ts';
import type { Weights } from './read-weights.ts';

/** Version of the format, and of the operators, that runtimes since 2021 know (onnx.proto, IR version 8). */
const IR_VERSION = 8;
const OPERATOR_SET = 13;

/** Kinds of numbers in a tensor (onnx.proto, TensorProto.DataType). */
const KINDS = { float: 1, uint8: 2, int8: 3, int32: 6, int64: 7 } as const;

const ATTRIBUTE_FLOAT = 1;
const ATTRIBUTE_INT = 2;
const ATTRIBUTE_INTS = 7;

/** Ranges of blobs by name. */
export type BlobRanges = ReadonlyMap<string, BlobRange>;

type Attributes = Record<string, number | number[] | { float: number }>;

function encodeAttribute([name, value]: [string, Attributes[string]]): Uint8Array {
  if (Array.isArray(value))
    return encodeMessage([[1, name], ...value.map((one): Field => [8, one]), [20, ATTRIBUTE_INTS]]);
  if (typeof value === 'object')
    return encodeMessage([
      [1, name],
      [2, value],
      [20, ATTRIBUTE_FLOAT],
    ]);
  return encodeMessage([
    [1, name],
    [3, value],
    [20, ATTRIBUTE_INT],
  ]);
}

type Numbers = Float32Array | Uint8Array | Int8Array | Int32Array | BigInt64Array;

function kindOf(values: Numbers): number {
  if (values instanceof Float32Array) return KINDS.float;
  if (values instanceof Uint8Array) return KINDS.uint8;
  if (values instanceof Int8Array) return KINDS.int8;
  return values instanceof Int32Array ? KINDS.int32 : KINDS.int64;
}

const bytesOf = (values: Numbers): Uint8Array =>
  new Uint8Array(values.buffer, values.byteOffset, values.byteLength);

const encodeValueInfo = ({ name, channels, height, width }: Blob): Uint8Array => {
  const sizes = [1, channels, height, width].map((size): Field => [1, encodeMessage([[1, size]])]);
  const tensor = encodeMessage([
    [1, KINDS.float],
    [2, encodeMessage(sizes)],
  ]);
  return encodeMessage([
    [1, name],
    [2, encodeMessage([[1, tensor]])],
  ]);
};

/** Filters with outputs and inputs first, as ONNX has them; of a depthwise one each channel is a group. */
function channelsFirst(
  { shape, values }: Weights,
  isDepthwise: boolean,
): { dims: number[]; values: Float32Array } {
  const [height = 0, width = 0, inner = 0, outer = 0] = shape;
  const [groups, members] = isDepthwise ? [inner * outer, 1] : [outer, inner];
  const turned = new Float32Array(values.length);
  const cells = height * width;
  let from = 0;
  for (let cell = 0; cell < cells; cell += 1)
    for (let i = 0; i < inner; i += 1)
      for (let o = 0; o < outer; o += 1) {
        const to = isDepthwise ? i * outer + o : o * inner + i;
        turned[to * cells + cell] = values[from] as number;
        from += 1;
      }
  return { dims: [groups, members, height, width], values: turned };
}

const padsOf = ({ top, left, bottom, right }: Padding): number[] => [top, left, bottom, right];

/** Collects nodes and constants of a graph. Blobs with a range are kept in a byte each, and what is convolved of them in integers. */
class GraphWriter {
  readonly nodes: Uint8Array[] = [];
  readonly constants: Uint8Array[] = [];
  readonly #ranges: BlobRanges;

  constructor(ranges: BlobRanges) {
    this.#ranges = ranges;
  }

  /** Name under which a blob is read. */
  #read({ name }: Blob): string {
    return this.#ranges.has(name) ? `${name}/read` : name;
  }

  /** Rounds a blob to bytes and back, if it has a range; the runtime takes both steps as words about the type and computes in integers. */
  keep({ name }: Blob): void {
    const range = this.#ranges.get(name);
    if (!range) return;
    const { scale, zero } = stepOf(range);
    const step = [
      this.constant(`${name}/step`, [], Float32Array.of(scale)),
      this.constant(`${name}/zero`, [], Uint8Array.of(zero)),
    ];
    const bytes = this.node('QuantizeLinear', [name, ...step], `${name}/bytes`);
    this.node('DequantizeLinear', [bytes, ...step], `${name}/read`);
  }

  /** Filters and bias as integers that are read as floats, for a convolution of a blob that is kept in bytes. */
  #integers(
    name: string,
    dims: number[],
    filters: Float32Array,
    bias: Float32Array | undefined,
    scale: number,
  ) {
    const { values, scales } = quantiseFilters(filters, dims[0] as number);
    const read = (part: string, shape: number[], integers: Numbers, steps: Float32Array): string => {
      const given = this.constant(`${name}/${part}`, shape, integers);
      const step = this.constant(`${name}/${part}/step`, [steps.length], steps);
      return this.node('DequantizeLinear', [given, step], `${name}/${part}/read`, { axis: 0 });
    };
    const products = scales.map((one) => one * scale);
    return [
      read('filters', dims, values, scales),
      ...(bias ? [read('bias', [bias.length], quantiseBias(bias, products), products)] : []),
    ];
  }

  node(operator: string, inputs: string[], output: string, attributes: Attributes = {}): string {
    this.nodes.push(
      encodeMessage([
        ...inputs.map((name): Field => [1, name]),
        [2, output],
        [4, operator],
        ...Object.entries(attributes).map((one): Field => [5, encodeAttribute(one)]),
      ]),
    );
    return output;
  }

  constant(name: string, dims: number[], values: Numbers): string {
    this.constants.push(
      encodeMessage([
        ...dims.map((size): Field => [1, size]),
        [2, kindOf(values)],
        [8, name],
        [9, bytesOf(values)],
      ]),
    );
    return name;
  }

  activation(activation: Activation, input: string, output: string): void {
    if (activation.kind === 'relu') this.node('Relu', [input], output);
    else if (activation.kind === 'leaky')
      this.node('LeakyRelu', [input], output, { alpha: { float: activation.slope } });
    else this.slopes(activation.slopes, input, output);
  }

  /**
   * A slope for each channel below zero: s x + (1 - s) relu(x). The runtime's own PRelu compares every value, and reorders the values that
   * its convolutions keep in blocks. That was three fifths of the time of the face mesh.
   */
  slopes(slopes: Float32Array, input: string, output: string): void {
    const scale = (name: string, factors: Float32Array, scaled: string): string =>
      this.node(
        'Conv',
        [scaled, this.constant(`${name}/factors`, [factors.length, 1, 1, 1], factors)],
        name,
        { group: factors.length, strides: [1, 1], pads: [0, 0, 0, 0] },
      );
    const all = scale(`${output}/sloped`, slopes, input);
    const positive = this.node('Relu', [input], `${output}/positive`);
    const rest = scale(
      `${output}/rest`,
      slopes.map((slope) => 1 - slope),
      positive,
    );
    this.node('Add', [rest, all], output);
  }

  convolution(layer: Extract<Layer, { kind: 'convolution' }>): void {
    const { input, output, filters, bias, isDepthwise, stride, padding, activation } = layer;
    const { name } = output;
    const { dims, values } = channelsFirst(filters, isDepthwise);
    const range = this.#ranges.get(input.name);
    const constants = range
      ? this.#integers(name, dims, values, bias, stepOf(range).scale)
      : [
          this.constant(`${name}/filters`, dims, values),
          ...(bias ? [this.constant(`${name}/bias`, [bias.length], bias)] : []),
        ];
    const convolved = activation ? `${name}/sums` : name;
    this.node('Conv', [this.#read(input), ...constants], convolved, {
      group: isDepthwise ? input.channels : 1,
      strides: [stride, stride],
      pads: padsOf(padding),
    });
    if (activation) this.activation(activation, convolved, name);
  }

  /** A dense layer over one cell is a convolution of one cell. */
  dense({ input, output, weights, bias }: Extract<Layer, { kind: 'dense' }>): void {
    const [inputs = 0, outputs = 0] = weights.shape;
    this.convolution({
      kind: 'convolution',
      input,
      output,
      filters: { shape: [1, 1, inputs, outputs], values: weights.values },
      bias,
      isDepthwise: false,
      stride: 1,
      padding: { top: 0, left: 0, bottom: 0, right: 0 },
      activation: undefined,
    });
  }

  layer(layer: Layer): void {
    const { name } = layer.output;
    switch (layer.kind) {
      case 'convolution':
        this.convolution(layer);
        return;
      case 'dense':
        this.dense(layer);
        return;
      case 'activation':
        this.activation(layer.activation, this.#read(layer.input), name);
        return;
      case 'maximum':
      case 'average':
        this.node(layer.kind === 'maximum' ? 'MaxPool' : 'AveragePool', [this.#read(layer.input)], name, {
          kernel_shape: [layer.side, layer.side],
          strides: [layer.stride, layer.stride],
          pads: padsOf(layer.padding),
        });
        return;
      case 'extension': {
        const pads = BigInt64Array.from([0, 0, 0, 0, 0, layer.channels, layer.below, layer.right], BigInt);
        this.node('Pad', [this.#read(layer.input), this.constant(`${name}/pads`, [8], pads)], name);
        return;
      }
      case 'sum':
        this.node(
          'Add',
          layer.inputs.map((input) => this.#read(input)),
          name,
        );
        return;
      case 'mean':
        this.node('GlobalAveragePool', [this.#read(layer.input)], name);
        return;
      case 'sigmoid':
        this.node('Sigmoid', [this.#read(layer.input)], name);
        return;
    }
  }
}

/** The net as a file of the Open Neural Network Exchange; the same net gives the same bytes. Blobs named in `ranges` are kept in 8 bits. */
export function encodeOnnx(
  { name, input, layers, outputs }: Net,
  ranges: BlobRanges = new Map(),
): Uint8Array {
  const writer = new GraphWriter(ranges);
  writer.keep(input);
  for (const layer of layers) {
    writer.layer(layer);
    writer.keep(layer.output);
  }
  const graph = encodeMessage([
    ...writer.nodes.map((node): Field => [1, node]),
    [2, name],
    ...writer.constants.map((constant): Field => [5, constant]),
    [11, encodeValueInfo(input)],
    ...outputs.map((output): Field => [12, encodeValueInfo(output)]),
  ]);
  return encodeMessage([
    [1, IR_VERSION],
    [2, 'titular'],
    [7, graph],
    [
      8,
      encodeMessage([
        [1, ''],
        [2, OPERATOR_SET],
      ]),
    ],
  ]);
}
