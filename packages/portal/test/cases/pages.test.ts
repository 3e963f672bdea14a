import type { ProcessCase, TransactionCase } from '@titular/contract';
import { moneyWords } from '@titular/contract/money-words';
import { expect, test } from 'vitest';
import { patchRows } from '../../src/lists/use-pages.ts';
import { processRowOf, transactionRowOf } from '../../src/pages/case/model/case-row.ts';
import { durationWords } from '../../src/pages/case/timeline/clock-time.ts';
import { answeredKey, faultKey } from '../../src/words/delivery-words.ts';

test('a row that is known better is changed in its place, and nothing else moves', () => {
  const kept = {
    pages: [{ rows: [{ id: 'a', status: 1 }] }, { rows: [{ id: 'b', status: 1 }] }],
    pageParams: [],
  };
  const patched = patchRows(kept, 'b', { status: 2 });
  expect(patched?.pages.map(({ rows }) => rows)).toEqual([
    [{ id: 'a', status: 1 }],
    [{ id: 'b', status: 2 }],
  ]);
  expect(patchRows(kept, 'c', { status: 2 })).toBe(kept);
  expect(patchRows(undefined, 'a', {})).toBeUndefined();
  expect(patchRows(kept, 'a', ({ status }) => ({ status: status + 1 }))?.pages[0]?.rows).toEqual([
    { id: 'a', status: 2 },
  ]);
});

test('the line of an open transaction says of status, reason, attempts, company and webhooks what the case says', () => {
  const answer = {
    transaction: { status: 'refused', history: [{ reasons: ['old'] }, { reasons: ['new'] }] },
    captures: { attempts: [{}, {}] },
    companyName: 'Shop',
    isTimelineCut: false,
  };
  const lineWith = (...states: string[]) =>
    transactionRowOf({
      ...answer,
      deliveries: states.map((state) => ({ state })),
    } as unknown as TransactionCase);
  expect(lineWith()).toEqual({
    ...{ status: 'refused', reasons: ['new'], attempts: 2, companyName: 'Shop', webhooks: 'none' },
  });
  expect(lineWith('delivered', 'failed', 'pending').webhooks).toBe('failed');
  expect(lineWith('delivered', 'sending').webhooks).toBe('pending');
  expect(lineWith('delivered').webhooks).toBe('delivered');
  const cut = { ...answer, isTimelineCut: true, deliveries: [] } as unknown as TransactionCase;
  expect(transactionRowOf(cut)).not.toHaveProperty('webhooks');
});

test('the line of an open process says what the case says, and counts uses that the person does not see', () => {
  const answer = {
    ...{ process: { state: 'FINISHED', result: 'OK' }, usedBy: [{}, {}], companyName: 'Shop' },
  } as unknown as ProcessCase;
  expect(processRowOf(answer, { uses: 1 })).toEqual({
    ...{ state: 'FINISHED', result: 'OK', uses: 2, companyName: 'Shop' },
  });
  expect(processRowOf(answer, { uses: 5 }).uses).toBe(5);
});

test('amounts are exact, and written as each language writes them', () => {
  expect(moneyWords('1234.5', 'BRL', 'pt-BR')).toBe('R$\u00a01.234,50');
  expect(moneyWords('1234567890123.1234', undefined, 'en-US')).toBe('1,234,567,890,123.1234');
  expect(moneyWords('1234.5', 'INR', 'en-US', 'code')).toBe('INR\u00a01,234.50');
  expect(moneyWords('10', 'nonsense', 'en-US')).toBe('10 nonsense');
  expect(moneyWords('<b>', undefined, 'en-US')).toBe('<b>');
});

test('lengths of time are in one unit', () => {
  expect(durationWords(250, 'en-US')).toBe('250 ms');
  expect(durationWords(2_500, 'en-US')).toBe('2.5 sec');
  expect(durationWords(90_000, 'en-US')).toBe('1.5 min');
});

test('what a receiver answered, and why it did not, has words (P8)', () => {
  expect([200, 302, 401, 404, 410, 418, 429, 503].map(answeredKey)).toEqual([
    ...['status_2xx', 'status_3xx', 'status_401', 'status_404'],
    ...['status_410', 'status_4xx', 'status_429', 'status_5xx'],
  ]);
  expect(
    ['no complete answer in time', 'connect ECONNREFUSED 127.0.0.1:80', 'getaddrinfo ENOTFOUND x', 'odd'].map(
      faultKey,
    ),
  ).toEqual(['fault_timeout', 'fault_refused', 'fault_unknown_host', 'fault_other']);
});
