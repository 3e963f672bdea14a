import { newTransactionBody } from '@titular/test-kit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { connectFaulty } from './faulty-database.ts';
import { checkTrail } from './status-oracle.ts';
import { type Fixture, openTransactionFixture } from './transaction-fixture.ts';

const MORE_THAN_ALL_STATEMENTS = 14;

let fixture: Fixture;

beforeAll(async () => {
  fixture = await openTransactionFixture();
  // The first job of a kind writes a row that all others of the kind wait for.
  await fixture.operations(fixture.database).cancel(await fixture.newTransaction('waiting'));
});
afterAll(() => fixture.close());

/** Lets the database stand still at the nth statement of a cancel, then creates on the same pool; tells whether it stood still. */
async function stallAt(nth: number): Promise<boolean> {
  const { database, failAt, mend } = connectFaulty(fixture.connectionString, fixture.database);
  const [atRest, { db }] = [fixture.operations(fixture.database), fixture.database];
  try {
    const id = await fixture.newTransaction('waiting');
    failAt(nth, 'stalled');
    const answered = await fixture
      .operations(database)
      .cancel(id)
      .then(
        () => true,
        () => false,
      );
    const stalled = mend();
    expect(answered).toBe(!stalled);
    // What was given up on may still be carried out now: only one look at all of it is a look at one state.
    await db
      .transaction()
      .setIsolationLevel('repeatable read')
      .execute((trx) => checkTrail(trx, id));
    const created = await fixture.operations(database).create({ body: newTransactionBody(fixture.waiting) });
    expect(await atRest.read(String(created['id']))).toEqual({ status: 'waiting' });
    expect(await fixture.operations(database).cancel(id)).toEqual({ status: 'canceled' });
    expect((await checkTrail(db, id)).status).toBe('canceled');
    return stalled;
  } finally {
    await database.close();
  }
}

test('createTransaction 200: what is answered is committed, also after the database stood still at any statement of another change (R76, R77)', async () => {
  const numbers = Array.from({ length: MORE_THAN_ALL_STATEMENTS }, (_, index) => index + 1);
  const stalled = await Promise.all(numbers.map(stallAt));
  expect([stalled[0], stalled.at(-1)]).toEqual([true, false]);
});
