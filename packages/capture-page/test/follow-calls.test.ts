import type { FrameAnswer, SessionView } from '@titular/contract/page';
import type { PageEvent } from '@titular/contract/page-events';
import { expect, test } from 'vitest';
import type { ApiAnswer, PageApi } from '../src/service/api.ts';
import { followCalls } from '../src/service/follow-calls.ts';

const ok = <T>(value: T): ApiAnswer<T> => ({ kind: 'ok', value });
const view = (stage: SessionView['stage']) => ok({ stage } as SessionView);
const unreachable: ApiAnswer<never> = { kind: 'failed', cause: 'unreachable' };
const refused: ApiAnswer<never> = { kind: 'refused', status: 403, code: '40310' };
const quiet = { onTrouble: () => undefined, onProgress: () => undefined };
const frame = {} as Parameters<PageApi['sendFrame']>[0];

function tellOf(api: Partial<PageApi>) {
  const told: PageEvent[] = [];
  return { told, api: followCalls(api as PageApi, (event) => told.push(event)) };
}

test('the course of a page is told by what its calls were answered', async () => {
  let answer: FrameAnswer = { step: 0, hint: 'good', attemptsLeft: 2 };
  const { told, api } = tellOf({
    openSession: async () => view('consent'),
    sendConsent: async () => view('camera'),
    startAttempt: async () => ok({ nextPosition: 0 } as never),
    sendFrame: async () => ok(answer),
    readSession: async () => view('approved'),
    createHandOver: async () => ok({} as never),
    renewSession: async () => view('camera'),
    raiseObjection: async () => view('ended'),
  });
  await api.openSession({ kind: 'session' });
  await api.sendConsent({ version: '1', language: 'pt', accepted: false });
  await api.sendConsent({ version: '1', language: 'pt', accepted: true });
  await api.createHandOver('phone');
  await api.renewSession({ kind: 'session' });
  await api.startAttempt({});
  await api.sendFrame(frame, quiet);
  answer = { ...answer, outcome: 'blurred' };
  await api.sendFrame(frame, quiet);
  answer = { ...answer, outcome: 'completed' };
  await api.sendFrame(frame, quiet);
  await api.readSession();
  await api.raiseObjection('holder_absent');
  expect(told).toEqual([
    'opened',
    'consent_declined',
    'consent_given',
    'handed_over',
    'link_renewed',
    'attempt_started',
    'attempt_failed',
    'attempt_completed',
    'result_shown',
    'objected',
  ]);
});

test('an attempt that goes on after a break, and a call that was refused, are told as nothing', async () => {
  const { told, api } = tellOf({
    startAttempt: async () => ok({ nextPosition: 7 } as never),
    openSession: async () => refused,
    sendConsent: async () => refused,
  });
  await api.startAttempt({});
  await api.openSession({ kind: 'session' });
  await api.sendConsent({ version: '1', language: 'pt', accepted: true });
  expect(told).toEqual([]);
});

test('a lost network is told once, and its return once, whichever call meets it', async () => {
  const answers = [unreachable, unreachable, view('camera'), view('camera')];
  const heard: boolean[] = [];
  const { told, api } = tellOf({
    readSession: async () => answers.shift() ?? unreachable,
    sendFrame: async (_frame, watch) => {
      watch.onTrouble(true);
      watch.onTrouble(true);
      watch.onTrouble(false);
      return ok({ step: 0, hint: 'good', attemptsLeft: 1 });
    },
  });
  for (let at = 0; at < 4; at += 1) await api.readSession();
  expect(told).toEqual(['connection_lost', 'connection_back']);
  await api.sendFrame(frame, { ...quiet, onTrouble: (troubled) => heard.push(troubled) });
  expect(told).toEqual(['connection_lost', 'connection_back', 'connection_lost', 'connection_back']);
  expect(heard).toEqual([true, true, false]);
});
