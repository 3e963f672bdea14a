import type { CameraAnswerOutcome, CameraRequest, CameraSettings } from '@titular/contract/page';

/** What a request needs of the running track. */
export interface RequestedTrack {
  getSettings(): CameraSettings;
  getConstraints(): MediaTrackConstraints;
  applyConstraints(constraints: MediaTrackConstraints): Promise<void>;
}

/** Clock, and what the page sees of the camera's pictures. */
export interface RequestPorts {
  nowMs(): number;
  wait(delayMs: number): Promise<void>;
  isStopped(): boolean;
  /** Longer side of the picture as it plays, in pixels; 0 where there is none. */
  pictureSide(): number;
  /** Moments so far at which the browser presented a picture, in milliseconds; undefined where it does not tell. */
  pictureTimesMs(): readonly number[] | undefined;
}

/** Follows the server's camera requests, one at a time. */
export interface CameraRequests {
  /** Takes what an answer asks for; without a request the camera is restored. */
  follow(request: CameraRequest | undefined): void;
  /** The header of a frame that is taken now; undefined while there is nothing to say. */
  answer(): string | undefined;
}

/** Longest time for the camera to take a setting, in milliseconds: a phone that opens its sensor anew takes about half of it. */
export const APPLY_MS = 1_500;
/** Longest time the camera stays with it, in milliseconds, whatever the server says. */
export const MAX_MS = 10_000;
/** Time for the settings to follow once the browser took the wish, in milliseconds. */
const settleMs = 400;
const pollIntervalMs = 50;
/** Newest pictures by which a rate is told. */
const ratedPictures = 8;
/** Part of a change from which on the settings have followed. */
const halfWay = 0.5;

type Constraints = Pick<MediaTrackConstraints, 'width' | 'height' | 'frameRate'> & { zoom?: number };

const longerOf = ({ width = 0, height = 0 }: CameraSettings): number => Math.max(width, height);

/** Decides the constraints of a request from the present settings; sides keep their proportions, so that the preview stays as it is. Undefined where the camera does not tell what it has. */
export function decideConstraints(
  { kind, value }: CameraRequest,
  now: CameraSettings,
): Constraints | undefined {
  if (kind === 'rate') return now.frameRate === undefined ? undefined : { frameRate: value };
  if (kind === 'zoom') return now.zoom ? { zoom: now.zoom * value } : undefined;
  const { width, height } = now;
  if (!width || !height) return undefined;
  const scale = value / Math.max(width, height);
  return { width: Math.round(width * scale), height: Math.round(height * scale) };
}

/** What settings say in the unit of a request: a zoom as part of the one before. */
function claimOf({ kind }: CameraRequest, before: CameraSettings, now: CameraSettings): number | undefined {
  if (kind === 'rate') return now.frameRate;
  if (kind === 'zoom') return now.zoom && before.zoom ? now.zoom / before.zoom : undefined;
  return longerOf(now) || undefined;
}

function hasFollowed(request: CameraRequest, before: CameraSettings, now: CameraSettings): boolean {
  const [from = 0, to] = [claimOf(request, before, before), claimOf(request, before, now)];
  const way = request.value - from;
  return to !== undefined && (to - from) * Math.sign(way) >= Math.abs(way) * halfWay;
}

/** Pictures a second by the moments at which they were presented since `fromMs`; undefined where they are too few. */
export function rateOf(timesMs: readonly number[], fromMs: number): number | undefined {
  const newest = timesMs.filter((time) => time >= fromMs).slice(-ratedPictures);
  const [first, last] = [newest[0], newest[newest.length - 1]];
  if (newest.length < ratedPictures || first === undefined || last === undefined || last <= first)
    return undefined;
  return (1_000 * (newest.length - 1)) / (last - first);
}

const value = (number: number | undefined): string =>
  number !== undefined && Number.isFinite(number) && number >= 0 && number < 1_000_000
    ? String(Math.round(number * 100) / 100)
    : '-';

interface Applied {
  outcome: CameraAnswerOutcome;
  delayMs: number;
  claimed: number | undefined;
}

async function apply(track: RequestedTrack, request: CameraRequest, ports: RequestPorts): Promise<Applied> {
  const { nowMs, wait, isStopped } = ports;
  const startedMs = nowMs();
  const before = track.getSettings();
  const end = (outcome: CameraAnswerOutcome): Applied => ({
    outcome,
    delayMs: Math.min(999_999, Math.max(0, Math.round(nowMs() - startedMs))),
    claimed: claimOf(request, before, track.getSettings()),
  });
  const constraints = decideConstraints(request, before);
  if (constraints === undefined) return end('unsupported');
  const taken = track.applyConstraints({ ...track.getConstraints(), ...constraints }).then(
    () => 'applied' as const,
    () => 'refused' as const,
  );
  const outcome = await Promise.race([taken, wait(APPLY_MS).then(() => 'timed_out' as const)]);
  const untilMs = nowMs() + settleMs;
  while (outcome === 'applied' && !hasFollowed(request, before, track.getSettings())) {
    if (nowMs() >= untilMs || isStopped()) break;
    await wait(pollIntervalMs);
  }
  return end(outcome);
}

/** A request under way; `applied` and since when are known once the camera took it. */
interface UnderWay {
  request: CameraRequest;
  constraints: MediaTrackConstraints;
  applied?: Applied;
  appliedMs?: number;
}

/** Makes what follows the requests with one open camera; nothing of it throws, and frames go on meanwhile. */
export function createCameraRequests(track: RequestedTrack, ports: RequestPorts): CameraRequests {
  let underWay: UnderWay | undefined;

  function restore(): void {
    if (underWay === undefined) return;
    const { constraints } = underWay;
    underWay = undefined;
    if (!ports.isStopped()) void track.applyConstraints(constraints).catch(() => undefined);
  }

  async function begin(request: CameraRequest): Promise<void> {
    const own: UnderWay = { request, constraints: track.getConstraints() };
    underWay = own;
    const applied = await apply(track, request, ports).catch(
      (): Applied => ({ outcome: 'unsupported', delayMs: 0, claimed: undefined }),
    );
    Object.assign(own, { applied, appliedMs: ports.nowMs() });
    await ports.wait(MAX_MS);
    if (underWay === own) restore();
  }

  function seenOf({ request, appliedMs = 0 }: UnderWay): number | undefined {
    if (request.kind === 'size') return ports.pictureSide() || undefined;
    return request.kind === 'rate' ? rateOf(ports.pictureTimesMs() ?? [], appliedMs) : undefined;
  }

  return {
    follow: (request) => {
      if (request?.id === underWay?.request.id) return;
      restore();
      if (request !== undefined) void begin(request);
    },
    answer: () => {
      if (underWay?.applied === undefined) return undefined;
      const { outcome, delayMs, claimed } = underWay.applied;
      return [underWay.request.id, outcome, delayMs, value(claimed), value(seenOf(underWay))].join('/');
    },
  };
}
