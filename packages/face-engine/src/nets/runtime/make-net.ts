import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { descriptorNet, detectorNet, landmarkNet, readFaceApiWeights } from '../face-api-nets.ts';
import { faceMeshNet } from '../face-mesh-net.ts';
import type { NetName } from '../nets.ts';
import type { Net } from './net.ts';

const require = createRequire(import.meta.url);

/** A file of an installed package, also of one that does not list it among what it exports. */
function fileOf(packageName: string, path: string): string {
  const root = dirname(require.resolve(packageName));
  return join(root.slice(0, root.lastIndexOf(packageName) + packageName.length), path);
}

const faceApiWeights = (model: string) =>
  readFaceApiWeights(fileOf('@vladmandic/face-api', `model/${model}_model-weights_manifest.json`));

/** Where the model of the face mesh lies among the assets that one file of the pinned package holds. */
const MESH_MODEL = { start: 2_495_952, end: 3_737_848 };

async function readMeshModel(): Promise<Uint8Array> {
  const assets = await readFile(fileOf('@mediapipe/face_mesh', 'face_mesh_solution_packed_assets.data'));
  return assets.subarray(MESH_MODEL.start, MESH_MODEL.end);
}

const makeDescriptorNet = async (): Promise<Net> => descriptorNet(await faceApiWeights('face_recognition'));

/** How each net is made from the weights in the installed packages: face-api (MIT), and MediaPipe's face mesh (Apache-2.0). */
const MAKERS: Readonly<Record<NetName, () => Promise<Net>>> = {
  'detector-224': async () => detectorNet(await faceApiWeights('tiny_face_detector'), 224),
  'detector-416': async () => detectorNet(await faceApiWeights('tiny_face_detector'), 416),
  landmarks: async () => landmarkNet(await faceApiWeights('face_landmark_68')),
  descriptor: makeDescriptorNet,
  'descriptor-int8': makeDescriptorNet,
  mesh: async () => faceMeshNet(await readMeshModel()),
};

/** Makes a net from the weights in the installed packages. */
export const makeNet = (name: NetName): Promise<Net> => MAKERS[name]();
