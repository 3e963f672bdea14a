import { randomInt } from 'node:crypto';
import type { TransactionStatus } from '@titular/contract';
import { changeStatus } from '@titular/server/transactions/change/change-status.ts';
import { advance, isFinal, type TransactionEvent } from '@titular/server/transactions/transaction.ts';
import { asId } from '@titular/test-kit/as-id.ts';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ALL_PAIRS, checkTrail, eventSequences, expectedAfter, isExpectedFinal } from './status-oracle.ts';
import { type Fixture, openTransactionFixture } from './transaction-fixture.ts';

const PURE_SEQUENCES = 10_000;
const BATCHES = 63;
const BATCH_SIZE = 16;

const seed = randomInt(2 ** 31);
let fixture: Fixture;

beforeAll(async () => {
  console.info(`seed ${seed}`);
  fixture = await openTransactionFixture();
});
afterAll(() => fixture.close());

test(`keeps ${PURE_SEQUENCES} random sequences of events on the written graph, and final statuses whatever comes after (R75)`, () => {
  const met = new Set<string>();
  fc.assert(
    fc.property(eventSequences, ({ first, events }) => {
      let status: TransactionStatus = first;
      for (const event of events) {
        met.add(`${status} ${event}`);
        expect(isFinal(status)).toBe(isExpectedFinal(status));
        const next: TransactionStatus | undefined = advance(status, event);
        expect(next, `${status} ${event}`).toBe(expectedAfter(status, event));
        status = next ?? status;
      }
    }),
    { seed, numRuns: PURE_SEQUENCES },
  );
  expect([...met].sort()).toEqual(ALL_PAIRS);
});

/** Lets the events happen one after the other, each in a commit of its own, and holds every outcome against the written graph. */
async function play(first: 'waiting' | 'fast-inconclusive', events: readonly TransactionEvent[]) {
  const { db } = fixture.database;
  const id = await fixture.newTransaction(first);
  let status: TransactionStatus = first;
  const taken: { event: string; to: TransactionStatus }[] = [{ event: 'create', to: first }];
  for (const event of events) {
    const outcome = await db
      .transaction()
      .execute((trx) =>
        changeStatus(trx, fixture.tenantId, asId(id), { event, actor: 'service', at: fixture.clock.now() }),
      );
    const next = expectedAfter(status, event);
    expect(outcome, `${status} ${event}`).toEqual({
      kind: next ? 'changed' : 'unmoved',
      status: next ?? status,
    });
    if (next) taken.push({ event, to: next });
    status = next ?? status;
  }
  expect(await checkTrail(db, id)).toEqual({ status, history: taken });
}

test(`keeps ${BATCHES * BATCH_SIZE} random sequences in the database on the written graph, with a history that replays and one event of the end (R75)`, async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(eventSequences, { minLength: BATCH_SIZE, maxLength: BATCH_SIZE }),
      async (sequences) => {
        await Promise.all(sequences.map(({ first, events }) => play(first, events)));
      },
    ),
    { seed, numRuns: BATCHES },
  );
});
