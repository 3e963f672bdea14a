import { randomBytes } from 'node:crypto';
import { addSeconds } from '@titular/server/kernel/base/clock.ts';
import { newId } from '@titular/server/kernel/base/id.ts';
import { createInserter } from '@titular/server/transactions/create/insert-together.ts';
import { insertTransaction, type TransactionRow } from '@titular/server/transactions/insert-store.ts';
import { asId } from '@titular/test-kit/as-id.ts';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Fixture, openTransactionFixture } from './transaction-fixture.ts';

let fixture: Fixture;

beforeAll(async () => {
  fixture = await openTransactionFixture();
});
afterAll(() => fixture.close());

function newRow(changes: Partial<TransactionRow> = {}): TransactionRow {
  const createdAt = fixture.clock.now();
  const expiresAt = addSeconds(createdAt, 3_600);
  return {
    tenantId: fixture.tenantId,
    transactionId: newId(createdAt.getTime()),
    companyId: fixture.waiting,
    status: 'waiting',
    module: 'post',
    orderNumber: 'order "1", {NULL}',
    identityKey: 'cpf',
    identityHash: randomBytes(32),
    sealedIdentity: randomBytes(80),
    cardHash: randomBytes(32),
    sealedCard: randomBytes(140),
    replicaHash: randomBytes(32),
    value: '120.5000',
    currency: 'BRL',
    language: undefined,
    theme: 'dark',
    sealedRedirectUrl: undefined,
    referenceProcessId: undefined,
    reasons: [],
    createdAt,
    expiresAt,
    finishedAt: undefined,
    link: { codeHash: randomBytes(32), expiresAt },
    ...changes,
  };
}

/** All that a create wrote, without what tells one transaction from another. */
async function stored({ transactionId, link }: TransactionRow): Promise<unknown[]> {
  const { db } = fixture.database;
  const [transaction, ...rest] = await db
    .selectFrom('transactions')
    .selectAll()
    .where('transaction_id', '=', transactionId)
    .execute();
  const history = await db
    .selectFrom('transaction_history')
    .selectAll()
    .where('transaction_id', '=', transactionId)
    .execute();
  const links = await db
    .selectFrom('capture_links')
    .selectAll()
    .where('code_hash', '=', link?.codeHash ?? Buffer.of())
    .execute();
  const text = JSON.stringify([transaction, rest, history, links]);
  return JSON.parse(text.replaceAll(transactionId, 'ID'));
}

test('creates that come together write what each would write alone, in three statements at most', async () => {
  const { db, pool } = fixture.database;
  const shapes: Partial<TransactionRow>[] = [
    {},
    { value: undefined, currency: undefined, theme: undefined, language: 'pt-BR' },
    { sealedRedirectUrl: randomBytes(90), referenceProcessId: newId() },
    { status: 'fast-inconclusive', finishedAt: fixture.clock.now(), reasons: ['a', 'b,"c'], link: undefined },
  ];
  const rows = shapes.map((shape) => newRow(shape));
  const twins = rows.map((row) => ({
    ...row,
    transactionId: newId(),
    replicaHash: randomBytes(32),
    link: row.link && { ...row.link, codeHash: randomBytes(32) },
  }));
  let statements = 0;
  const count = (): void => {
    statements += 1;
  };
  pool.on('acquire', count);
  expect(await Promise.all(rows.map(createInserter(db)))).toEqual(rows.map(() => true));
  pool.off('acquire', count);
  expect(statements).toBeLessThanOrEqual(3);
  for (const twin of twins) await insertTransaction(db, twin);
  for (const [index, row] of rows.entries()) {
    const twin = twins[index] as TransactionRow;
    const hex = (bytes: Buffer = Buffer.from('none')): string => JSON.stringify(bytes);
    const likened = JSON.stringify(await stored(twin))
      .replaceAll(hex(twin.replicaHash), hex(row.replicaHash))
      .replaceAll(hex(twin.link?.codeHash), hex(row.link?.codeHash));
    expect(JSON.stringify(await stored(row))).toBe(likened);
  }
});

test('of creates with the same data that come together exactly one is written (R73)', async () => {
  const replicaHash = randomBytes(32);
  const rows = Array.from({ length: 40 }, () => newRow({ replicaHash }));
  const written = await Promise.all(rows.map(createInserter(fixture.database.db)));
  expect(written.filter(Boolean)).toHaveLength(1);
});

