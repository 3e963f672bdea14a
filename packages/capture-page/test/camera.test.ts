import { describe, expect, test } from 'vitest';
import { awaitPicture } from '../src/camera/await-picture.ts';
import { allowSteps, decideCameraProblem, parseBrowserFamily } from '../src/camera/camera-problem.ts';
import { type Brightness, decideBrightness, decideFrameSize } from '../src/camera/frame-size.ts';

describe('camera problems', () => {
  test.each([
    ['NotAllowedError', 'denied'],
    ['NotFoundError', 'missing'],
    ['NotReadableError', 'busy'],
    ['AbortError', 'busy'],
    ['TypeError', 'unsupported'],
    ['', 'unsupported'],
  ])('%s is told as %s', (name, problem) => {
    expect(decideCameraProblem(name)).toBe(problem);
  });

  test.each([
    ['Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Mobile Safari/604.1', 5, 'ios'],
    ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Version/18.0 Safari/605.1.15', 5, 'ios'],
    ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Version/18.0 Safari/605.1.15', 0, 'safari'],
    ['Mozilla/5.0 (Linux; Android 15) Chrome/140.0 Mobile Safari/537.36', 5, 'android'],
    ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 0, 'firefox'],
    ['Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/140.0 Safari/537.36', 0, 'desktop'],
  ] as const)('%s with %i touch points is %s, and has steps to allow the camera', (agent, touch, family) => {
    expect(parseBrowserFamily(agent, touch)).toBe(family);
    expect(allowSteps[family].length).toBeGreaterThan(1);
  });
});

describe('frames', () => {
  test.each([
    [640, 480, 640, 480],
    [1920, 1080, 640, 360],
    [1080, 1920, 360, 640],
    [320, 240, 320, 240],
  ])('a picture of %i x %i is sent as %i x %i', (width, height, sentWidth, sentHeight) => {
    expect(decideFrameSize(width, height)).toEqual({ width: sentWidth, height: sentHeight });
  });

  const pixels = (...lumas: number[]) => lumas.flatMap((luma) => [luma, luma, luma, 255]);

  test.each([
    ['a covered lens', pixels(0, 2, 5, 3), 'black'],
    ['a dark room with a lamp', pixels(0, 2, 5, 90), 'dim'],
    ['a lit face', pixels(90, 120, 160, 40), 'bright'],
  ])('%s', (_name, rgba, brightness) => {
    expect(decideBrightness(rgba)).toBe(brightness);
  });

  function watch(readings: (Brightness | undefined)[]) {
    let clockMs = 0;
    let at = 0;
    const measure = () => readings[Math.min(at++, readings.length - 1)];
    const wait = async (ms: number) => {
      clockMs += ms;
    };
    return awaitPicture({ measure }, { nowMs: () => clockMs, wait, isStopped: () => false });
  }

  test('a camera that starts with dark frames is given time', async () => {
    expect(await watch([undefined, 'black', 'black', 'bright'])).toBe('bright');
  });

  test('a camera that stays black, or never shows a frame, is told before an attempt is spent', async () => {
    expect(await watch(['black'])).toBe('black');
    expect(await watch([undefined])).toBe('black');
  });
});
