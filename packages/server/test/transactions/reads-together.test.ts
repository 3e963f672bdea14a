import { newId, type TenantId } from '@titular/server/kernel/base/id.ts';
import { createStatusFinder } from '@titular/server/transactions/read/read-transaction.ts';
import { findStatus, findStatuses, type TransactionKey } from '@titular/server/transactions/status-store.ts';
import { asId } from '@titular/test-kit/as-id.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Fixture, openTransactionFixture } from './transaction-fixture.ts';

let fixture: Fixture;
let keys: TransactionKey[];

const keyOf = (transactionId: string, tenantId: TenantId = fixture.tenantId): TransactionKey => ({
  tenantId,
  transactionId: asId(transactionId),
});

beforeAll(async () => {
  fixture = await openTransactionFixture();
  const ids: string[] = [];
  for (const first of ['waiting', 'fast-inconclusive', 'waiting'] as const)
    ids.push(await fixture.newTransaction(first));
  keys = ids.map((id) => keyOf(id));
});
afterAll(() => fixture.close());

test('reads that come together are answered as each would be alone, and have three statements at most', async () => {
  const { db, pool } = fixture.database;
  const stranger = newId();
  const asked = [
    ...keys,
    ...keys.map(({ transactionId }) => keyOf(transactionId, stranger)),
    keyOf(newId()),
    ...keys.toReversed(),
  ];
  const alone = await Promise.all(
    asked.map(({ tenantId, transactionId }) => findStatus(db, tenantId, transactionId)),
  );
  let statements = 0;
  const count = (): void => {
    statements += 1;
  };
  pool.on('acquire', count);
  const find = createStatusFinder(db);
  const together = await Promise.all(asked.map(find));
  pool.off('acquire', count);
  expect(together).toEqual(alone);
  expect(alone.map((one) => one?.status)).toEqual([
    ...['waiting', 'fast-inconclusive', 'waiting'],
    ...[undefined, undefined, undefined, undefined],
    ...['waiting', 'fast-inconclusive', 'waiting'],
  ]);
  expect(statements).toBeLessThanOrEqual(3);
});

test('a transaction asked for many times in one statement is told each time', async () => {
  const [key] = keys;
  const many = Array.from({ length: 50 }, () => key as TransactionKey);
  const found = await findStatuses(fixture.database.db, many);
  expect(new Set(found.map((one) => one?.status))).toEqual(new Set(['waiting']));
  expect(found).toHaveLength(50);
});
