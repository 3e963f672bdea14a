import { EventEmitter } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createLog } from '@titular/server/kernel/base/log.ts';
import { createOverloadGate } from '@titular/server/kernel/http/overload/overload-gate.ts';
import { expect, test } from 'vitest';

const LEAST = 8;
/** A rate at which all that is under way would fit, if these requests counted. */
const ANSWERED = 1_000;

type Ending = { statusCode: number; writableFinished: boolean };

/** Whether a starved process that ended so many requests like this sheds one more beside twelve that it holds. */
function shedsAfter(ending: Ending): boolean {
  let nowMs = 0;
  const pending: (() => void)[] = [];
  let shed = 0;
  const gate = createOverloadGate({
    ...{
      targetMs: 50,
      least: LEAST,
      frontOf: () => 'public',
      isStopping: () => false,
      concurrency: { limitsOfFull: () => undefined },
      recordCall: () => undefined,
      log: createLog('silent'),
    },
    sendShed: () => {
      shed += 1;
    },
    timer: {
      nowMs: () => nowMs,
      after: (_milliseconds, work) => void pending.push(work),
      openQuota: () => () => undefined,
    },
  });
  const listener = gate.guard(() => undefined);
  const begin = (end: Ending): EventEmitter => {
    const response = Object.assign(new EventEmitter(), end);
    const request = { url: '/api/public/v1/thing', headers: {} };
    listener(request as IncomingMessage, response as unknown as ServerResponse);
    return response;
  };
  for (let one = 0; one < 12; one += 1) begin(ending);
  for (let window = 0; window < 3; window += 1) {
    for (let one = 0; one < ANSWERED; one += 1) begin(ending).emit('close');
    nowMs += 325;
    for (const work of pending.splice(0)) work();
  }
  const before = shed;
  begin(ending);
  return shed > before;
}

test.each([200, 201, 409, 500, 503])(
  'a request answered whole with %i was carried out (S60)',
  (statusCode) => {
    expect(shedsAfter({ statusCode, writableFinished: true })).toBe(false);
  },
);

test.each([400, 403, 404, 405, 429])('one turned away with %i was not', (statusCode) => {
  expect(shedsAfter({ statusCode, writableFinished: true })).toBe(true);
});

test('nor was one whose client left before the whole answer', () => {
  expect(shedsAfter({ statusCode: 200, writableFinished: false })).toBe(true);
});
