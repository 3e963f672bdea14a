import type { SearchTransactions, TransactionStatus } from '@titular/contract';
import type { CaseScope } from '@titular/server/cases/case-scope.ts';
import { type Finder, find } from '@titular/server/cases/find/find.ts';
import { findBeginning, findOtherCase, findWhole } from '@titular/server/cases/find/find-orders.ts';
import { searchPortalProcesses } from '@titular/server/cases/lists/search-processes.ts';
import { searchPortalTransactions } from '@titular/server/cases/lists/search-transactions.ts';
import { readTransactionCase } from '@titular/server/cases/read/read-transaction-case.ts';
import { explain, nodesOf, rowsRead, type Statement } from '@titular/test-kit/explain.ts';
import { addTransactions, type Owner } from '@titular/test-kit/fill-volume.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openVolume, type VolumeFixture } from '../erasure/volume-fixture.ts';
import { memberOf } from './case-fixture.ts';

const COUNT = 40_000;
/** Most rows that one statement may read: those it looks at, with the last step of each, and those of a page with all that belongs to them. */
const MOST_ROWS = 10_500;
let volume: VolumeFixture;
let rare: Owner;

/** Half a minute apart, for two weeks; one status is rare and old, one company has few, one module is that of the oldest alone. */
beforeAll(async () => {
  volume = await openVolume();
  rare = await volume.addCompany();
  const at = (n: string) => `now() - (${n}) * interval '30 seconds'`;
  const status = `CASE WHEN n > ${COUNT} - 30 THEN 'absent-holder' WHEN n % 2 = 0 THEN 'expired' ELSE 'canceled' END`;
  const times = { createdAt: at('n'), finishedAt: at('n'), expiresAt: at('n') };
  await addTransactions(volume.filler, volume.owner, { ...times, count: COUNT, status, salt: 0 });
  await addTransactions(volume.filler, rare, { ...times, count: 40, status: "'expired'", salt: 1_000_000 });
  await volume.filler.query(`UPDATE transactions SET module = 'pre' WHERE status = 'absent-holder'`);
  await volume.filler.query(`UPDATE transactions SET has_identity_changed = order_number LIKE '%007'`);
  await volume.filler.query(`
    INSERT INTO transaction_history (tenant_id, transaction_id, version, event, to_status, actor, reasons, at)
    SELECT tenant_id, transaction_id, version, 'expire', status, 'service',
      CASE WHEN order_number LIKE '%9' THEN '{live,matches_reference}'::text[] ELSE '{}' END, created_at FROM transactions`);
  await volume.filler.query(`
    INSERT INTO processes (tenant_id, process_id, company_id, status, purpose, identity_key, identity_hash, sealed_identity,
      created_at, expires_at, finished_at)
    SELECT tenant_id, transaction_id, company_id, CASE WHEN status = 'expired' THEN 'expired' ELSE 'ok' END, 'carpurchase', 'cpf',
      identity_hash, '', created_at, created_at, created_at FROM transactions WHERE order_number LIKE '%1'`);
  await volume.filler.query('VACUUM ANALYZE transactions, transaction_history, processes');
}, 360_000);
afterAll(() => volume.close());

const daysAgo = (days: number): string => new Date(Date.now() - days * 86_400_000).toISOString();
const PAGE = 20;
/** Shares no factor with the number of values of a filter, so that all of them are met. */
const STRIDE = 13;

type Filters = { [Name in keyof SearchTransactions]-?: () => SearchTransactions[Name][] };

/** Every value that a filter is tried with; none is always one of them. */
const VALUES: Omit<Filters, 'limit' | 'cursor'> = {
  status: () => [
    undefined,
    ['expired'],
    ['absent-holder'],
    ['absent-holder', 'canceled'] as TransactionStatus[],
    ['shared'],
  ],
  company: () => [undefined, volume.owner.companyId, rare.companyId],
  module: () => [undefined, 'post', 'pre', 'super-pre'],
  createdFrom: () => [undefined, daysAgo(7)],
  createdBefore: () => [undefined, daysAgo(3)],
  reason: () => [undefined, 'matches_reference', 'no_such_reason'],
  identityChanged: () => [undefined, true],
};

const everyCombination = (): SearchTransactions[] =>
  Object.entries(VALUES).reduce<SearchTransactions[]>(
    (filters, [name, values]) =>
      filters.flatMap((filter) =>
        values().map((value) => (value === undefined ? filter : { ...filter, [name]: value })),
      ),
    [{}],
  );

