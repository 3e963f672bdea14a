import type { Activation, Blob, Layer, Net, Padding } from './net.ts';
import { encodeMessage, type Field } from './protobuf.ts';
import type { Weights } from './read-weights.ts';

/** Version of the format, and of the operators, that runtimes since 2021 know (onnx.proto, IR version 8). */
const IR_VERSION = 8;
const OPERATOR_SET = 13;

const FLOAT = 1;
const INT64 = 7;

const ATTRIBUTE_FLOAT = 1;
const ATTRIBUTE_INT = 2;
const ATTRIBUTE_INTS = 7;

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

const bytesOf = (values: Float32Array | BigInt64Array): Uint8Array =>
  new Uint8Array(values.buffer, values.byteOffset, values.byteLength);

const encodeValueInfo = ({ name, channels, height, width }: Blob): Uint8Array => {
  const sizes = [1, channels, height, width].map((size): Field => [1, encodeMessage([[1, size]])]);
  const tensor = encodeMessage([
    [1, FLOAT],
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

/** Collects nodes and constants of a graph. */
class GraphWriter {
  readonly nodes: Uint8Array[] = [];
  readonly constants: Uint8Array[] = [];

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

  constant(name: string, dims: number[], values: Float32Array | BigInt64Array): string {
    const kind = values instanceof Float32Array ? FLOAT : INT64;
    this.constants.push(
      encodeMessage([...dims.map((size): Field => [1, size]), [2, kind], [8, name], [9, bytesOf(values)]]),
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
    const inputs = [input.name, this.constant(`${name}/filters`, dims, values)];
    if (bias) inputs.push(this.constant(`${name}/bias`, [bias.length], bias));
    const convolved = activation ? `${name}/sums` : name;
    this.node('Conv', inputs, convolved, {
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
        this.activation(layer.activation, layer.input.name, name);
        return;
      case 'maximum':
      case 'average':
        this.node(layer.kind === 'maximum' ? 'MaxPool' : 'AveragePool', [layer.input.name], name, {
          kernel_shape: [layer.side, layer.side],
          strides: [layer.stride, layer.stride],
          pads: padsOf(layer.padding),
        });
        return;
      case 'extension': {
        const pads = BigInt64Array.from([0, 0, 0, 0, 0, layer.channels, layer.below, layer.right], BigInt);
        this.node('Pad', [layer.input.name, this.constant(`${name}/pads`, [8], pads)], name);
        return;
      }
      case 'sum':
        this.node('Add', [layer.inputs[0].name, layer.inputs[1].name], name);
        return;
      case 'mean':
        this.node('GlobalAveragePool', [layer.input.name], name);
        return;
      case 'sigmoid':
        this.node('Sigmoid', [layer.input.name], name);
        return;
    }
  }
}

/** The net as a file of the Open Neural Network Exchange; the same net gives the same bytes. */
export function encodeOnnx({ name, input, layers, outputs }: Net): Uint8Array {
  const writer = new GraphWriter();
  for (const layer of layers) writer.layer(layer);
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
