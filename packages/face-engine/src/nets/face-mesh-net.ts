import { type Activation, type Blob, type Net, NetBuilder } from './runtime/net.ts';
import type { Weights } from './runtime/read-weights.ts';
import { type Graph, type Operation, readGraph } from './runtime/tensorflow-lite.ts';

/** Side of the picture that the face mesh takes. */
export const MESH_SIDE = 192;

/** Filters of TensorFlow Lite (outputs, height, width, inputs) as height, width, inputs, outputs. */
function outputsLast({ shape, values }: Weights): Weights {
  const [outputs = 0, height = 0, width = 0, inputs = 0] = shape;
  const cells = height * width * inputs;
  const turned = new Float32Array(values.length);
  for (let output = 0; output < outputs; output += 1)
    for (let cell = 0; cell < cells; cell += 1)
      turned[cell * outputs + output] = values[output * cells + cell] as number;
  return { shape: [height, width, inputs, outputs], values: turned };
}

/** Depthwise filters (1, height, width, channels) as height, width, channels, 1. */
const eachChannel = ({ shape: [, ...shape], values }: Weights): Weights => ({ shape: [...shape, 1], values });

const isZero = ({ values }: Weights): boolean => values.every((value) => value === 0);

/** Follows a graph from its outputs back and puts each operation down once. */
class GraphReader {
  readonly #graph: Graph;
  readonly #builder: NetBuilder;
  readonly #done = new Map<number, Blob>();

  constructor(graph: Graph, builder: NetBuilder) {
    this.#graph = graph;
    this.#builder = builder;
  }

  read(tensor: number): Blob {
    const operation = this.#graph.writerOf(tensor);
    if (!operation) return this.#builder.input;
    const blob = this.#done.get(tensor) ?? this.#put(operation);
    this.#done.set(tensor, blob);
    return blob;
  }

  #put(operation: Operation): Blob {
    const [builder, weights] = [this.#builder, this.#graph.weights];
    const [input = -1, second = -1] = operation.inputs;
    switch (operation.operator) {
      case 'convolution':
      case 'depthwise-convolution':
        return this.#convolve(operation);
      case 'prelu': {
        const activation: Activation = { kind: 'prelu', slopes: weights(second).values };
        const before = this.#graph.writerOf(input);
        if (before?.operator === 'convolution') return this.#convolve(before, activation);
        return builder.activate(this.read(input), activation);
      }
      case 'maximum':
        return builder.pool('maximum', this.read(input), 2, operation.sliding);
      case 'add':
        return builder.sum(this.read(input), this.read(second));
      case 'padding':
        return builder.extend(this.read(input), { channels: weights(second).values[7] ?? 0 });
      case 'widening':
        throw new Error('half precision is for weights');
    }
  }

  #convolve({ operator, inputs, sliding }: Operation, activation?: Activation): Blob {
    const [input = -1, filters = -1, bias = -1] = inputs;
    const weights = this.#graph.weights;
    const isDepthwise = operator === 'depthwise-convolution';
    const turned = isDepthwise ? eachChannel(weights(filters)) : outputsLast(weights(filters));
    const added = weights(bias);
    return this.#builder.convolve(this.read(input), turned, isZero(added) ? undefined : added, {
      ...sliding,
      isDepthwise,
      ...(activation ? { activation } : {}),
    });
  }
}

/** MediaPipe's face mesh (Apache-2.0), from its model of TensorFlow Lite: 468 points in pixels of its input, and a score. */
export function faceMeshNet(model: Uint8Array): Net {
  const graph = readGraph(model);
  const [points = -1, score = -1] = graph.outputs;
  const builder = new NetBuilder('mesh', MESH_SIDE);
  const reader = new GraphReader(graph, builder);
  const mesh = reader.read(points);
  return builder.build([mesh, builder.sigmoid(reader.read(score))]);
}
