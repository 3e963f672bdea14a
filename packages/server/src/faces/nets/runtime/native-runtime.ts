import { InferenceSession, Tensor } from 'onnxruntime-node';
import type { NetName, Runtime } from '../nets.ts';

/** Two threads in a session spend twice the processor time, and wait for each other while they do. */
const OPTIONS: InferenceSession.SessionOptions = {
  executionProviders: ['cpu'],
  intraOpNumThreads: 1,
  interOpNumThreads: 1,
  executionMode: 'sequential',
  graphOptimizationLevel: 'all',
  logSeverityLevel: 3,
};

type Loaded = { session: InferenceSession; dims: readonly number[] };

/** The larger detector is seldom needed and takes 20 MB for what lies between its layers: it gives them back after each run. */
const hasArena = (name: NetName): boolean => name !== 'detector-416';

async function load(name: NetName, onnx: Uint8Array): Promise<Loaded> {
  const session = await InferenceSession.create(onnx, { ...OPTIONS, enableCpuMemArena: hasArena(name) });
  const [input] = session.inputMetadata;
  if (!input?.isTensor) throw new Error('a net takes a picture');
  return { session, dims: input.shape.map(Number) };
}

/** ONNX Runtime on the processor, one thread. Runs are synchronous, and ending a thread in one ends the process: only for a process of its own. */
export async function openNativeRuntime(
  names: readonly NetName[],
  read: (name: NetName) => Promise<Uint8Array>,
): Promise<Runtime> {
  const loaded = new Map<NetName, Loaded>();
  for (const name of names) loaded.set(name, await load(name, await read(name)));
  return {
    name: 'native',
    run: async (name, planes) => {
      const net = loaded.get(name);
      const inputName = net?.session.inputNames[0];
      if (!net || inputName === undefined) throw new Error(`the net ${name} is not loaded`);
      const outputs = await net.session.run({ [inputName]: new Tensor('float32', planes, net.dims) });
      return net.session.outputNames.map((output) => outputs[output]?.data as Float32Array);
    },
  };
}
