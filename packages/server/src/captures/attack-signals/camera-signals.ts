import type { CameraReport } from '@titular/contract';
import type { AttackSignal } from '../../decision/index.ts';
import type { CameraCheck, CameraResult } from './camera-requests.ts';

/** Names that virtual cameras, fake devices of browsers and players of files give themselves; a path is a file that is played. */
const VIRTUAL_NAMES: readonly RegExp[] = [
  /\b(fake|virtual|dummy|simulated|emulated|loopback|injected)/i,
  /v4l2loopback|manycam|\bobs\b|obs-/i,
  /screen ?capture|capture ?screen/i,
  /\.(y4m|mjpe?g|mp4|webm|mkv|avi)\b/i,
  /^(\/|[a-z]:\\|file:)/i,
  // What a page draws and passes for a camera has the random name of its track.
  /^[A-Za-z0-9+/]{40,}={0,2}$/,
];

/** No camera gives pictures faster than this, in milliseconds between two. */
const MIN_INTERVAL_MS = 3;
const ENOUGH_INTERVALS = 5;

function median(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

/** The signs in what a page says of its camera, or says nothing of; a report without signs proves nothing, since a page can be rewritten. */
export function signalsOfCamera(report: CameraReport | undefined): AttackSignal[] {
  if (!report) return ['not_a_page'];
  const { label, answersConstraints, frameIntervalsMs } = report;
  const isNamed = VIRTUAL_NAMES.some((name) => name.test(label));
  const isTooFast = frameIntervalsMs.length >= ENOUGH_INTERVALS && median(frameIntervalsMs) < MIN_INTERVAL_MS;
  return [
    ...(isNamed || isTooFast ? (['virtual_camera'] as const) : []),
    ...(answersConstraints === false ? (['camera_ignores_settings'] as const) : []),
  ];
}

type Watched = { camera?: CameraCheck };

/** Whether a frame brought a camera request to this result; each counts once, with the frame that shows it. */
export const hasNewResult = (
  { attempt, observations }: { attempt: { observations: Watched }; observations: Watched },
  result: CameraResult,
): boolean =>
  (observations.camera?.results ?? [])
    .slice(attempt.observations.camera?.results.length ?? 0)
    .some((answered) => answered.result === result);
