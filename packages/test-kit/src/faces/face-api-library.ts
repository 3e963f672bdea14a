import { readFile } from 'node:fs/promises';
import { createRequire, registerHooks } from 'node:module';
import { dirname, join } from 'node:path';

/** A place in a picture, in pixels. */
export type Point = { x: number; y: number };

type LibraryBox = { x: number; y: number; width: number; height: number };

/** The 68 landmarks as face-api has them. */
export type LibraryLandmarks = {
  positions: Point[];
  shiftBy(x: number, y: number): LibraryLandmarks;
  align(box: null, options: { useDlibAlignment: true }): LibraryBox;
};
/** A face as face-api finds it. */
export type LibraryDetection = { score: number; box: LibraryBox };
type LibraryFace = { detection: LibraryDetection; landmarks: LibraryLandmarks; descriptor: Float32Array };
type Detecting = PromiseLike<LibraryDetection[]> & {
  withFaceLandmarks(): { withFaceDescriptors(): Promise<LibraryFace[]> };
};
type Tensor = { shape: number[]; dispose(): void };
type Net = { loadFromWeightMap(weights: object): void };
type FaceApi = {
  version: string;
  nets: Record<'tinyFaceDetector' | 'faceLandmark68Net' | 'faceRecognitionNet', Net>;
  Rect: new (x: number, y: number, width: number, height: number) => LibraryBox;
  TinyFaceDetectorOptions: new (options: { inputSize: number; scoreThreshold: number }) => object;
  detectAllFaces(input: Tensor, options: object): Detecting;
  extractFaceTensors(input: Tensor, boxes: LibraryBox[]): Promise<Tensor[]>;
  detectFaceLandmarks(input: Tensor): Promise<LibraryLandmarks>;
  computeFaceDescriptor(input: Tensor): Promise<Float32Array>;
};
type TensorFlow = {
  Tensor: { prototype: object };
  env(): { set(flag: string, value: boolean): void };
  setBackend(name: string): Promise<boolean>;
  ready(): Promise<void>;
  tensor3d(data: Uint8Array, shape: [number, number, number], type: 'int32'): Tensor;
  memory(): { numTensors: number };
  io: { decodeWeights(data: ArrayBuffer, specs: object[]): object };
};
type WasmBackend = { setWasmPaths(directory: string): void; setThreadsCount(count: number): void };

const require = createRequire(import.meta.url);

/** The library instances of this thread, with models loaded and the WASM backend ready. */
export type FaceLibrary = { faceApi: FaceApi; tensorFlow: TensorFlow };

const MODELS: readonly [net: keyof FaceApi['nets'], file: string][] = [
  ['tinyFaceDetector', 'tiny_face_detector_model'],
  ['faceLandmark68Net', 'face_landmark_68_model'],
  ['faceRecognitionNet', 'face_recognition_model'],
];

type ManifestGroup = { paths: string[]; weights: object[] };

/** Reads weights from disk as bytes: the library's own loader fetches, and refuses file addresses. */
async function loadModel(
  library: FaceLibrary,
  directory: string,
  net: keyof FaceApi['nets'],
  file: string,
): Promise<void> {
  const manifest: ManifestGroup[] = JSON.parse(
    await readFile(join(directory, `${file}-weights_manifest.json`), 'utf8'),
  );
  const shards = await Promise.all(
    manifest.flatMap((group) => group.paths).map((path) => readFile(join(directory, path))),
  );
  const bytes = new Uint8Array(Buffer.concat(shards));
  const weights = library.tensorFlow.io.decodeWeights(
    bytes.buffer,
    manifest.flatMap((group) => group.weights),
  );
  library.faceApi.nets[net].loadFromWeightMap(weights);
}

/** face-api asks for the whole of TensorFlow.js; its core is all that is used, and each thread is spared the rest. */
const useCoreAlone = (): void => {
  registerHooks({
    resolve: (specifier, context, next) =>
      next(specifier === '@tensorflow/tfjs' ? '@tensorflow/tfjs-core' : specifier, context),
  });
};

type Operation = (...values: unknown[]) => unknown;

/** Methods of tensors that only rename an operation. */
const RENAMED: Readonly<Record<string, (core: Record<string, Operation>) => Operation>> = {
  as1D: (core) => (tensor) => core['reshape']?.(tensor, [-1]),
  as2D:
    (core) =>
    (tensor, ...shape) =>
      core['reshape']?.(tensor, shape),
  as3D:
    (core) =>
    (tensor, ...shape) =>
      core['reshape']?.(tensor, shape),
  as4D:
    (core) =>
    (tensor, ...shape) =>
      core['reshape']?.(tensor, shape),
  toInt: (core) => (tensor) => core['cast']?.(tensor, 'int32'),
};

/** The core leaves out that operations are also methods of tensors (`a.add(b)`), which face-api relies on. */
function addOperationsAsMethods(core: Record<string, Operation>, prototype: object): void {
  const operations = Object.entries(core).filter(
    ([name, value]) => typeof value === 'function' && /^[a-z]/.test(name),
  );
  const renamed = Object.entries(RENAMED).map(([name, make]) => [name, make(core)] as const);
  for (const [name, operation] of [...operations, ...renamed]) {
    if (name in prototype) continue;
    Object.defineProperty(prototype, name, {
      value(this: unknown, ...values: unknown[]) {
        return operation(this, ...values);
      },
    });
  }
}

/** Loads library and models in this thread, from the installed packages alone. */
export async function loadFaceLibrary(): Promise<FaceLibrary> {
  useCoreAlone();
  const tensorFlow: TensorFlow = require('@tensorflow/tfjs-core');
  addOperationsAsMethods(require('@tensorflow/tfjs-core'), tensorFlow.Tensor.prototype);
  const wasm: WasmBackend = require('@tensorflow/tfjs-backend-wasm');
  wasm.setWasmPaths(`${dirname(require.resolve('@tensorflow/tfjs-backend-wasm/package.json'))}/dist/`);
  // The threaded build reserves shared memory and starts threads of its own; ours are the workers.
  tensorFlow.env().set('WASM_HAS_MULTITHREAD_SUPPORT', false);
  await tensorFlow.setBackend('wasm');
  await tensorFlow.ready();
  const faceApi: FaceApi = require('@vladmandic/face-api/dist/face-api.node-wasm.js');
  const library = { faceApi, tensorFlow };
  const models = join(dirname(require.resolve('@vladmandic/face-api/package.json')), 'model');
  for (const [net, file] of MODELS) await loadModel(library, models, net, file);
  return library;
}