/** Every filter alone, and of all combinations each so many. */
const combine = (): SearchTransactions[] =>
  everyCombination().filter((filter, index) => Object.keys(filter).length <= 1 || index % STRIDE === 0);

const all = (): CaseScope => ({ tenantId: volume.owner.tenantId, companies: 'all' });
const deps = (db = volume.db) => ({ db, clock: volume.clock });

/** What a filter finds, told by a statement that reads everything. */
async function expected(filter: SearchTransactions, limit: number): Promise<string[]> {
  const { status, company, module, createdFrom, createdBefore, reason, identityChanged } = filter;
  const { rows } = await volume.pool.query({
    text: `SELECT t.transaction_id FROM transactions t JOIN transaction_history h USING (tenant_id, transaction_id, version)
      WHERE t.tenant_id = $1 AND ($2::text[] IS NULL OR status = ANY ($2)) AND ($3::uuid IS NULL OR company_id = $3)
      AND ($4::text IS NULL OR module = $4) AND ($5::timestamptz IS NULL OR created_at >= $5)
      AND ($6::timestamptz IS NULL OR created_at < $6) AND ($7::text IS NULL OR $7 = ANY (h.reasons))
      AND ($8::boolean IS NULL OR has_identity_changed = $8)
      ORDER BY t.transaction_id DESC LIMIT ${limit}`,
    values: [
      volume.owner.tenantId,
      ...[status, company, module, createdFrom, createdBefore, reason, identityChanged].map(
        (value) => value ?? null,
      ),
    ],
  });
  return rows.map((row) => row.transaction_id);
}

/** Pages of a list until so many are found or nothing is left. */
async function findAll(filter: SearchTransactions, scope = all()): Promise<string[]> {
  const found: string[] = [];
  let cursor: string | undefined;
  do {
    const page = await searchPortalTransactions(deps(), scope, {
      ...filter,
      limit: PAGE,
      ...(cursor ? { cursor } : {}),
    });
    found.push(...page.transactions.map(({ id }) => id));
    cursor = page.nextCursor;
  } while (cursor !== undefined && found.length < PAGE);
  return found.slice(0, PAGE);
}

/** Refuses a statement that reads a table from end to end, or more rows than a bounded number. */
async function expectBounded(statement: Statement, name: string): Promise<void> {
  const off = { enable_seqscan: 'off', enable_bitmapscan: 'off', enable_sort: 'off' };
  const { plan } = await explain(volume.pool, statement, off);
  const about = `${name}\n${statement.text}`;
  const nodes = nodesOf(plan);
  expect(
    nodes.filter((node) => node['Node Type'] === 'Seq Scan'),
    about,
  ).toEqual([]);
  const ofTables = nodes
    .filter((node) => /^Index/.test(node['Node Type']))
    .map((node) => rowsRead({ ...node, Plans: [] }));
  expect(
    ofTables.reduce((sum, rows) => sum + rows, 0),
    about,
  ).toBeLessThanOrEqual(MOST_ROWS);
}

/** The statements of some work, those that set the planner left out. */
async function statementsOf(work: (db: VolumeFixture['db']) => Promise<unknown>): Promise<Statement[]> {
  const recorder = volume.record();
  recorder.statements.length = 0;
  await work(recorder.db);
  return recorder.statements.filter(
    ({ text }) => /^\s*(select|with)/i.test(text) && !text.includes('set_config'),
  );
}

