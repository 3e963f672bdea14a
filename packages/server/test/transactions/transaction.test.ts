import { TRANSACTION_STATUSES, type TransactionStatus } from '@titular/contract';
import {
  advance,
  isExpiredCard,
  isFinal,
  keptBinDigits,
  statusesThatTake,
  TRANSACTION_EVENTS,
  transitions,
} from '@titular/server/transactions/transaction.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

const finals: TransactionStatus[] = [
  'approved',
  'inconclusive',
  'expired',
  'unknown-share',
  'fast-inconclusive',
  'absent-holder',
  'canceled',
];

describe('the graph of statuses', () => {
  test('the final ones are those of the wire, and nothing leads out of them (R75)', () => {
    expect(TRANSACTION_STATUSES.filter(isFinal).sort()).toEqual([...finals].sort());
    for (const status of finals) {
      for (const event of TRANSACTION_EVENTS) expect(advance(status, event)).toBeUndefined();
    }
  });

  test('every event is taken somewhere, and what takes it is told', () => {
    for (const event of TRANSACTION_EVENTS) {
      const takers = statusesThatTake(event);
      expect(takers.length).toBeGreaterThan(0);
      for (const status of TRANSACTION_STATUSES) {
        expect(takers.includes(status)).toBe(advance(status, event) !== undefined);
      }
    }
  });

  test('only a capture under decision is approved, and nothing but the decision ends it', () => {
    for (const status of TRANSACTION_STATUSES) {
      const leadsToApproval = Object.values(transitions[status]).includes('approved');
      expect(leadsToApproval).toBe(status === 'processing');
    }
    expect(transitions.processing).toEqual({ approve: 'approved', reject: 'inconclusive' });
  });

  test('any sequence of events stays on the graph and ends at most once (R75)', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...TRANSACTION_EVENTS), { maxLength: 40 }), (events) => {
        let status: TransactionStatus = 'waiting';
        let changesAfterEnd = 0;
        for (const event of events) {
          const next: TransactionStatus | undefined = advance(status, event);
          if (!next) continue;
          expect(transitions[status][event]).toBe(next);
          if (isFinal(status)) changesAfterEnd += 1;
          status = next;
        }
        expect(changesAfterEnd).toBe(0);
      }),
      { numRuns: 2_000 },
    );
  });

  test.each(['constructor', '__proto__', 'toString'])('the name %s of every object is no event', (name) => {
    expect(TRANSACTION_EVENTS).not.toContain(name);
  });
});

describe('card digits', () => {
  test.each([
    ['34000000', '340000'],
    ['37828224', '378282'],
    ['36148900', '361489'],
    ['38520000', '385200'],
    ['30569309', '305693'],
    ['35280000', '35280000'],
    ['41111111', '41111111'],
    ['51234567', '51234567'],
    ['65000000', '65000000'],
  ])('of %s no more is kept than %s', (binDigits, kept) => {
    expect(keptBinDigits(binDigits)).toBe(kept);
  });
});

describe('the expiry of a card', () => {
  test.each([
    ['11/26', '2026-11-20T12:00:00Z', false],
    ['10/26', '2026-11-20T12:00:00Z', true],
    ['12/25', '2026-01-01T12:00:00Z', true],
    ['12/25', '2026-01-01T11:59:59.999Z', false],
    ['12/25', '2025-12-31T23:59:59Z', false],
    ['02/28', '2028-02-29T23:59:59Z', false],
    ['02/28', '2028-03-01T12:00:00Z', true],
    ['01/00', '2026-11-20T12:00:00Z', true],
    ['12/49', '2026-11-20T12:00:00Z', false],
    ['12/51', '2026-11-20T12:00:00Z', false],
    ['12/52', '2026-11-20T12:00:00Z', true],
    ['12/60', '2026-11-20T12:00:00Z', true],
    ['12/99', '2026-11-20T12:00:00Z', true],
    ['12/99', '2090-11-20T12:00:00Z', false],
    ['06/03', '2098-11-20T12:00:00Z', false],
    ['12/99', '2100-01-01T12:00:00Z', true],
  ])('%s at %s has passed: %s, counted where on earth the month ends last', (date, now, hasPassed) => {
    expect(isExpiredCard(date, new Date(now))).toBe(hasPassed);
  });
});
