/// <reference path="./onnxruntime-node.d.ts" />
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

/** The larger detector is seldom needed and takes 20 MB for what lies between its layers: it gives them back after each run. */
const hasArena = (name: NetName): boolean => name !== 'detector-416';

const load = (name: NetName, onnx: Uint8Array): Promise<InferenceSession> =>
  InferenceSession.create(onnx, { ...OPTIONS, enableCpuMemArena: hasArena(name) });

/** Three planes of a square, as every net takes them. */
const pictureOf = (planes: Float32Array): Tensor => {
  const side = Math.sqrt(planes.length / 3);
  return new Tensor('float32', planes, [1, 3, side, side]);
};

/** ONNX Runtime on the processor, one thread. Runs are synchronous, and ending a thread in one ends the process: only for a process of its own. */
export async function openNativeRuntime(
  names: readonly NetName[],
  read: (name: NetName) => Promise<Uint8Array>,
): Promise<Runtime> {
  const sessions = new Map<NetName, InferenceSession>();
  for (const name of names) sessions.set(name, await load(name, await read(name)));
  return {
    name: 'native',
    run: async (name, planes) => {
      const session = sessions.get(name);
      const input = session?.inputNames[0];
      if (!session || input === undefined) throw new Error(`the net ${name} is not loaded`);
      const outputs = await session.run({ [input]: pictureOf(planes) });
      return session.outputNames.map((output) => outputs[output]?.data as Float32Array);
    },
  };
}
