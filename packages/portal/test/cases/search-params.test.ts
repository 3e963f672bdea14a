import { randomInt, randomUUID } from 'node:crypto';
import { TRANSACTION_STATUSES } from '@titular/contract/transactions';
import { describe, expect, test } from 'vitest';
import {
  countFilters,
  parseProcessesSearch,
  parseStatuses,
  parseTransactionsSearch,
  printStatuses,
  toTransactionsBody,
} from '../../src/lists/search-params.ts';

const company = randomUUID();

describe('the address of the list of transactions', () => {
  test('carries every filter, and reads back what it wrote', () => {
    const search = {
      company,
      status: 'approved.canceled',
      module: 'super-pre',
      from: '2026-11-01',
      to: '2026-11-20',
      reason: 'face_differs',
      changed: false,
      open: randomUUID(),
    } as const;
    expect(parseTransactionsSearch(search)).toEqual(search);
    expect(countFilters(search)).toBe(6);
  });

  test('leaves out what it does not know: order numbers, persons, cards and nonsense (P38)', () => {
    const nonsense = {
      orderNumber: 'order-1001',
      identity: '52998224725',
      q: '4111',
      status: 'approved\u0000.nothing',
      module: 'none',
      from: '2026-13-01',
      to: 20261101,
      reason: 'no such reason',
      changed: 'true',
      company: 'shop',
      open: '../../me',
    };
    expect(parseTransactionsSearch(nonsense)).toEqual({});
  });

  test('any set of statuses comes back in one order, so that one filter has one address', () => {
    for (let round = 0; round < 200; round += 1) {
      const statuses = TRANSACTION_STATUSES.filter(() => randomInt(2) === 1);
      const shuffled = statuses.toSorted(() => randomInt(3) - 1);
      expect(parseStatuses(printStatuses(shuffled))).toEqual(statuses);
    }
  });

  test('asks for whole days of the viewer’s zone', () => {
    const body = toTransactionsBody({ from: '2026-11-01', to: '2026-11-01' });
    const [from = '', before = ''] = [body.createdFrom, body.createdBefore];
    expect(new Date(from).getHours()).toBe(0);
    expect(new Date(from).getDate()).toBe(1);
    expect(new Date(before).getDate()).toBe(2);
    expect(new Date(before).getHours()).toBe(0);
  });

  test('sends nothing that is not asked for', () => {
    expect(toTransactionsBody({})).toEqual({});
  });
});

test('the address of the list of processes knows states and results alone', () => {
  const search = {
    company,
    state: 'PROCESS_STATE_FAILED',
    result: 'PROCESS_RESULT_EXPIRED',
    clientReference: 'x',
  };
  const { clientReference: _, ...known } = search;
  expect(parseProcessesSearch(search)).toEqual(known);
  expect(parseProcessesSearch({ state: 'open' })).toEqual({});
});
