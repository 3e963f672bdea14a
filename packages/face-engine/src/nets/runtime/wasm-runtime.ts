import type { NetName, Runtime } from '../nets.ts';
import type { Activation, Layer, Net, Padding } from './net.ts';
import { loadFaceApi, type Tensor, type TensorFlow } from './tensorflow.ts';

type Fused = {
  activation: 'linear' | 'relu' | 'leakyrelu' | 'prelu';
  alpha?: number;
  slopes?: Tensor;
};

const explicit = ({ top, left, bottom, right }: Padding) =>
  [
    [0, 0],
    [top, bottom],
    [left, right],
    [0, 0],
  ] as const;

/** A layer whose weights are tensors already. */
type Step = { layer: Layer; run(inputs: Tensor[]): Tensor };

/** Makes layers into steps; weights become tensors once. */
class StepMaker {
  readonly #core: TensorFlow;

  constructor(core: TensorFlow) {
    this.#core = core;
  }

  make(layer: Layer): Step {
    return { layer, run: this.#runner(layer) };
  }

  #runner(layer: Layer): Step['run'] {
    const core = this.#core;
    switch (layer.kind) {
      case 'convolution':
        return this.#convolution(layer);
      case 'maximum':
      case 'average': {
        const pool = layer.kind === 'maximum' ? core.maxPool : core.avgPool;
        const padding = explicit(layer.padding);
        return ([input]) => pool(input as Tensor, layer.side, layer.stride, padding);
      }
      case 'sum':
        return ([one, other]) => core.add(one as Tensor, other as Tensor);
      case 'activation': {
        const { activation, slopes, alpha = 0 } = this.#fused(layer.activation);
        if (slopes) return ([input]) => core.prelu(input as Tensor, slopes);
        return ([input]) =>
          activation === 'relu' ? core.relu(input as Tensor) : core.leakyRelu(input as Tensor, alpha);
      }
      case 'extension':
        return ([input]) =>
          core.pad(input as Tensor, [
            [0, 0],
            [0, layer.below],
            [0, layer.right],
            [0, layer.channels],
          ]);
      case 'mean':
        return ([input]) => core.mean(input as Tensor, [1, 2], true);
      case 'dense': {
        const { weights, bias } = layer;
        const matrix = core.tensor2d(weights.values, weights.shape);
        const added = bias && core.tensor1d(bias);
        return ([input]) => {
          const row = core.matMul(core.reshape(input as Tensor, [1, -1]), matrix);
          return core.reshape(added ? core.add(row, added) : row, [1, 1, 1, -1]);
        };
      }
      case 'sigmoid':
        return ([input]) => core.sigmoid(input as Tensor);
    }
  }

  #fused(activation: Activation | undefined): Fused {
    if (!activation) return { activation: 'linear' };
    if (activation.kind === 'relu') return { activation: 'relu' };
    if (activation.kind === 'leaky') return { activation: 'leakyrelu', alpha: activation.slope };
    const { slopes } = activation;
    return { activation: 'prelu', slopes: this.#core.tensor3d(slopes, [1, 1, slopes.length]) };
  }

  #convolution(layer: Extract<Layer, { kind: 'convolution' }>): Step['run'] {
    const core = this.#core;
    const { filters, bias, isDepthwise, stride, activation } = layer;
    const { activation: name, alpha, slopes } = this.#fused(activation);
    const filter = core.tensor4d(filters.values, filters.shape);
    const added = core.tensor1d(bias ?? new Float32Array(layer.output.channels));
    const pad = explicit(layer.padding);
    const convolve = isDepthwise ? core.fused.depthwiseConv2d : core.fused.conv2d;
    return ([input]) =>
      convolve({
        x: input as Tensor,
        filter,
        strides: stride,
        pad,
        bias: added,
        activation: name,
        ...(slopes ? { preluActivationWeights: slopes } : {}),
        ...(alpha === undefined ? {} : { leakyreluAlpha: alpha }),
      });
  }
}

const inputsOf = (layer: Layer): readonly { name: string }[] =>
  layer.kind === 'sum' ? layer.inputs : [layer.input];

/** Blobs that no later layer reads, after each layer. */
function lastUses(steps: readonly Step[], outputs: readonly { name: string }[]): string[][] {
  const kept = new Set(outputs.map(({ name }) => name));
  const free: string[][] = steps.map(() => []);
  for (let index = steps.length - 1; index >= 0; index -= 1) {
    const step = steps[index];
    for (const { name } of step ? inputsOf(step.layer) : []) {
      if (kept.has(name)) continue;
      kept.add(name);
      free[index]?.push(name);
    }
  }
  return free;
}

type Loaded = { net: Net; steps: Step[]; free: string[][] };

function execute(core: TensorFlow, { net, steps, free }: Loaded, planes: Float32Array): Tensor[] {
  const { name, channels, height, width } = net.input;
  const blobs = new Map<string, Tensor>();
  const picture = core.tensor4d(planes, [1, channels, height, width]);
  blobs.set(name, core.transpose(picture, [0, 2, 3, 1]));
  picture.dispose();
  for (const [index, { layer, run }] of steps.entries()) {
    const inputs = inputsOf(layer).map((input) => blobs.get(input.name) as Tensor);
    blobs.set(
      layer.output.name,
      core.tidy(() => run(inputs)),
    );
    for (const unused of free[index] ?? []) {
      blobs.get(unused)?.dispose();
      blobs.delete(unused);
    }
  }
  return net.outputs.map((output) => core.transpose(blobs.get(output.name) as Tensor, [0, 3, 1, 2]));
}

/** TensorFlow.js on WebAssembly, one thread: for machines that the native runtime has no binary for. */
export async function openWasmRuntime(
  names: readonly NetName[],
  make: (name: NetName) => Promise<Net>,
): Promise<Runtime> {
  const { tf: core } = await loadFaceApi();
  const maker = new StepMaker(core);
  const loaded = new Map<NetName, Loaded>();
  for (const name of names) {
    const net = await make(name);
    const steps = net.layers.map((layer) => maker.make(layer));
    loaded.set(name, { net, steps, free: lastUses(steps, net.outputs) });
  }
  return {
    name: 'wasm',
    run: async (name, planes) => {
      const net = loaded.get(name);
      if (!net) throw new Error(`the net ${name} is not loaded`);
      const outputs = core.tidy(() => execute(core, net, planes));
      const values = await Promise.all(outputs.map((output) => output.data()));
      core.dispose(outputs);
      return values;
    },
  };
}
