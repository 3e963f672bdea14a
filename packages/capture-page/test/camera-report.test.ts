import { describe, expect, test } from 'vitest';
import {
  decideProbe,
  describeCamera,
  gatherCameraReport,
  hasFollowed,
  PROBE_MS,
  probeConstraints,
  type ReportedTrack,
  toIntervals,
} from '../src/camera/camera-report.ts';

const camera = { frameRate: 30, width: 640, height: 480 };
const wide = { frameRate: { min: 1, max: 30 }, width: { min: 1, max: 1280 }, height: { min: 1, max: 720 } };

describe('what the camera is asked for', () => {
  test.each([
    ['half the rate where the camera can', camera, wide, { frameRate: 15 }],
    ['twice the rate of a slow one', { ...camera, frameRate: 15 }, wide, { frameRate: 30 }],
    [
      'half the size where the rate is fixed',
      camera,
      { ...wide, frameRate: { min: 30, max: 30 } },
      { width: 320, height: 240 },
    ],
    [
      'twice the size of a small one',
      { width: 200, height: 150 },
      { width: { max: 640 }, height: { max: 480 } },
      { width: 400, height: 300 },
    ],
    ['nothing of one that can do a single thing', camera, {}, undefined],
    ['nothing where the settings are not told', {}, wide, undefined],
  ])('%s', (_what, now, can, asked) => {
    expect(decideProbe(now, can)).toEqual(asked);
  });

  test('settings follow when they are near to what was asked for, and the old ones never are', () => {
    expect(hasFollowed({ frameRate: 15 }, { frameRate: 14.98 })).toBe(true);
    expect(hasFollowed({ frameRate: 15 }, { frameRate: 30 })).toBe(false);
    expect(hasFollowed({ width: 320, height: 240 }, { width: 320, height: 480 })).toBe(false);
    expect(hasFollowed({ frameRate: 15 }, {})).toBe(false);
  });
});

describe('moments of pictures', () => {
  test('are told as intervals to a tenth of a millisecond, the newest sixty, within what the server takes', () => {
    expect(toIntervals([100, 133.34, 166.6])).toEqual([33.3, 33.3]);
    expect(toIntervals([0, 90_000, 80_000])).toEqual([60_000, 0]);
    expect(toIntervals(Array.from({ length: 100 }, (_, at) => at * at))).toHaveLength(60);
    expect(toIntervals([5])).toEqual([]);
    expect(toIntervals([])).toEqual([]);
  });
});

type Habit = 'follows' | 'follows late' | 'ignores' | 'refuses' | 'hangs';

/** A camera of the given habit, and a clock that jumps to the next moment waited for. */
function meet(habit: Habit) {
  const state = { clockMs: 0, rate: 30, dueMs: Number.POSITIVE_INFINITY };
  const asked: MediaTrackConstraints[] = [];
  const track: ReportedTrack = {
    label: 'Front camera',
    getSettings: () => {
      if (habit === 'follows late' && state.clockMs >= state.dueMs) state.rate = 15;
      return { ...camera, frameRate: state.rate };
    },
    getCapabilities: () => wide,
    getConstraints: () => ({ facingMode: 'user' }),
    applyConstraints: async (constraints) => {
      asked.push(constraints);
      if (habit === 'refuses') throw new DOMException('no', 'OverconstrainedError');
      if (habit === 'hangs') return new Promise(() => undefined);
      if (habit === 'follows late') state.dueMs = state.clockMs + 200;
      if (habit === 'follows') state.rate = Number(constraints.frameRate ?? 30);
    },
  };
  const timers: { atMs: number; ring: () => void }[] = [];
  const ringNext = () => {
    const next = timers.sort((one, other) => one.atMs - other.atMs).shift();
    state.clockMs = Math.max(state.clockMs, next?.atMs ?? 0);
    next?.ring();
  };
  const wait = (ms: number) =>
    new Promise<void>((ring) => {
      timers.push({ atMs: state.clockMs + ms, ring });
      setImmediate(ringNext);
    });
  const ports = { nowMs: () => state.clockMs, wait, isStopped: () => false };
  return { track, ports, asked, state };
}

describe('what a camera has and can (R62)', () => {
  test('is told in the bounds that the server takes; what no number says is left out', () => {
    const track = {
      getSettings: () => ({ width: 640, height: Number.NaN, frameRate: 29.97, zoom: -1 }),
      getCapabilities: () => ({
        width: { min: 1, max: 2_147_483_647 },
        height: { max: 480 },
        frameRate: { min: 0, max: Number.POSITIVE_INFINITY },
        zoom: { min: 1, max: 4 },
      }),
    };
    expect(describeCamera(track)).toEqual({
      settings: { width: 640, frameRate: 29.97 },
      capabilities: { width: { min: 1, max: 100_000 }, zoom: { min: 1, max: 4 } },
    });
    expect(describeCamera({ getSettings: track.getSettings })).toEqual({});
  });

  test('is told as it was before the camera was asked for anything', async () => {
    const { track, ports } = meet('follows');
    const report = await gatherCameraReport(track, { ...ports, pictureTimesMs: () => undefined });
    expect(report).toMatchObject({ settings: camera, capabilities: wide });
  });
});

describe('a camera that is asked for another setting (R62)', () => {
  test.each([
    ['follows', true],
    ['follows late', true],
    ['ignores', false],
    ['refuses', null],
    ['hangs', null],
  ] as const)(
    'one that %s is reported as %j, in bounded time, and gets its setting back',
    async (habit, answer) => {
      const { track, ports, asked, state } = meet(habit);
      expect(await probeConstraints(track, ports)).toBe(answer);
      expect(asked).toEqual([{ facingMode: 'user', frameRate: 15 }, { facingMode: 'user' }]);
      expect(state.clockMs).toBeLessThanOrEqual(PROBE_MS * 1.6);
    },
  );

  test('one that cannot be asked, or breaks, is reported as unknown and the rest of the report stands', async () => {
    const { track, ports } = meet('follows');
    const { getCapabilities: _unused, ...old } = track;
    const pictureTimesMs = () => [0, 40, 80];
    const report = { label: 'Front camera', answersConstraints: null, frameIntervalsMs: [40, 40] };
    expect(await gatherCameraReport(old, { ...ports, pictureTimesMs })).toEqual(report);
    const broken = {
      ...track,
      getCapabilities: () => {
        throw new TypeError('broken');
      },
    };
    expect(await gatherCameraReport(broken, { ...ports, pictureTimesMs })).toEqual(report);
  });

  test('a name of any length is cut to what the server takes, and a browser without picture times sends none', async () => {
    const { track, ports } = meet('ignores');
    const long = { ...track, label: 'x'.repeat(900) };
    const report = await gatherCameraReport(long, { ...ports, pictureTimesMs: () => undefined });
    expect(report).toMatchObject({ label: 'x'.repeat(300), answersConstraints: false, frameIntervalsMs: [] });
  });

  test('waits for a dozen pictures, but not long, and not once the camera is left', async () => {
    const { track, ports, state } = meet('hangs');
    const times: number[] = [];
    const pictureTimesMs = () => {
      times.push(state.clockMs);
      return times;
    };
    const { frameIntervalsMs } = await gatherCameraReport(track, { ...ports, pictureTimesMs });
    expect(frameIntervalsMs.length).toBeGreaterThan(5);
    expect(frameIntervalsMs.length).toBeLessThan(12);
    const stopped = { ...ports, isStopped: () => true, pictureTimesMs: () => [1] };
    expect((await gatherCameraReport(track, stopped)).frameIntervalsMs).toEqual([]);
  });
});
