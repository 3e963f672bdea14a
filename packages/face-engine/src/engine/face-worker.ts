import { openSharp } from '../image/open-sharp.ts';
import { findFaces } from '../measure/find-faces.ts';
import { measureFrame } from '../measure/measure-frame.ts';
import { openNets } from '../nets/open-nets.ts';
import { measureRelief } from '../solidity/relief.ts';
import { lowerPriority } from './lower-priority.ts';
import type { WorkerJob, WorkerMessage, WorkerResults, WorkerSettings } from './messages.ts';

// Whoever stops the service may signal all of its processes: it waits for what is being measured, and then lets this one go.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined);
process.on('disconnect', () => process.exit());
if (!process.connected) process.exit();

const settings: WorkerSettings = JSON.parse(process.argv[2] ?? '');
// Before it is ready: nobody's first selfie waits for the decoder, and an engine without one does not start.
await openSharp();
const nets = await openNets({
  names: settings.nets,
  runtime: settings.runtime,
  directory: settings.directory,
});
// The files of the nets lie in memory until they are collected, and nothing that is made later would press for it.
globalThis.gc?.();
// Only now: a process that replaces another is waited for.
lowerPriority();

const tell = (message: WorkerMessage): void => {
  process.send?.(message);
};

async function work(job: WorkerJob): Promise<WorkerResults[WorkerJob['kind']]> {
  if (job.kind === 'frame') return measureFrame(nets, job.image, settings.limits, job.required, job.lastPose);
  if (job.kind === 'faces') return findFaces(nets, job.image, settings.limits);
  if (job.kind === 'relief') return measureRelief(job.front, job.moved, job.axis);
  const landmarks = await nets.landmarks(job.picture, job.box);
  return landmarks && nets.mesh(job.picture, landmarks.points);
}

process.on('message', (job: WorkerJob) => {
  tell({ kind: 'begun' });
  work(job).then(
    (result) => tell({ kind: 'done', result }),
    (error: unknown) => tell({ kind: 'broken', message: String(error) }),
  );
});
tell({ kind: 'ready', runtime: nets.runtime, problem: nets.problem });
