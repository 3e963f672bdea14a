import { createHash } from 'node:crypto';
import { MAX_STEPS } from '@titular/server/kernel/database/walks/walk-others.ts';
import { findLinks, type LinkRules } from '@titular/server/transactions/create/link-store.ts';
import { explain, rowsRead } from '@titular/test-kit/explain.ts';
import { addTransactions } from '@titular/test-kit/fill-volume.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openVolume, type VolumeFixture } from '../erasure/volume-fixture.ts';

const MANY = 100_000;
/** A descent of an index of this size, and a page of the table for a row that no vacuum has seen; 14 pages in all were measured for four steps. */
const PAGES_OF_A_STEP = 6;
const RULES: LinkRules = {
  ...{ linkDays: 30, identitiesPerCard: 3, manyIdentities: 'note' },
  ...{ cardsPerIdentity: 3, manyCards: 'note' },
};
const hashOf = (text: string): Buffer => createHash('sha256').update(text).digest();
const NOW = new Date('2026-06-01T12:00:00Z');

let volume: VolumeFixture;
let salt = 0;

/** Adds transactions of cards and identities that SQL names from `n`, so many days ago. */
async function fill(count: number, card: string, identity: string, daysAgo: string): Promise<void> {
  const at = `timestamptz '2026-06-01T12:00:00Z' - (${daysAgo}) * interval '1 day' - interval '1 second'`;
  salt += 1_000_000;
  const times = { createdAt: at, finishedAt: at, expiresAt: at };
  await addTransactions(volume.filler, volume.owner, { ...times, count, status: "'expired'", salt });
  await volume.filler.query(
    `UPDATE transactions SET card_hash = sha256(convert_to(${card}, 'UTF8')), identity_hash = sha256(convert_to(${identity}, 'UTF8'))
     FROM (SELECT transaction_id AS id, right(order_number, 9)::integer AS n FROM transactions WHERE card_hash IN
       (SELECT sha256(convert_to((n + ${salt})::text || 'c', 'UTF8')) FROM generate_series(1, ${count}) AS n)) AS made
     WHERE transaction_id = id`,
  );
}

/** What is found of card and identity, with the statement that found it. */
async function look(card: string, identity: string, rules: Partial<LinkRules> = {}) {
  const recorder = volume.record();
  const hashes = { cardHash: hashOf(card), identityHash: hashOf(identity) };
  const found = await findLinks(recorder.db, volume.owner.tenantId, hashes, { ...RULES, ...rules }, NOW);
  const [statement] = recorder.statements;
  if (!statement) return { found, buffers: 0, rows: 0 };
  const { plan, buffers } = await explain(recorder.pool, statement);
  return { found, buffers, rows: rowsRead(plan) };
}

beforeAll(async () => {
  volume = await openVolume();
  await fill(1, "'single card'", "'single person'", '1');
  await fill(MANY, "'busy card'", "'busy person'", 'n % 300');
  await fill(2_000, "'card of old ones'", "'old ' || n", '60');
  await fill(2_000, "'card of many'", "'new ' || n", '1');
  await fill(4, "'card of four'", "'one of four ' || n", 'n * 7');
}, 720_000);
afterAll(() => volume.close());

describe.each(['before the table was analyzed', 'after it was analyzed and vacuumed'])(
  'links of card and identity, %s (R65)',
  (when) => {
    beforeAll(async () => {
      if (when.startsWith('after')) await volume.filler.query('VACUUM ANALYZE transactions');
    }, 720_000);

    test(`one of ${MANY} transactions reads as few pages as one of a single transaction`, async () => {
      const single = await look('single card', 'single person');
      const busy = await look('busy card', 'busy person');
      expect([single.found, busy.found]).toEqual([[], []]);
      for (const { buffers, rows } of [single, busy]) {
        // Two walks of two steps, each with the row that a walk adds.
        expect(buffers).toBeLessThanOrEqual(4 * PAGES_OF_A_STEP);
        expect(rows).toBeLessThanOrEqual(16);
      }
    });

    test('a card of 2,000 identities is known after those that the company allows', async () => {
      const { found, buffers } = await look('card of many', 'somebody');
      expect(found).toEqual(['card_of_many_identities']);
      expect(buffers).toBeLessThanOrEqual(8 * PAGES_OF_A_STEP);
    });

    test(`a walk through identities of long ago ends after ${MAX_STEPS} steps, and counts as many`, async () => {
      const { found, buffers } = await look('card of old ones', 'somebody');
      expect(found).toEqual(['card_of_many_identities']);
      expect(buffers).toBeLessThanOrEqual((MAX_STEPS + 4) * PAGES_OF_A_STEP);
    });
  },
);

describe('counting links (R65)', () => {
  test.each([
    [
      'four of them, the own one counted, where three are allowed',
      'one of four 1',
      { identitiesPerCard: 3 },
      true,
    ],
    ['four of them where four are allowed', 'one of four 1', { identitiesPerCard: 4 }, false],
    ['a fifth, that counts too', 'a fifth', { identitiesPerCard: 4 }, true],
    ['three within 15 days where two are allowed', 'a fifth', { identitiesPerCard: 2, linkDays: 15 }, true],
    [
      'three within 15 days where three are allowed',
      'a fifth',
      { identitiesPerCard: 3, linkDays: 15 },
      false,
    ],
    ['not looked for', 'a fifth', { identitiesPerCard: 1, manyIdentities: 'ignore' }, false],
  ] as const)('of a card: %s', async (_what, identity, rules, isFound) => {
    const { found } = await look('card of four', identity, rules);
    expect(found?.includes('card_of_many_identities')).toBe(isFound);
  });

  test('nothing is asked where the company ignores both', async () => {
    const { found } = await look('card of four', 'a fifth', {
      manyIdentities: 'ignore',
      manyCards: 'ignore',
    });
    expect(found).toBeUndefined();
  });
});
