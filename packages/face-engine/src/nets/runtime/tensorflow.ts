import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { compileFunction } from 'node:vm';

const require = createRequire(import.meta.url);

/** A tensor, as far as nets use one. */
export type Tensor = { data(): Promise<Float32Array>; dispose(): void };

type Pads = readonly (readonly [number, number])[];
type Window = [input: Tensor, side: number, stride: number, padding: Pads];

/** A convolution with what follows it. */
type Convolution = {
  x: Tensor;
  filter: Tensor;
  strides: number;
  pad: Pads;
  bias: Tensor;
  activation: 'linear' | 'relu' | 'leakyrelu' | 'prelu';
  preluActivationWeights?: Tensor;
  leakyreluAlpha?: number;
};

/** TensorFlow.js, as far as nets use it. */
export type TensorFlow = {
  env(): { set(flag: string, value: boolean): void };
  setWasmPaths(directory: string): void;
  setBackend(name: string): Promise<boolean>;
  ready(): Promise<void>;
  tidy<T>(run: () => T): T;
  dispose(tensors: Tensor[]): void;
  tensor1d(values: Float32Array): Tensor;
  tensor2d(values: Float32Array, shape: number[]): Tensor;
  tensor3d(values: Float32Array | Uint8Array, shape: number[], type?: 'int32'): Tensor;
  tensor4d(values: Float32Array, shape: number[]): Tensor;
  maxPool(...window: Window): Tensor;
  avgPool(...window: Window): Tensor;
  add(one: Tensor, other: Tensor): Tensor;
  prelu(input: Tensor, slopes: Tensor): Tensor;
  relu(input: Tensor): Tensor;
  leakyRelu(input: Tensor, slope: number): Tensor;
  pad(input: Tensor, paddings: Pads): Tensor;
  mean(input: Tensor, axes: number[], keepDimensions: boolean): Tensor;
  matMul(one: Tensor, other: Tensor): Tensor;
  reshape(input: Tensor, shape: number[]): Tensor;
  transpose(input: Tensor, order: number[]): Tensor;
  sigmoid(input: Tensor): Tensor;
  fused: { conv2d(given: Convolution): Tensor; depthwiseConv2d(given: Convolution): Tensor };
};

/** face-api as its bundle for browsers has it, with TensorFlow.js inside. */
export type FaceApiBundle = { tf: TensorFlow };

/** Answers the one request that the bundle makes: for the file of WebAssembly. */
const readWasm = async (path: string): Promise<Response> =>
  new Response(await readFile(path), { headers: { 'content-type': 'application/wasm' } });

/** Stands for the worker of a browser, which the bundle is made for. */
class WorkerGlobalScope {}

async function runBundle(): Promise<FaceApiBundle> {
  const path = require.resolve('@vladmandic/face-api/dist/face-api.js');
  const names = ['process', 'WorkerGlobalScope', 'fetch'];
  const run = compileFunction(`${await readFile(path, 'utf8')}\nreturn faceapi;`, names, { filename: path });
  return run(undefined, WorkerGlobalScope, readWasm);
}

/** Loads face-api's bundle and makes its TensorFlow.js run on WebAssembly, one thread: the threaded build starts threads of its own. */
export async function loadFaceApi(): Promise<FaceApiBundle> {
  const faceApi = await runBundle();
  const { tf } = faceApi;
  tf.setWasmPaths(`${dirname(require.resolve('@tensorflow/tfjs-backend-wasm/package.json'))}/dist/`);
  tf.env().set('WASM_HAS_MULTITHREAD_SUPPORT', false);
  if (!(await tf.setBackend('wasm'))) throw new Error('TensorFlow.js does not run on WebAssembly here');
  await tf.ready();
  return faceApi;
}
