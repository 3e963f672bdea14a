import type { FrameAnswer } from '@titular/contract/page';
import { expect, test } from 'vitest';
import { type AttemptPorts, FRAME_INTERVAL_MS, runAttempt } from '../src/camera/run-attempt.ts';
import type { ApiAnswer } from '../src/service/api.ts';

const going: FrameAnswer = { step: 0, hint: 'good', attemptsLeft: 2 };
const jpeg = new Blob(['frame'], { type: 'image/jpeg' });

interface Script {
  answers: ApiAnswer<FrameAnswer>[];
  frames?: (Blob | undefined)[];
  stopAfter?: number;
}

function play({ answers, frames = [], stopAfter = Number.POSITIVE_INFINITY }: Script) {
  const sent: { position: number; capturedAtMs: number }[] = [];
  const heard: FrameAnswer[] = [];
  const state = { clockMs: 5_000.4, inFlight: 0, mostInFlight: 0 };
  const ports: AttemptPorts = {
    nowMs: () => state.clockMs,
    wait: async (ms) => {
      state.clockMs += ms;
    },
    whenReady: async () => undefined,
    grabFrame: async () => (frames.length > 0 ? frames.shift() : jpeg),
    isStopped: () => sent.length >= stopAfter,
    onAnswer: (answer) => heard.push(answer),
    sendFrame: async (position, _jpeg, capturedAtMs) => {
      state.inFlight += 1;
      state.mostInFlight = Math.max(state.mostInFlight, state.inFlight);
      sent.push({ position, capturedAtMs });
      await Promise.resolve();
      state.clockMs += 50;
      state.inFlight -= 1;
      return answers.shift() ?? { kind: 'failed', cause: 'server' };
    },
  };
  return { ports, sent, heard, state };
}

const ok = (value: FrameAnswer): ApiAnswer<FrameAnswer> => ({ kind: 'ok', value });

test('frames go out one at a time, in order, at most six a second, until the outcome', async () => {
  const end: FrameAnswer = { ...going, step: 1, outcome: 'completed' };
  const { ports, sent, heard, state } = play({ answers: [ok(going), ok(going), ok(end)] });
  expect(await runAttempt(0, ports)).toEqual({ kind: 'ended', answer: end });
  expect(sent).toEqual([
    { position: 0, capturedAtMs: 5_000 },
    { position: 1, capturedAtMs: 5_000 + FRAME_INTERVAL_MS },
    { position: 2, capturedAtMs: 5_000 + 2 * FRAME_INTERVAL_MS },
  ]);
  expect(heard).toHaveLength(3);
  expect(state.mostInFlight).toBe(1);
});

test('an attempt that goes on after a reload continues at the position the server names (R58)', async () => {
  const { ports, sent } = play({ answers: [ok({ ...going, outcome: 'timeout' })] });
  await runAttempt(17, ports);
  expect(sent.map((frame) => frame.position)).toEqual([17]);
});

test('a moment without a picture costs no position', async () => {
  const answers = [ok({ ...going, outcome: 'no_face' as const })];
  const { ports, sent } = play({ answers, frames: [undefined, undefined, jpeg] });
  await runAttempt(0, ports);
  expect(sent.map((frame) => frame.position)).toEqual([0]);
});

test('a camera of which no picture can be taken ends the attempt after some seconds, also where the browser throws (R58)', async () => {
  const { ports, sent, state } = play({ answers: [], frames: [jpeg] });
  const begunMs = state.clockMs;
  const refused = () => Promise.reject(new Error('refused'));
  expect(await runAttempt(0, { ...ports, grabFrame: refused })).toEqual({ kind: 'blind' });
  expect(state.clockMs - begunMs).toBeGreaterThan(4_500);
  expect(state.clockMs - begunMs).toBeLessThan(6_000);
  expect(sent).toEqual([]);
});

test('a refusal ends the attempt with its status and code', async () => {
  const refused: ApiAnswer<FrameAnswer> = { kind: 'refused', status: 404, code: '40401' };
  const { ports } = play({ answers: [ok(going), refused] });
  expect(await runAttempt(0, ports)).toEqual(refused);
});

test('nothing is heard of a frame answered after the camera was left', async () => {
  const { ports, heard } = play({ answers: [ok(going)], stopAfter: 1 });
  expect(await runAttempt(0, ports)).toEqual({ kind: 'stopped' });
  expect(heard).toEqual([]);
});
