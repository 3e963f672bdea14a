import type { CameraCapabilities, CameraReport, CameraSettings } from '@titular/contract/page';

/** A setting the camera is asked for, different from the one it has. */
export type Probe = Readonly<Partial<Record<ProbedSetting, number>>>;
type ProbedSetting = 'frameRate' | 'width' | 'height';
type ReportedSetting = ProbedSetting | 'zoom';
type Settings = Readonly<Partial<Record<ReportedSetting, number>>>;
type Capabilities = Readonly<Partial<Record<ReportedSetting, { min?: number; max?: number }>>>;

/** What the report needs of the camera's track; `getCapabilities` is missing in older browsers. */
export interface ReportedTrack {
  label: string;
  getSettings(): Settings;
  getCapabilities?(): Capabilities;
  getConstraints(): MediaTrackConstraints;
  applyConstraints(constraints: MediaTrackConstraints): Promise<void>;
}

/** Clock and patience of the report. */
export interface ReportPorts {
  nowMs(): number;
  wait(delayMs: number): Promise<void>;
  isStopped(): boolean;
  /** Moments so far at which the browser presented a picture, in milliseconds; undefined where it does not tell. */
  pictureTimesMs(): readonly number[] | undefined;
}

/** Longest time the camera is asked for another setting, and again for the one it had. */
export const PROBE_MS = 500;
/** Pictures waited for before the report; at 30 a second they take a third of a second. */
const requiredPictures = 12;
const picturePatienceMs = 400;
const pollIntervalMs = 50;
const mostIntervals = 60;
const longestIntervalMs = 60_000;
const longestLabel = 300;
const leastOf: Readonly<Record<ProbedSetting, number>> = { frameRate: 10, width: 160, height: 120 };

function otherValue(setting: ProbedSetting, now: Settings, can: Capabilities): number | undefined {
  const value = now[setting];
  const range = can[setting];
  if (value === undefined || range === undefined) return undefined;
  const { min = 0, max = value } = range;
  const half = Math.round(value / 2);
  if (half >= Math.max(min, leastOf[setting])) return half;
  return value > 0 && value * 2 <= max ? value * 2 : undefined;
}

/** Decides what to ask for, within what the camera says it can: half the rate, which nobody sees, else half the size; undefined where neither is possible. */
export function decideProbe(now: Settings, can: Capabilities): Probe | undefined {
  const frameRate = otherValue('frameRate', now, can);
  if (frameRate !== undefined) return { frameRate };
  const width = otherValue('width', now, can);
  const height = otherValue('height', now, can);
  return width === undefined || height === undefined ? undefined : { width, height };
}

/** Whether the settings are those asked for, give or take a fifth. */
export function hasFollowed(probe: Probe, settings: Settings): boolean {
  return Object.entries(probe).every(([name, asked]) => {
    const value = settings[name as ProbedSetting];
    return value !== undefined && Math.abs(value - asked) <= asked / 5;
  });
}

/** The newest sixty intervals between moments, in milliseconds to a tenth. */
export function toIntervals(timesMs: readonly number[]): number[] {
  const intervals = timesMs.slice(1).map((time, at) => time - (timesMs[at] ?? time));
  return intervals
    .slice(-mostIntervals)
    .map((interval) => Math.round(10 * Math.min(longestIntervalMs, Math.max(0, interval))) / 10);
}

/** Asks the camera for another setting and puts the old one back; null unless it took the wish in time, so that a slow phone raises no doubt. */
export async function probeConstraints(
  track: ReportedTrack,
  { nowMs, wait, isStopped }: Omit<ReportPorts, 'pictureTimesMs'>,
): Promise<boolean | null> {
  const probe = track.getCapabilities && decideProbe(track.getSettings(), track.getCapabilities());
  if (probe === undefined) return null;
  const before = track.getConstraints();
  const deadlineMs = nowMs() + PROBE_MS;
  const taken = track.applyConstraints({ ...before, ...probe }).then(
    () => true,
    () => false,
  );
  let answer: boolean | null = null;
  if (await Promise.race([taken, wait(PROBE_MS / 2).then(() => false)])) {
    const hasAnswered = () => hasFollowed(probe, track.getSettings());
    while (!hasAnswered() && nowMs() < deadlineMs && !isStopped()) await wait(pollIntervalMs);
    answer = hasAnswered();
  }
  const restored = track.applyConstraints(before).catch(() => undefined);
  await Promise.race([restored, wait(PROBE_MS / 2)]);
  return answer;
}

async function awaitPictures(ports: ReportPorts): Promise<readonly number[]> {
  const deadlineMs = ports.nowMs() + picturePatienceMs;
  for (;;) {
    const timesMs = ports.pictureTimesMs();
    if (timesMs === undefined) return [];
    const isEnough = timesMs.length >= requiredPictures || ports.nowMs() >= deadlineMs;
    if (isEnough || ports.isStopped()) return timesMs;
    await ports.wait(pollIntervalMs);
  }
}

const reported: readonly ReportedSetting[] = ['width', 'height', 'frameRate', 'zoom'];
/** Above what any camera has; the server takes no more. */
const highestSetting = 100_000;

const isSetting = (value: unknown): value is number =>
  typeof value === 'number' && Number.isFinite(value) && value >= 0;

/** What the camera has and can, as far as it tells, in the bounds that the server takes; a browser that does not tell is asked for nothing. */
export function describeCamera(
  track: Pick<ReportedTrack, 'getSettings' | 'getCapabilities'>,
): Pick<CameraReport, 'settings' | 'capabilities'> {
  if (track.getCapabilities === undefined) return {};
  const [now, can] = [track.getSettings(), track.getCapabilities()];
  const settings: CameraSettings = {};
  const capabilities: CameraCapabilities = {};
  for (const name of reported) {
    const value = now[name];
    const { min, max } = can[name] ?? {};
    if (isSetting(value)) settings[name] = Math.min(highestSetting, value);
    if (!isSetting(min) || !isSetting(max)) continue;
    capabilities[name] = { min: Math.min(highestSetting, min), max: Math.min(highestSetting, max) };
  }
  return { settings, capabilities };
}

function describeSafely(track: ReportedTrack): Pick<CameraReport, 'settings' | 'capabilities'> {
  try {
    return describeCamera(track);
  } catch {
    return {};
  }
}

/** Gathers what the page noticed of the camera, in little more than a second; whatever the browser cannot do is left out, and nothing fails because of it. */
export async function gatherCameraReport(track: ReportedTrack, ports: ReportPorts): Promise<CameraReport> {
  // The pictures come first: asking for another setting makes the camera stumble.
  const frameIntervalsMs = toIntervals(await awaitPictures(ports));
  const told = describeSafely(track);
  const answersConstraints = await probeConstraints(track, ports).catch(() => null);
  const label = track.label.slice(0, longestLabel);
  return { label, answersConstraints, frameIntervalsMs, ...told };
}
