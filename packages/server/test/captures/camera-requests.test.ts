import { randomInt } from 'node:crypto';
import type { CameraReport, ChallengePose } from '@titular/contract';
import { seededRandom } from '@titular/lab/calibration/resample-persons.ts';
import { parseCameraAnswer } from '@titular/server/captures/attack-signals/camera-answer.ts';
import {
  advanceCameraCheck,
  type CameraCheck,
  type CameraFrame,
  drawCameraRequests,
  requestOf,
} from '@titular/server/captures/attack-signals/camera-requests.ts';
import { describe, expect, test } from 'vitest';
import { ABLE_CAMERA, REAL_CAMERA } from './phone.ts';

const TURNS: ChallengePose[] = ['front', 'left', 'front', 'right', 'front', 'left', 'front'];
const DISTANCE: ChallengePose[] = ['front', 'nearer', 'front', 'farther', 'front'];
const ZOOMING: CameraReport = {
  ...ABLE_CAMERA,
  settings: { ...ABLE_CAMERA.settings, zoom: 1 },
  capabilities: { ...ABLE_CAMERA.capabilities, zoom: { min: 1, max: 4 } },
};
const ROUNDS = 400;

/** Many draws of one seed. */
function draw(report: CameraReport | undefined, poses = TURNS) {
  const seed = randomInt(2 ** 31);
  const random = seededRandom(seed);
  const drawn = Array.from({ length: ROUNDS }, () => drawCameraRequests(random, poses, report));
  return { seed, plans: drawn.flatMap((one) => (one ? [one.plan] : [])) };
}

describe('what is drawn for an attempt (R62)', () => {
  test('one or two requests of different kinds, values, steps and moments, never in the first step nor in the last', () => {
    const { seed, plans } = draw(ZOOMING);
    const all = plans.flat();
    expect(plans, `seed ${seed}`).toHaveLength(ROUNDS);
    expect(new Set(plans.map((plan) => plan.length)), `seed ${seed}`).toEqual(new Set([1, 2]));
    expect(new Set(all.map(({ kind }) => kind)), `seed ${seed}`).toEqual(new Set(['size', 'rate', 'zoom']));
    expect(new Set(all.map(({ step }) => step)), `seed ${seed}`).toEqual(new Set([1, 2, 3, 4, 5]));
    expect(new Set(all.map(({ after }) => after)), `seed ${seed}`).toEqual(new Set([0, 1, 2, 3]));
    const sides = all.filter(({ kind }) => kind === 'size').map(({ value }) => value);
    expect(new Set(sides).size, `seed ${seed}`).toBe(9);
    for (const plan of plans) {
      expect(new Set(plan.map(({ kind }) => kind)).size, `seed ${seed}`).toBe(plan.length);
      expect(new Set(plan.map(({ step }) => step)).size, `seed ${seed}`).toBe(plan.length);
      // One of them is always such that the pictures show it.
      expect(
        plan.some(({ kind }) => kind !== 'rate'),
        `seed ${seed}`,
      ).toBe(true);
    }
  });

  test('a zoom only where the person faces the camera, and never in a challenge of distance', () => {
    const turns = draw(ZOOMING);
    for (const { kind, step } of turns.plans.flat())
      if (kind === 'zoom') expect(TURNS[step], `seed ${turns.seed}`).toBe('front');
    const { seed, plans } = draw(ZOOMING, DISTANCE);
    expect(
      plans.flat().some(({ kind }) => kind === 'zoom'),
      `seed ${seed}`,
    ).toBe(false);
  });

  test.each([
    ['an old page, which says nothing of it', REAL_CAMERA],
    ['no page at all', undefined],
    [
      'a camera that can do a single thing',
      { ...REAL_CAMERA, settings: { width: 640, height: 480 }, capabilities: {} },
    ],
    [
      'a small and slow camera, which would lose by it',
      { ...ABLE_CAMERA, settings: { width: 320, height: 240, frameRate: 15 } },
    ],
    [
      'a camera that cannot be set lower',
      {
        ...ABLE_CAMERA,
        capabilities: {
          width: { min: 640, max: 1280 },
          height: { min: 480, max: 720 },
          frameRate: { min: 30, max: 30 },
        },
      },
    ],
  ])('nothing of %s', (_what, report) => {
    expect(draw(report).plans).toEqual([]);
  });
});

const FRAME: CameraFrame = {
  step: 1,
  steps: TURNS.length,
  kept: false,
  ended: false,
  atMs: 0,
  longerSide: 640,
  faceSize: 0.4,
  answer: undefined,
  zoom: 'unclear',
};

type Kind = 'size' | 'rate' | 'zoom';
const VALUES = { size: 480, rate: 14, zoom: 1.2 } as const;

/** A check that has asked for one thing. */
function asked(kind: Kind): CameraCheck {
  const plan = [{ kind, value: VALUES[kind], step: 1, after: 0 }];
  const check = advanceCameraCheck(
    { plan, framesInStep: 0, asked: 0, results: [] },
    { ...FRAME, kept: true },
  );
  expect(requestOf(check)).toEqual({ id: 1, kind, value: VALUES[kind] });
  return check;
}

/** Shows the same frame five times a second until there is a result, or for so many frames. */
function show(check: CameraCheck, frame: Partial<CameraFrame>, frames = 200) {
  let now = check;
  for (let count = 1; count <= frames && now.results.length === 0; count += 1)
    now = advanceCameraCheck(now, { ...FRAME, ...frame, atMs: count * 200 });
  return now;
}

const says = (text: string) => parseCameraAnswer(`1/${text}`);

