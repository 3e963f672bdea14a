import { FRAME_LIMITS } from '@titular/face-engine/image/decode-image.ts';
import { measureFrame } from '@titular/face-engine/measure/measure-frame.ts';
import type { PoseRanges } from '@titular/face-engine/measure/pose-ranges.ts';
import { openNets } from '@titular/face-engine/nets/open-nets.ts';

/** Measures a frame, or tells an engine what is wanted of it and what was wanted before. */
export type Measure = (image: Uint8Array, required?: PoseRanges, lastPose?: PoseRanges) => Promise<unknown>;

/** Processor time a frame in milliseconds: a plain call, all checks on every frame, and those of an attempt. */
export type CpuResult = { plain: number; full: number; onDemand: number; rounds: number };

/** Frames of which one shows what is asked: a page sends about six a second, and a movement takes about one. */
const FRAMES_PER_KEPT = 6;

/** What no face shows. */
const NOTHING: PoseRanges = { size: { least: 2 } };

/** Frames after that one in which a head still stands as it stood in it, before it moves on. */
const FRAMES_STILL = 2;

/** What is wanted of the frame with this number, and what was wanted before it: one in six shows the one, whatever it shows, and two the other. */
export function requiredOf(index: number): [required: PoseRanges, lastPose: PoseRanges] {
  const at = index % FRAMES_PER_KEPT;
  return [at === 0 ? {} : NOTHING, at <= FRAMES_STILL ? {} : NOTHING];
}

/** The value in the middle. */
export const medianOf = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;

async function cpuMsAFrame(frames: readonly Buffer[], measure: Measure, seconds: number): Promise<number> {
  const endMs = performance.now() + seconds * 1000;
  const before = process.cpuUsage();
  let count = 0;
  do {
    for (const frame of frames) await measure(frame, ...requiredOf(count++));
  } while (performance.now() < endMs);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000 / count;
}

const ROUNDS = 5;

/** Measures in this process, one frame at a time, in turn with the plain call, so that whatever else runs slows down all alike; medians of the rounds. */
export async function measureCpu(
  frames: readonly Buffer[],
  plain: Measure,
  seconds: number,
): Promise<CpuResult> {
  const nets = await openNets();
  const variants: Readonly<Record<'plain' | 'full' | 'onDemand', Measure>> = {
    plain,
    full: (image) => measureFrame(nets, image, FRAME_LIMITS),
    onDemand: (image, ...asked) => measureFrame(nets, image, FRAME_LIMITS, ...asked),
  };
  const measured = { plain: [] as number[], full: [] as number[], onDemand: [] as number[] };
  for (const measure of Object.values(variants)) await cpuMsAFrame(frames, measure, 0);
  for (let round = 0; round < ROUNDS; round += 1)
    for (const name of ['plain', 'full', 'onDemand'] as const)
      measured[name].push(await cpuMsAFrame(frames, variants[name], seconds / ROUNDS));
  return {
    plain: medianOf(measured.plain),
    full: medianOf(measured.full),
    onDemand: medianOf(measured.onDemand),
    rounds: ROUNDS,
  };
}
