import { FRAME_LIMITS, type ImageLimits } from '../image/decode-image.ts';
import type { FoundFaces } from '../measure/find-faces.ts';
import type { Detection } from '../nets/decode-boxes.ts';
import type { FaceMesh } from '../nets/face-mesh.ts';
import { EIGHT_BIT_NET, NET_NAMES, type NetName } from '../nets/nets.ts';
import type { RuntimeChoice } from '../nets/open-nets.ts';
import type { Picture } from '../nets/resample.ts';
import type { EngineLog } from './engine-log.ts';
import { type DescriptorPrecision, ENGINE_VERSION, ENGINE_VERSIONS } from './engine-version.ts';
import type { FaceEngine } from './face-engine.ts';
import type { FrameOwner } from './fair-queue.ts';
import { WorkerPool } from './worker-pool.ts';

/** Where nets are kept as files, what executes them, and what is told of it. */
export type NetsLocation = {
  directory?: string | undefined;
  runtime?: RuntimeChoice | undefined;
  log?: Pick<EngineLog, 'info' | 'warn'> | undefined;
};

/** How many processes measure and when one counts as gone, how many pictures may wait and how long, how descriptors are computed, and the limits of one picture. */
export type EngineOptions = {
  threads: number;
  queueLimit?: number;
  waitLimitMs?: number;
  jobTimeoutMs?: number;
  replaceLimitMs?: number;
  precision?: DescriptorPrecision;
} & NetsLocation &
  Partial<ImageLimits>;

/** For a service: under more load than there are processes for, whoever is let in has an answer within about a second. */
export const FRAME_WAIT_LIMIT_MS = 800;

/** The nets that an engine of a precision needs. */
const netsFor = (precision: DescriptorPrecision): NetName[] =>
  NET_NAMES.map((name) => (name === 'descriptor' && precision === 'int8' ? EIGHT_BIT_NET : name));

/** Starts the processes of an engine; one that cannot load its nets fails the start. */
function startPool(options: EngineOptions, names: readonly NetName[]): Promise<WorkerPool> {
  const { threads, queueLimit, waitLimitMs, jobTimeoutMs, replaceLimitMs, ...others } = options;
  const { precision: _precision, ...rest } = others;
  const { directory, runtime, log, ...limits } = rest;
  return WorkerPool.start({
    processes: threads,
    settings: {
      limits: { ...FRAME_LIMITS, ...limits },
      nets: names,
      runtime: runtime ?? 'auto',
      directory,
    },
    queueLimit,
    waitLimitMs,
    jobTimeoutMs,
    replaceLimitMs,
    log,
  });
}

/** Starts the engine and resolves when every process has its nets and gave the known answers; a process that cannot load them fails the start. */
export async function startFaceEngine(options: EngineOptions): Promise<FaceEngine> {
  const { precision = 'float32' } = options;
  const pool = await startPool(options, netsFor(precision));
  return {
    version: ENGINE_VERSIONS[precision],
    analyse: (image, required, owner, lastPose) =>
      pool.run({ kind: 'frame', image, required, lastPose }, owner),
    measureRelief: (front, moved, axis, owner) => pool.run({ kind: 'relief', front, moved, axis }, owner),
    problem: () => pool.problem(),
    close: () => pool.close(),
  };
}

/** Finds faces for another process; throws as an engine's `analyse` does. */
export type FaceFinder = Pick<FaceEngine, 'version' | 'problem' | 'close'> & {
  find(image: Uint8Array): Promise<FoundFaces>;
};

/** Whoever asks over HTTP waits no longer for a picture. */
const ASKED_LIMIT_MS = 5_000;

/** Starts processes with the nets of the engine inside but that of meshes, which whoever asks makes itself. */
export async function startFaceFinder(options: Omit<EngineOptions, 'precision'>): Promise<FaceFinder> {
  const pool = await startPool(
    { jobTimeoutMs: ASKED_LIMIT_MS, ...options },
    NET_NAMES.filter((name) => name !== 'mesh'),
  );
  return {
    version: ENGINE_VERSION,
    find: (image) => pool.run({ kind: 'faces', image }),
    problem: () => pool.problem(),
    close: () => pool.close(),
  };
}

/** Measures the mesh of faces that another engine found, and the relief between them. */
export type MeshReader = Pick<FaceEngine, 'measureRelief'> & {
  /** The mesh of the face in a box as face-api's detector draws it; undefined where less than a pixel of that lies in the picture. */
  read(picture: Picture, box: Detection['box'], owner?: FrameOwner): Promise<FaceMesh | undefined>;
  close(): Promise<void>;
};

/** Starts one process with no nets but those of landmarks and mesh; both take some 5 ms a face. */
export async function startMeshReader(place: NetsLocation): Promise<MeshReader> {
  const { directory, runtime = 'auto', log } = place;
  const nets = ['landmarks', 'mesh'] as const;
  const pool = await WorkerPool.start({
    processes: 1,
    settings: { limits: FRAME_LIMITS, nets, runtime, directory },
    // As many as are sent to the other engine at once.
    queueLimit: Number.POSITIVE_INFINITY,
    log,
  });
  return {
    read: ({ width, height, pixels }, box, owner) =>
      pool.run({ kind: 'mesh', picture: { width, height, pixels }, box }, owner),
    measureRelief: (front, moved, axis, owner) => pool.run({ kind: 'relief', front, moved, axis }, owner),
    close: () => pool.close(),
  };
}
