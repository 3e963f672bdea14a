import { SDK_CHANNEL } from '@titular/contract';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseParentMessage } from '../../capture-page/src/embedding/channel.ts';
import { openMessage, parseFrameMessage } from '../src/frame/frame-message.ts';
import { namePageLoad } from '../src/frame/page-load.ts';

const channel = SDK_CHANNEL;

describe('the messages between the SDK and the page (R57)', () => {
  test('whatever arrives is either a message of the contract, copied field by field, or nothing', () => {
    const words = fc.constantFrom('ready', 'stays', 'closed', 'event', 'finished', 'error', 'open', 'other');
    const message = fc.record({
      channel: fc.oneof(fc.constant(channel), fc.anything()),
      type: fc.oneof(words, fc.anything()),
      event: fc.anything(),
      transactionId: fc.anything(),
      status: fc.anything(),
      code: fc.anything(),
      language: fc.anything(),
      pageLoad: fc.anything(),
      extra: fc.anything(),
    });
    fc.assert(
      fc.property(fc.oneof(message, fc.anything()), (data) => {
        const [fromFrame, fromParent] = [parseFrameMessage(data), parseParentMessage(data)];
        if (fromFrame) expect(fromFrame).not.toHaveProperty('extra');
        if (fromParent) expect(Object.keys(fromParent)).toEqual(['code', 'language', 'pageLoad']);
      }),
    );
  });

  test('what the SDK sends is what the page understands', () => {
    const code = 'x'.repeat(32);
    const pageLoad = namePageLoad();
    expect(pageLoad).toMatch(/^[0-9a-f]{32}$/);
    expect(namePageLoad()).toBe(pageLoad);
    for (const language of ['es', undefined] as const)
      expect(parseParentMessage(openMessage(code, language, pageLoad))).toEqual({ code, language, pageLoad });
    const other = parseParentMessage(openMessage(code, 'es', 'x'));
    expect(other).toEqual({ code, language: 'es', pageLoad: undefined });
  });

  test.each([
    { type: 'ready' },
    { type: 'stays' },
    { type: 'closed' },
    { type: 'event', event: 'opened' },
    { type: 'finished', transactionId: crypto.randomUUID(), status: 'approved' },
    { type: 'error', code: 'session_ended' },
  ])('%o is heard', (message) => {
    expect(parseFrameMessage({ channel, ...message })).toEqual({ channel, ...message });
  });

  test('a status that is newer than a bundled SDK is heard, and a newer code of an error is a fault', () => {
    const transactionId = crypto.randomUUID();
    const finished = { channel, type: 'finished', transactionId, status: 'approved-by-bank' };
    expect(parseFrameMessage(finished)).toEqual(finished);
    for (const status of ['', 'Approved', 'a b', 'x'.repeat(41), 1, undefined])
      expect(parseFrameMessage({ ...finished, status })).toBeUndefined();
    const error = { channel, type: 'error', code: 'camera_was_sold' };
    expect(parseFrameMessage(error)).toEqual({ ...error, code: 'service_fault' });
    expect(parseFrameMessage({ ...error, code: 7 })).toBeUndefined();
  });
});