describe('lists of cases', () => {
  test('find what everything read would find, for every combination of filters (P52)', async () => {
    for (const filter of combine())
      expect(await findAll(filter), JSON.stringify(filter)).toEqual(await expected(filter, PAGE));
  }, 600_000);

  test('read a bounded number of rows in each statement, by index, for every filter alone and with each status (P52)', async () => {
    const alone = everyCombination().filter((filter) => {
      const { status, ...others } = filter;
      return Object.keys(others).length <= 1 && (status === undefined || status.length === 1);
    });
    expect(alone.length).toBeGreaterThan(20);
    const recorder = volume.record();
    for (const filter of alone) {
      recorder.statements.length = 0;
      await searchPortalTransactions({ ...deps(), db: recorder.db }, all(), { ...filter, limit: 100 });
      for (const statement of recorder.statements.slice(0, 4))
        if (!statement.text.includes('set_config')) await expectBounded(statement, JSON.stringify(filter));
    }
  }, 600_000);

  test('show nobody a company out of scope, whatever is asked for (P33)', async () => {
    const scope = { ...all(), companies: [rare.companyId] };
    const own = new Set(await expected({ company: rare.companyId }, 1_000));
    for (const filter of combine().slice(0, 60))
      for (const id of await findAll(filter, scope)) expect(own.has(id), JSON.stringify(filter)).toBe(true);
    expect(await findAll({ company: volume.owner.companyId }, scope)).toEqual([]);
    expect(await findAll({}, { ...all(), companies: [] })).toEqual([]);
    const crowd = Array.from({ length: 200 }, () => volume.owner.tenantId as never);
    expect(await findAll({}, { ...all(), companies: [...crowd, rare.companyId] })).toEqual(
      await expected({ company: rare.companyId }, PAGE),
    );
  }, 600_000);

  test('of processes find what everything read would find, by index (P52)', async () => {
    for (const state of [
      undefined,
      'PROCESS_STATE_FINISHED',
      'PROCESS_STATE_FAILED',
      'PROCESS_STATE_CREATED',
    ] as const)
      for (const company of [undefined, rare.companyId]) {
        const asked = { limit: 100, ...(state ? { state } : {}), ...(company ? { company } : {}) };
        const found = await searchPortalProcesses(deps(), all(), asked);
        const statuses = {
          PROCESS_STATE_FINISHED: 'ok',
          PROCESS_STATE_FAILED: 'expired',
          PROCESS_STATE_CREATED: 'created',
        };
        const { rows } = await volume.pool.query(
          `SELECT process_id FROM processes WHERE tenant_id = $1 AND ($2::text IS NULL OR status = $2) AND ($3::uuid IS NULL OR company_id = $3)
           ORDER BY process_id DESC LIMIT 100`,
          [volume.owner.tenantId, state ? statuses[state] : null, company ?? null],
        );
        expect(found.processes.map(({ id }) => id)).toEqual(rows.map((row) => row.process_id));
        const statements = await statementsOf((db) => searchPortalProcesses(deps(db), all(), asked));
        for (const statement of statements) await expectBounded(statement, JSON.stringify(asked));
      }
  }, 360_000);
});

describe('finding among many', () => {
  const text = 'order-2026-000000011';

  test('reads a bounded number of rows by index, for order numbers, cards, identities and ids (P52)', async () => {
    const search = { ...all(), companies: undefined, beforeId: undefined, limit: PAGE };
    const [one] = await expected({}, 1);
    const finder: Finder = memberOf(volume.owner.tenantId, 'support');
    const key = {
      seal: () => Buffer.alloc(0),
      unseal: () => Buffer.alloc(0),
      hash: () => Buffer.alloc(32, 1),
    };
    const tenantKeys = async () => key;
    const works: Record<string, (db: VolumeFixture['db']) => Promise<unknown>> = {
      whole: (db) => findWhole(db, text, search),
      'other case': (db) => findOtherCase(db, text.toUpperCase(), search),
      'rare beginning': (db) => findBeginning(db, 'order-2026-00003999', search),
      'common beginning': (db) => findBeginning(db, 'order-', search),
      'beginning of nothing': (db) => findBeginning(db, 'none', search),
      id: (db) => find({ ...deps(db), tenantKeys }, finder, { text: one ?? '', as: 'id' }),
      identity: (db) => find({ ...deps(db), tenantKeys }, finder, { text: '52998224725', as: 'identity' }),
      card: (db) => find({ ...deps(db), tenantKeys }, finder, { text: '41111111 1111', as: 'card' }),
    };
    for (const [name, work] of Object.entries(works)) {
      const statements = await statementsOf(work);
      expect(statements.length, name).toBeGreaterThan(0);
      for (const statement of statements) await expectBounded(statement, name);
    }
  }, 360_000);

  test('reads one case by index alone (P53)', async () => {
    const [one = ''] = await expected({}, 1);
    await volume.pool.query("UPDATE transactions SET sealed_card = '' WHERE transaction_id = $1", [one]);
    const reader = memberOf(volume.owner.tenantId, 'admin');
    const statements = await statementsOf((db) =>
      readTransactionCase(
        {
          ...deps(db),
          tenantKeys: async () => undefined as never,
          environment: 'test',
          findNames: async () => new Map(),
        },
        reader,
        one,
      ),
    );
    expect(statements.length).toBeGreaterThan(10);
    for (const statement of statements) {
      const { plan } = await explain(volume.pool, statement, { enable_seqscan: 'off' });
      const scanned = nodesOf(plan).filter((node) => node['Node Type'] === 'Seq Scan');
      expect(scanned, statement.text).toEqual([]);
      expect(rowsRead(plan), statement.text).toBeLessThan(100);
    }
  }, 360_000);
});
