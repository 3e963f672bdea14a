import { TRANSACTION_STATUSES, type TransactionStatus } from '@titular/contract';
import {
  listTransactions,
  SCANNED_ROWS,
  type TransactionFilter,
} from '@titular/server/transactions/read/transaction-list-store.ts';
import { explain, nodesOf, rowsRead } from '@titular/test-kit/explain.ts';
import { addTransactions, type Owner } from '@titular/test-kit/fill-volume.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openVolume, type VolumeFixture } from '../erasure/volume-fixture.ts';

const COUNT = 40_000;
const PAGE = 21;
let volume: VolumeFixture;
let rare: Owner;

/** Half a minute apart, for two weeks; the third status of them is rare and old, and the second company has few. */
beforeAll(async () => {
  volume = await openVolume();
  rare = await volume.addCompany();
  const at = (n: string) => `now() - (${n}) * interval '30 seconds'`;
  const status = `CASE WHEN n > ${COUNT} - 30 THEN 'absent-holder' WHEN n % 2 = 0 THEN 'expired' ELSE 'canceled' END`;
  const times = { createdAt: at('n'), finishedAt: at('n'), expiresAt: at('n') };
  await addTransactions(volume.filler, volume.owner, { ...times, count: COUNT, status, salt: 0 });
  await addTransactions(volume.filler, rare, { ...times, count: 40, status: "'expired'", salt: 1_000_000 });
  await volume.filler.query(`UPDATE transactions SET order_number = 'erased' WHERE order_number LIKE '%7'`);
  await volume.filler.query(
    `UPDATE transactions SET order_number = upper(order_number) WHERE order_number LIKE '%3'`,
  );
  await volume.filler.query('VACUUM ANALYZE transactions');
}, 360_000);
afterAll(() => volume.close());

const NOTHING: TransactionFilter = {
  orderNumber: undefined,
  orderNumberPrefix: undefined,
  status: undefined,
  companyId: undefined,
  createdFrom: undefined,
  createdBefore: undefined,
  beforeId: undefined,
};
const daysAgo = (days: number): Date => new Date(Date.now() - days * 86_400_000);

/** Every value that a filter of the list is tried with; none is always one of them. */
const VALUES: { [Name in keyof TransactionFilter]: () => TransactionFilter[Name][] } = {
  orderNumber: () => [
    undefined,
    'order-2026-000000011',
    'ORDER-2026-000000013',
    'Order-2026-000000011',
    'erased',
    'none',
  ],
  orderNumberPrefix: () => [
    undefined,
    'order-',
    'ORDER-',
    'order-2026-00003999',
    'ORDER-2026-00003999',
    'none',
  ],
  status: () => [undefined, 'expired', 'absent-holder', 'unknown-share'],
  companyId: () => [undefined, volume.owner.companyId, rare.companyId],
  createdFrom: () => [undefined, daysAgo(7)],
  createdBefore: () => [undefined, daysAgo(3)],
  beforeId: () => [undefined],
};

const combine = (): TransactionFilter[] =>
  Object.entries(VALUES).reduce<TransactionFilter[]>(
    (filters, [name, values]) =>
      filters.flatMap((filter) => values().map((value) => ({ ...filter, [name]: value }))),
    [NOTHING],
  );

/** What a filter finds, told by a statement that reads everything. */
async function expected(filter: TransactionFilter): Promise<string[]> {
  const { orderNumber, orderNumberPrefix, status, companyId, createdFrom, createdBefore } = filter;
  const { rows } = await volume.pool.query({
    text: `SELECT transaction_id FROM transactions WHERE tenant_id = $1
      AND ($2::text IS NULL OR order_number = $2) AND ($3::text IS NULL OR starts_with(order_number, $3))
      AND ($4::text IS NULL OR status = $4) AND ($5::uuid IS NULL OR company_id = $5)
      AND ($6::timestamptz IS NULL OR created_at >= $6) AND ($7::timestamptz IS NULL OR created_at < $7)
      ORDER BY transaction_id DESC LIMIT ${PAGE}`,
    values: [
      volume.owner.tenantId,
      ...[orderNumber, orderNumberPrefix, status, companyId, createdFrom, createdBefore].map(
        (value) => value ?? null,
      ),
    ],
  });
  return rows.map((row) => row.transaction_id);
}

/** Pages of a list until one is full or nothing is left. */
async function findAll(filter: TransactionFilter): Promise<string[]> {
  const found: string[] = [];
  let next = filter;
  for (;;) {
    const page = await listTransactions(volume.db, volume.owner.tenantId, next, PAGE - found.length);
    found.push(...page.found.map((one) => one.transactionId));
    if (page.scanned === undefined) return found;
    next = { ...filter, beforeId: page.scanned };
  }
}

describe('lists of transactions', () => {
  test('find what everything read would find, for every combination of filters (F19, A-09, S35)', async () => {
    for (const filter of combine())
      expect(await findAll(filter), JSON.stringify(filter)).toEqual(await expected(filter));
  }, 900_000);

  test('read a bounded number of rows in each statement, by index, for every combination of filters (F19, A-09, S35)', async () => {
    const recorder = volume.record();
    for (const filter of combine()) {
      recorder.statements.length = 0;
      await listTransactions(recorder.db, volume.owner.tenantId, filter, PAGE);
      const [settings, ...statements] = recorder.statements.filter(({ text }) => /^\s*select/i.test(text));
      expect(settings?.text).toContain('enable_seqscan');
      for (const statement of statements) {
        const off = { enable_seqscan: 'off', enable_bitmapscan: 'off', enable_sort: 'off' };
        const { plan } = await explain(volume.pool, statement, off);
        const name = `${JSON.stringify(filter)}\n${statement.text}`;
        expect(
          nodesOf(plan).map((node) => node['Node Type']),
          name,
        ).not.toContain('Seq Scan');
        expect(rowsRead(plan), name).toBeLessThanOrEqual(2 * SCANNED_ROWS + PAGE);
      }
    }
  }, 900_000);

  test('are what the table of filters says: each has values here', () => {
    expect(TRANSACTION_STATUSES).toContain('absent-holder' satisfies TransactionStatus);
    expect(Object.keys(VALUES).toSorted()).toEqual(Object.keys(NOTHING).toSorted());
  });

  test('connections of the service start no parallel workers (A-09)', async () => {
    const { rows } = await volume.pool.query('SHOW max_parallel_workers_per_gather');
    expect(rows).toEqual([{ max_parallel_workers_per_gather: '0' }]);
  });
});