describe('what comes of a request (R62)', () => {
  test.each<[string, Kind, Partial<CameraFrame>]>([
    ['pictures of the size asked for', 'size', { longerSide: 480, answer: says('applied/210/480/480') }],
    ['pictures of another smaller size', 'size', { longerSide: 320, answer: says('applied/900/320/320') }],
    ['pictures that come slower', 'rate', { answer: says('applied/40/14/14.2') }],
    ['surroundings that grew', 'zoom', { zoom: 'grown', answer: says('applied/90/1.2/-') }],
  ])('%s follow it, by the first frame that shows it, with the delay', (_what, kind, frame) => {
    const check = show(asked(kind), frame);
    expect(check.results).toEqual([
      { kind, result: 'followed', delayMs: frame.answer?.delayMs, seenMs: 200 },
    ]);
    expect(requestOf(check)).toBeUndefined();
  });

  test.each<[string, Kind, Partial<CameraFrame>, string]>([
    ['a size that the pictures do not have', 'size', { answer: says('applied/5/480/480') }, 'claimed_only'],
    ['a rate at which no pictures come', 'rate', { answer: says('applied/5/14/30') }, 'claimed_only'],
    [
      'a zoom that the room does not show',
      'zoom',
      { zoom: 'unchanged', answer: says('applied/5/1.2/-') },
      'claimed_only',
    ],
    ['settings that stay', 'size', { answer: says('applied/400/640/640') }, 'ignored'],
    ['a browser that does not tell the settings', 'size', { answer: says('applied/400/-/-') }, 'unclear'],
    [
      'a browser that does not tell when pictures come',
      'rate',
      { answer: says('applied/5/14/-') },
      'unclear',
    ],
    ['a zoom before a plain wall', 'zoom', { answer: says('applied/5/1.2/-') }, 'unclear'],
    [
      'a zoom while the face grew',
      'zoom',
      { zoom: 'unchanged', faceSize: 0.48, answer: says('applied/5/1.2/-') },
      'unclear',
    ],
    ['a camera that refuses', 'size', { answer: says('refused/3/640/640') }, 'unsupported'],
    ['a camera that cannot', 'zoom', { answer: says('unsupported/0/-/-') }, 'unsupported'],
    ['a camera that takes too long', 'size', { answer: says('timed_out/1500/640/640') }, 'late'],
    ['a page that never answers', 'size', {}, 'ignored'],
    ['an answer to something else', 'size', { answer: parseCameraAnswer('7/applied/5/480/480') }, 'ignored'],
    ['small pictures without a word', 'size', { longerSide: 480 }, 'followed'],
  ])('%s', (_what, kind, frame, result) => {
    expect(show(asked(kind), frame).results.map((one) => one.result)).toEqual([result]);
  });

  test('a camera that stands still for two seconds after it took the setting is waited for', () => {
    const answer = says('applied/300/480/480');
    const waiting = show(asked('size'), { answer }, 9);
    expect(waiting.results).toEqual([]);
    const shown = advanceCameraCheck(waiting, { ...FRAME, answer, longerSide: 480, atMs: 2_000 });
    expect(shown.results.map(({ result }) => result)).toEqual(['followed']);
  });

  test('a zoom that nothing is known of ends with its step, so that no movement is zoomed', () => {
    const passed = advanceCameraCheck(asked('zoom'), { ...FRAME, kept: true, step: 2, atMs: 300 });
    expect([requestOf(passed), passed.results]).toEqual([undefined, []]);
    const size = advanceCameraCheck(asked('size'), { ...FRAME, kept: true, step: 2, atMs: 300 });
    expect(requestOf(size)).toBeDefined();
  });

  test('frames that pause do not count against anybody, and an end leaves no result', () => {
    const check = asked('size');
    const late = advanceCameraCheck(check, { ...FRAME, atMs: 60_000 });
    expect(late.results).toEqual([]);
    expect(requestOf(late)).toBeDefined();
    const ended = advanceCameraCheck(late, { ...FRAME, ended: true, atMs: 61_000 });
    expect(ended).toMatchObject({ plan: [], results: [] });
    expect(requestOf(ended)).toBeUndefined();
  });

  test('what could not be seen, or would lose the face, is left out; what was due in a step that passed is asked for in the next', () => {
    const plan = [{ kind: 'zoom' as const, value: 1.25, step: 1, after: 0 }];
    const start: CameraCheck = { plan, framesInStep: 0, asked: 0, results: [] };
    const near = advanceCameraCheck(start, { ...FRAME, kept: true, faceSize: 0.7 });
    expect([requestOf(near), near.plan]).toEqual([undefined, []]);
    const nobody = advanceCameraCheck(start, { ...FRAME, faceSize: undefined });
    expect(requestOf(nobody)).toBeUndefined();
    const small = { ...start, plan: [{ kind: 'size' as const, value: 480, step: 1, after: 3 }] };
    expect(
      requestOf(advanceCameraCheck(small, { ...FRAME, step: 2, kept: true, longerSide: 500 })),
    ).toBeUndefined();
    const waiting = advanceCameraCheck(small, { ...FRAME, kept: true });
    expect(requestOf(waiting)).toBeUndefined();
    expect(requestOf(advanceCameraCheck(waiting, { ...FRAME, step: 2, kept: true }))).toBeDefined();
    expect(requestOf(advanceCameraCheck(waiting, { ...FRAME, step: 6, kept: true }))).toBeUndefined();
  });
});

test.each([
  '',
  '1',
  '1/applied',
  '1/applied/5/480',
  'x/applied/5/480/480',
  '1/done/5/480/480',
  '1/applied/-5/1/1',
  7,
  undefined,
])('a header that is no answer says nothing, and refuses no frame: %j (R62)', (text) => {
  expect(parseCameraAnswer(text)).toBeUndefined();
});
