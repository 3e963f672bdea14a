import { CAMERA_ANSWER_PATTERN, type CameraRequest, type CameraSettings } from '@titular/contract/page';
import { describe, expect, test } from 'vitest';
import {
  APPLY_MS,
  createCameraRequests,
  decideConstraints,
  MAX_MS,
  type RequestedTrack,
  rateOf,
} from '../src/camera/camera-requests.ts';

const SMALLER: CameraRequest = { id: 1, kind: 'size', value: 480 };
const SLOWER: CameraRequest = { id: 2, kind: 'rate', value: 14 };

describe('what a request asks of the camera (R62)', () => {
  const camera: CameraSettings = { width: 640, height: 480, frameRate: 30, zoom: 100 };
  test.each<[string, CameraRequest, CameraSettings, object | undefined]>([
    ['a smaller picture of the same shape', SMALLER, camera, { width: 480, height: 360 }],
    ['the same held upright', SMALLER, { width: 480, height: 640 }, { width: 360, height: 480 }],
    ['the same of a large picture', SMALLER, { width: 1280, height: 720 }, { width: 480, height: 270 }],
    ['a rate', SLOWER, camera, { frameRate: 14 }],
    ['a zoom in the units of the camera', { id: 3, kind: 'zoom', value: 1.2 }, camera, { zoom: 120 }],
    ['nothing where no zoom is told', { id: 3, kind: 'zoom', value: 1.2 }, { width: 640 }, undefined],
    ['nothing where no size is told', SMALLER, { frameRate: 30 }, undefined],
    ['nothing where no rate is told', SLOWER, { width: 640, height: 480 }, undefined],
  ])('%s', (_what, request, now, constraints) => {
    expect(decideConstraints(request, now)).toEqual(constraints);
  });

  test('a rate is told by the newest pictures since the camera took it, and by too few of them not at all', () => {
    const times = [0, 33, 66, 99, ...Array.from({ length: 9 }, (_, at) => 200 + at * 71)];
    expect(rateOf(times, 150)).toBeCloseTo(1000 / 71, 5);
    expect(rateOf(times, 600)).toBeUndefined();
    expect(rateOf([], 0)).toBeUndefined();
    expect(
      rateOf(
        Array.from({ length: 8 }, () => 5),
        0,
      ),
    ).toBeUndefined();
  });
});

type Habit = 'follows' | 'follows late' | 'ignores' | 'refuses' | 'hangs' | 'breaks';

/** A camera of the given habit with its requests, and a clock that jumps to the next moment waited for. */
function meet(habit: Habit) {
  const state = { clockMs: 0, settings: { width: 640, height: 480, frameRate: 30 }, isStopped: false };
  const asked: MediaTrackConstraints[] = [];
  const timers: { atMs: number; ring: () => void }[] = [];
  const wait = (ms: number) =>
    new Promise<void>((ring) => {
      timers.push({ atMs: state.clockMs + ms, ring });
    });
  const take = (constraints: MediaTrackConstraints) => {
    const { width, height, frameRate } = constraints;
    state.settings = {
      width: Number(width ?? 640),
      height: Number(height ?? 480),
      frameRate: Number(frameRate ?? 30),
    };
  };
  const track: RequestedTrack = {
    getSettings: () => {
      if (habit === 'breaks') throw new TypeError('broken');
      return state.settings;
    },
    getConstraints: () => ({ facingMode: 'user' }),
    applyConstraints: async (constraints) => {
      asked.push(constraints);
      if (habit === 'refuses') throw new DOMException('no', 'OverconstrainedError');
      if (habit === 'hangs') return new Promise(() => undefined);
      if (habit === 'follows') take(constraints);
      if (habit === 'follows late') void wait(200).then(() => take(constraints));
    },
  };
  const requests = createCameraRequests(track, {
    nowMs: () => state.clockMs,
    wait,
    isStopped: () => state.isStopped,
    pictureSide: () => Math.max(state.settings.width, state.settings.height),
    pictureTimesMs: () => undefined,
  });
  /** Lets the time go on. */
  const pass = async (ms: number) => {
    const untilMs = state.clockMs + ms;
    for (;;) {
      await new Promise((resolve) => setImmediate(resolve));
      timers.sort((one, other) => one.atMs - other.atMs);
      const next = timers[0];
      if (next === undefined || next.atMs > untilMs) break;
      timers.shift();
      state.clockMs = next.atMs;
      next.ring();
    }
    state.clockMs = untilMs;
  };
  return { requests, asked, state, pass };
}

const RESTORED = { facingMode: 'user' };

describe('a request to the running camera (R62)', () => {
  test.each<[Habit, string]>([
    ['follows', '1/applied/0/480/480'],
    ['follows late', '1/applied/200/480/480'],
    ['ignores', '1/applied/400/640/640'],
    ['refuses', '1/refused/0/640/640'],
    ['hangs', `1/timed_out/${APPLY_MS}/640/640`],
  ])(
    'of a camera that %s is told as %s with every frame until the server has it, and then undone',
    async (habit, header) => {
      const { requests, asked, pass } = meet(habit);
      expect(requests.answer()).toBeUndefined();
      requests.follow(SMALLER);
      expect(requests.answer()).toBeUndefined();
      await pass(APPLY_MS + 500);
      requests.follow(SMALLER);
      expect([requests.answer(), requests.answer()]).toEqual([header, header]);
      expect(header).toMatch(new RegExp(CAMERA_ANSWER_PATTERN));
      requests.follow(undefined);
      await pass(100);
      expect(requests.answer()).toBeUndefined();
      expect(asked).toEqual([{ facingMode: 'user', width: 480, height: 360 }, RESTORED]);
    },
  );

  test('of a camera that breaks is told as unsupported, and nothing fails', async () => {
    const { requests, asked, pass } = meet('breaks');
    requests.follow(SMALLER);
    await pass(100);
    expect(requests.answer()).toMatch(/^1\/unsupported\/0\/-\//);
    requests.follow(undefined);
    await pass(100);
    expect(asked).toEqual([RESTORED]);
  });

  test('is undone by the page itself when the server forgets it, and before another one', async () => {
    const { requests, asked, pass } = meet('follows');
    requests.follow(SMALLER);
    await pass(MAX_MS + 100);
    expect(requests.answer()).toBeUndefined();
    expect(asked).toEqual([{ facingMode: 'user', width: 480, height: 360 }, RESTORED]);
    requests.follow(SMALLER);
    await pass(10);
    requests.follow(SLOWER);
    await pass(10);
    expect(asked.slice(2)).toEqual([
      { facingMode: 'user', width: 480, height: 360 },
      RESTORED,
      { facingMode: 'user', frameRate: 14 },
    ]);
    expect(requests.answer()).toBe('2/applied/0/14/-');
  });

  test('leaves a camera alone that was closed meanwhile', async () => {
    const { requests, asked, state, pass } = meet('follows');
    requests.follow(SMALLER);
    await pass(10);
    state.isStopped = true;
    requests.follow(undefined);
    await pass(10);
    expect(asked).toHaveLength(1);
  });
});
