import { readFile } from 'node:fs/promises';
import { type Activation, type Blob, type Net, NetBuilder } from './runtime/net.ts';
import { type ManifestGroup, readWeights, type WeightMap } from './runtime/read-weights.ts';

/** Side of the picture that the face mesh takes. */
export const MESH_SIDE = 192;

type Attribute = { s?: string; list?: { i?: string[]; s?: string[] } };
type GraphNode = { name: string; op: string; input?: string[]; attr?: Record<string, Attribute> };
type GraphModel = { modelTopology: { node: GraphNode[] }; weightsManifest: ManifestGroup[] };

/** Outputs of the graph: 1404 numbers of the mesh, and how sure it is that this is a face; a third one, of contours, is left out with all that leads to it. */
const OUTPUTS = ['Identity_2', 'Identity_1'] as const;

const decodeText = (text: string | undefined): string => Buffer.from(text ?? '', 'base64').toString();

const strideOf = ({ attr }: GraphNode): number => Number(attr?.['strides']?.list?.i?.[1] ?? 1);

const edgeOf = ({ attr }: GraphNode): 'same' | 'valid' =>
  decodeText(attr?.['padding']?.s) === 'SAME' ? 'same' : 'valid';

const prelu = (weights: WeightMap, name: string): Activation => ({
  kind: 'prelu',
  slopes: weights(name).values,
});

/** Follows a graph from its outputs back and puts each node down once. */
class GraphReader {
  readonly #nodes: Map<string, GraphNode>;
  readonly #weights: WeightMap;
  readonly #builder: NetBuilder;
  readonly #done = new Map<string, Blob>();

  constructor(nodes: GraphNode[], weights: WeightMap, builder: NetBuilder) {
    this.#nodes = new Map(nodes.map((node) => [node.name, node]));
    this.#weights = weights;
    this.#builder = builder;
  }

  read(name: string): Blob {
    const known = this.#done.get(name);
    if (known) return known;
    const node = this.#nodes.get(name);
    if (!node) throw new Error(`the graph has no node ${name}`);
    const blob = this.#put(node);
    this.#done.set(name, blob);
    return blob;
  }

  #put(node: GraphNode): Blob {
    const [builder, weights] = [this.#builder, this.#weights];
    const [input = '', second = '', third = '', fourth] = node.input ?? [];
    const sliding = { stride: strideOf(node), edge: edgeOf(node) };
    switch (node.op) {
      case 'Placeholder':
        return builder.input;
      case 'Identity':
      case 'Reshape':
        // Both outputs are one cell already.
        return this.read(input);
      case '_FusedConv2D':
        return builder.convolve(this.read(input), weights(second), weights(third), {
          ...sliding,
          ...(fourth === undefined ? {} : { activation: prelu(weights, fourth) }),
        });
      case 'DepthwiseConv2dNative':
        return builder.convolve(this.read(input), weights(second), undefined, {
          ...sliding,
          isDepthwise: true,
        });
      case 'MaxPool':
        return builder.pool('maximum', this.read(input), 2, sliding);
      case 'AddV2':
        return builder.sum(this.read(input), this.read(second));
      case 'Prelu':
        return builder.activate(this.read(input), prelu(weights, second));
      case 'Pad':
        return builder.extend(this.read(input), { channels: weights(second).values[7] ?? 0 });
      case 'Sigmoid':
        return builder.sigmoid(this.read(input));
      default:
        throw new Error(`the graph has an unknown operation ${node.op}`);
    }
  }
}

/** MediaPipe's face mesh (Apache-2.0), from a graph model of TensorFlow.js: 468 points in pixels of its input, and a score. */
export async function readFaceMeshNet(graphPath: string): Promise<Net> {
  const graph: GraphModel = JSON.parse(await readFile(graphPath, 'utf8'));
  const weights = await readWeights(graphPath, graph.weightsManifest);
  const builder = new NetBuilder('mesh', MESH_SIDE);
  const reader = new GraphReader(graph.modelTopology.node, weights, builder);
  return builder.build(OUTPUTS.map((name) => reader.read(name)));
}