test('a create that the database refuses spoils none of those beside it', async () => {
  const rows = [
    newRow(),
    newRow(),
    newRow({ companyId: asId(newId()) }),
    newRow(),
    newRow({ value: '1e30' }),
  ];
  const settled = await Promise.allSettled(rows.map(createInserter(fixture.database.db)));
  expect(settled.map(({ status }) => status)).toEqual([
    ...['fulfilled', 'fulfilled', 'rejected', 'fulfilled', 'rejected'],
  ]);
  for (const index of [0, 1, 3]) expect(await stored(rows[index] as TransactionRow)).toHaveLength(4);
});

test.each(['TM503', 'P0001', '55P03', '40P01', '42501'])(
  'a create that a trigger refuses with %s spoils none of those beside it',
  async (code) => {
    const { db } = fixture.database;
    await sql`
      CREATE FUNCTION refuse_one() RETURNS trigger LANGUAGE plpgsql AS
        ${sql.lit(`BEGIN RAISE EXCEPTION 'refused' USING ERRCODE = '${code}'; END`)}`.execute(db);
    await sql`CREATE TRIGGER refuse_one BEFORE INSERT ON transactions FOR EACH ROW
      WHEN (NEW.order_number = 'refused') EXECUTE FUNCTION refuse_one()`.execute(db);
    const rows = [newRow(), newRow(), newRow({ orderNumber: 'refused' }), newRow()];
    const settled = await Promise.allSettled(rows.map(createInserter(db)));
    await sql`DROP FUNCTION refuse_one() CASCADE`.execute(db);
    expect(settled.map((one) => (one.status === 'fulfilled' ? one.value : one.reason.code))).toEqual([
      ...[true, true, code, true],
    ]);
  },
);

test('one refused row among 50 costs some statements more, not one for each', async () => {
  const { db, pool } = fixture.database;
  let statements = 0;
  const count = (): void => {
    statements += 1;
  };
  const rows = Array.from({ length: 52 }, (_, index) =>
    newRow(index === 30 ? { companyId: asId(newId()) } : {}),
  );
  pool.on('acquire', count);
  const settled = await Promise.allSettled(rows.map(createInserter(db)));
  pool.off('acquire', count);
  expect(settled.filter(({ status }) => status === 'rejected')).toHaveLength(1);
  // Two that come first, the rest, twelve on the way down in halves, and the row alone.
  expect(statements).toBeLessThanOrEqual(16);
});

test('a create that waits for another of the same data holds up none of those beside it', async () => {
  const { db } = fixture.database;
  const replicaHash = randomBytes(32);
  const { promise: mayEnd, resolve: end } = Promise.withResolvers<void>();
  const { promise: isHeld, resolve: held } = Promise.withResolvers<void>();
  const holder = db.transaction().execute(async (trx) => {
    await insertTransaction(trx, newRow({ replicaHash }));
    held();
    await mayEnd;
  });
  await isHeld;
  const insert = createInserter(db);
  let answered = 0;
  const wait = (): Promise<boolean> =>
    insert(newRow({ replicaHash })).finally(() => {
      answered += 1;
    });
  // Two that come alone, one after the other, and one among others.
  const waiting = [wait(), wait()];
  const first = insert(newRow());
  waiting.push(wait());
  const others = Array.from({ length: 20 }, () => insert(newRow()));
  expect(await Promise.all([first, ...others])).toEqual(Array.from({ length: 21 }, () => true));
  expect(answered).toBe(0);
  end();
  await holder;
  expect(await Promise.all(waiting)).toEqual([false, false, false]);
});

test('creates of the same data that come together in any order never end in a deadlock', async () => {
  const places = Array.from({ length: 12 }, (_, index) => index);
  const order = fc.shuffledSubarray(places, { minLength: places.length });
  const orders = fc.array(order, { minLength: 4, maxLength: 4 });
  await fc.assert(
    fc.asyncProperty(orders, async (chosen) => {
      const hashes = places.map(() => randomBytes(32));
      const written = await Promise.all(
        chosen.flatMap((one) => {
          const insert = createInserter(fixture.database.db);
          return one.map((place) => insert(newRow({ replicaHash: hashes[place] as Buffer })));
        }),
      );
      expect(written.filter(Boolean)).toHaveLength(places.length);
    }),
    { numRuns: 30 },
  );
});
