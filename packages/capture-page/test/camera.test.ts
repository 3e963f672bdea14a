import { describe, expect, test } from 'vitest';
import {
  allowSteps,
  decideCameraProblem,
  decideShownProblem,
  parseBrowserFamily,
} from '../src/camera/camera-problem.ts';
import { decidePause, decideReturn, IDLE_PATIENCE_MS } from '../src/camera/camera-turns.ts';
import { awaitPicture } from '../src/camera/device/await-picture.ts';
import { decideInfrared, findNext, listUsable } from '../src/camera/device/choose-camera.ts';
import {
  type Brightness,
  decideBrightness,
  decideFrameSize,
  isGreyPicture,
} from '../src/camera/frame-size.ts';

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
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) CriOS/140.0 Mobile Safari/604.1',
      5,
      'ios-other',
    ],
    ['Mozilla/5.0 (Linux; Android 15) SamsungBrowser/28.0 Chrome/130.0 Mobile', 5, 'samsung'],
    ['Mozilla/5.0 (Linux; Android 15) Chrome/140.0 Mobile Safari/537.36', 5, 'android'],
    ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 0, 'firefox'],
    ['Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/140.0 Safari/537.36', 0, 'desktop'],
  ] as const)('%s with %i touch points is %s, and has steps to allow the camera', (agent, touch, family) => {
    expect(parseBrowserFamily(agent, touch)).toBe(family);
    expect(allowSteps[family].length).toBeGreaterThan(1);
  });
});

test("in an app's browser a refusal is told with the way out, and what can be helped there is not", () => {
  expect(decideShownProblem('denied', true)).toBe('in_app');
  expect(decideShownProblem('unsupported', true)).toBe('in_app');
  expect(decideShownProblem('busy', true)).toBe('busy');
  expect(decideShownProblem('denied', false)).toBe('denied');
});

describe('choosing a camera', () => {
  const camera = (deviceId: string, label: string) => ({ deviceId, label });

  test.each([
    'camera2 0, facing back',
    'Back Ultra Wide Camera',
    'Câmera traseira',
    'Cámara trasera',
    'Cámara posterior',
    'Caméra arrière',
    'Caméra infrarouge',
    'Integrated IR Camera',
    'Windows Hello Face',
    'RealSense Depth',
  ])('%s is never chosen', (label) => {
    expect(listUsable([camera('x', label)])).toEqual([]);
  });

  test.each([
    'Front Camera',
    'camera2 1, facing front',
    'Câmera frontal',
    'Caméra avant',
    'Logi Brio',
    'Sirius HD',
    '',
  ])('%j may be chosen', (label) => {
    expect(listUsable([camera('x', label)])).toHaveLength(1);
  });

  test('another camera is the next around the list, and none where there is only one', () => {
    const list = [camera('a', 'One'), camera('back', 'Back Camera'), camera('b', 'Two')];
    expect(findNext(list, 'a')?.deviceId).toBe('b');
    expect(findNext(list, 'b')?.deviceId).toBe('a');
    expect(findNext(list, undefined)?.deviceId).toBe('a');
    expect(findNext(list.slice(0, 2), 'a')).toBeUndefined();
    expect(findNext([], 'a')).toBeUndefined();
  });

  test.each([
    ['an ordinary camera', { label: 'Cam', isGrey: false, hasOther: true }, 'use'],
    ['infrared by name beside another', { label: 'IR Cam', isGrey: false, hasOther: true }, 'another'],
    ['infrared by name, alone, with colours', { label: 'IR Cam', isGrey: false, hasOther: false }, 'use'],
    ['infrared by name, alone, grey', { label: 'IR Cam', isGrey: true, hasOther: false }, 'problem'],
    ['grey beside another', { label: 'Cam', isGrey: true, hasOther: true }, 'another'],
    ['grey and alone, before a grey wall', { label: 'Cam', isGrey: true, hasOther: false }, 'use'],
  ] as const)('%s', (_name, seen, decision) => {
    expect(decideInfrared({ ...seen, facesPerson: false })).toBe(decision);
  });

  test("a phone's front camera is not given up because the room is grey", () => {
    expect(decideInfrared({ label: '', isGrey: true, facesPerson: true, hasOther: true })).toBe('use');
  });
});

describe('a camera that went away', () => {
  test('is waited for as long as the step of the attempt lasts, and a second break gains no time', () => {
    const first = decidePause(undefined, 'hidden', 15, 1_000);
    expect(first).toEqual({ why: 'hidden', untilMs: 16_000, hasAttempt: true });
    expect(decidePause(first, 'lost', 15, 10_000)).toEqual({ ...first, why: 'lost' });
    expect(decidePause(undefined, 'lost', undefined, 0).untilMs).toBe(IDLE_PATIENCE_MS);
  });

  test.each([
    ['nothing happened', undefined, 'go-on'],
    ['in time', { why: 'hidden', untilMs: 500, hasAttempt: true }, 'go-on'],
    ['an attempt left too long', { why: 'hidden', untilMs: 499, hasAttempt: true }, 'interrupted'],
    ['away long before there was an attempt', { why: 'hidden', untilMs: 1, hasAttempt: false }, 'go-on'],
    ['unplugged for too long', { why: 'lost', untilMs: 499, hasAttempt: true }, 'unplugged'],
  ] as const)('%s', (_name, pause, way) => {
    expect(decideReturn(pause, 500)).toBe(way);
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

  test('a bright picture without colours is grey; one with a face in a grey room, or in the dark, is not', () => {
    const grey = Array.from({ length: 100 }, () => 120);
    expect(isGreyPicture(pixels(...grey))).toBe(true);
    expect(isGreyPicture([...pixels(...grey.slice(1)), 190, 140, 120, 255])).toBe(false);
    expect(isGreyPicture(pixels(...grey.map(() => 20)))).toBe(false);
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
