import { parentPort, workerData } from 'node:worker_threads';
import sharp from 'sharp';
import type { ImageLimits } from './decode-image.ts';
import { libraryNets } from './detect-faces.ts';
import { loadFaceLibrary } from './face-api-library.ts';
import { MESH_POINTS } from './face-mesh.ts';
import { giveWay } from './give-way.ts';
import { measureFrame } from './measure-frame.ts';
import type { PoseRanges } from './pose-ranges.ts';
import { quickenConcat } from './quick-concat.ts';

/** The first measurement compiles the models' kernels; a plain picture is enough for the detectors. */
const WARM_UP_SIDE = 320;

giveWay();
const limits = workerData as ImageLimits;
const library = await loadFaceLibrary();
quickenConcat(library);
const noMesh = { points: new Float32Array(MESH_POINTS * 3), score: 0 };
const nets = { ...libraryNets(library), runtime: 'wasm' as const, mesh: async () => noMesh };
const blank = await sharp({
  create: { width: WARM_UP_SIDE, height: WARM_UP_SIDE, channels: 3, background: '#888' },
})
  .jpeg()
  .toBuffer();
await measureFrame(nets, blank, limits);

parentPort?.on('message', ({ image, wanted }: { image: Uint8Array; wanted?: PoseRanges }) => {
  measureFrame(nets, image, limits, wanted).then(
    (analysis) => parentPort?.postMessage({ kind: 'done', analysis }),
    (error: unknown) => parentPort?.postMessage({ kind: 'broken', message: String(error) }),
  );
});
parentPort?.postMessage({ kind: 'ready' });
