import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import {
  loadFaceApi,
  type TensorFlow as Operations,
  type Tensor,
} from '@titular/face-engine/nets/runtime/tensorflow.ts';

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
type Net = { loadFromWeightMap(weights: object): void };
type FaceApi = {
  env: { setEnv(classes: object): void };
  version: string;
  nets: Record<'tinyFaceDetector' | 'faceLandmark68Net' | 'faceRecognitionNet', Net>;
  Rect: new (x: number, y: number, width: number, height: number) => LibraryBox;
  TinyFaceDetectorOptions: new (options: { inputSize: number; scoreThreshold: number }) => object;
  detectAllFaces(input: Tensor, options: object): Detecting;
  extractFaceTensors(input: Tensor, boxes: LibraryBox[]): Promise<Tensor[]>;
  detectFaceLandmarks(input: Tensor): Promise<LibraryLandmarks>;
  computeFaceDescriptor(input: Tensor): Promise<Float32Array>;
};
type TensorFlow = Operations & { io: { decodeWeights(data: ArrayBuffer, specs: object[]): object } };

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

/** Loads library and models in this thread, from the installed packages alone. */
export async function loadFaceLibrary(): Promise<FaceLibrary> {
  const bundle: object = await loadFaceApi();
  const faceApi = bundle as FaceApi & { tf: TensorFlow };
  // What a page would have: the library asks whether it was given one of them, and is given tensors.
  class Element {}
  faceApi.env.setEnv({ Canvas: Element, Image: Element, ImageData: Element, Video: Element });
  const library = { faceApi, tensorFlow: faceApi.tf };
  const models = join(dirname(require.resolve('@vladmandic/face-api/package.json')), 'model');
  for (const [net, file] of MODELS) await loadModel(library, models, net, file);
  return library;
}
