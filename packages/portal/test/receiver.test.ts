import type { ReceiverEndpoint } from '@titular/contract';
import { describe, expect, test } from 'vitest';
import '../src/i18n/all-texts.ts';
import { LANGUAGES, languageFacts } from '../src/i18n/languages.ts';
import { createTranslate } from '../src/i18n/texts.ts';
import { aboutFilter, healthSentence } from '../src/pages/receiver/receiver-words.ts';
import { onClear, openReceiver, receiverStore, receiverToken } from '../src/service/session.ts';

const ID = '018f3c2a-7b1e-7c3d-9a4b-5c6d7e8f9a0b';
const WELL: ReceiverEndpoint = {
  ...{ url: 'https://shop.example/webhooks', failures: 0 },
  ...{ waiting: 0, more: false, delivered: 19, failed: 1 },
};
const say = (endpoint: Partial<ReceiverEndpoint>): string =>
  healthSentence({ ...WELL, ...endpoint }, createTranslate('en'), 'en-US');

describe('how an endpoint does, in words', () => {
  test('tells what arrived, and what waits', () => {
    expect(say({})).toBe('19 of the last 20 deliveries arrived. Nothing waits.');
    expect(say({ delivered: 1, failed: 0, waiting: 1 })).toBe('1 of 1 delivery arrived. 1 delivery waits.');
    expect(say({ waiting: 10_000, more: true })).toContain('More than 10,000 deliveries wait.');
  });

  test('tells since when it fails, and that nothing was sent yet', () => {
    const failing = say({ failures: 3, failingSince: '2026-03-04T12:00:00Z' });
    expect(failing).toMatch(/^Failing since .*2026.*, with 3 failed attempts in a row\. Nothing waits\.$/);
    expect(say({ delivered: 0, failed: 0 })).toBe('Nothing was delivered yet. Nothing waits.');
  });

  test('is whole in every language', () => {
    for (const language of LANGUAGES) {
      const words = healthSentence(WELL, createTranslate(language), languageFacts[language].tag);
      expect(words).toMatch(/19.*20.*\. .+\.$/);
    }
  });
});

describe('what the list is narrowed to', () => {
  test('is an order number, and by a whole id a transaction as well', () => {
    expect(aboutFilter(` ${ID.toUpperCase()} `)).toEqual({
      transaction: ID,
      orderNumber: ID.toUpperCase(),
    });
    expect(aboutFilter(' order-1001 ')).toEqual({ orderNumber: 'order-1001' });
    expect(aboutFilter('  ')).toEqual({});
  });
});

describe('the session of the page', () => {
  test('that another tab replaced leaves nothing of the endpoint before', () => {
    let cleared = 0;
    onClear(() => {
      cleared += 1;
    });
    const session = { environment: 'test', expiresAt: '2026-03-04T20:00:00Z', endpoint: WELL } as const;
    openReceiver({ ...session, csrf: 'one' });
    openReceiver({ ...session, csrf: 'one', endpoint: { ...WELL, waiting: 1 } });
    expect([cleared, receiverToken()]).toEqual([0, 'one']);
    openReceiver({ ...session, csrf: 'two' });
    expect([cleared, receiverToken(), receiverStore.read().kind]).toEqual([1, 'two', 'open']);
  });
});
