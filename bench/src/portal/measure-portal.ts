import { find, readTransactionCase, searchPortalTransactions } from '@titular/server/cases/index.ts';
import { readFigures } from '@titular/server/figures/index.ts';
import { systemClock } from '@titular/server/kernel/base/clock.ts';
import { newId, type TransactionId } from '@titular/server/kernel/base/id.ts';
import { type PortalCaller, toPortalCaller } from '@titular/server/kernel/http/portal/portal-caller.ts';
import { findDetails } from '@titular/server/transactions/index.ts';
import pg from 'pg';
import type { Harness } from '../harness/harness.ts';
import { holdQueues } from '../volume/hold-queues.ts';
import { fillPortal } from './fill-portal.ts';
import { measureRollup, type RollupTimes } from './measure-rollup.ts';

/** Milliseconds of one kind of question, sorted, and of one row by its key right before each. */
export type PortalTimes = { what: string; limitMs: number; milliseconds: number[]; baselineMs: number[] };

/** Times of every question, and of the job that counts figures. */
export type PortalResult = { times: PortalTimes[]; rollup: RollupTimes };

/** One transaction that is asked for. */
type Sample = { id: TransactionId; orderNumber: string; identityHash: Buffer };

type Ask = (sample: Sample) => Promise<unknown>;
type Kind = { what: string; limitMs: number; ask: Ask };

const SAMPLES = 500;
const FIND_LIMIT_MS = 200;
const CASE_LIMIT_MS = 250;
const OVERVIEW_LIMIT_MS = 300;
const OVERVIEW_DAYS = 90;
const DAY_MS = 86_400_000;
const WEEK_MS = 7 * 86_400_000;
/** Any identity; what is found by it is chosen by the key, which nothing here was sealed with. */
const ANY_CPF = '52998224725';
const PERSON = JSON.stringify({ key: 'cpf', value: ANY_CPF });
const CARD = JSON.stringify({ binDigits: '41111111', lastDigits: '1111', name: 'MARIA SILVA' });

async function takeSamples(pool: pg.Pool, tenantId: string): Promise<Sample[]> {
  const { rows } = await pool.query(
    `SELECT transaction_id, order_number, identity_hash FROM transactions WHERE tenant_id = $1 ORDER BY random() LIMIT $2`,
    [tenantId, SAMPLES],
  );
  return rows.map((row) => ({
    id: row.transaction_id,
    orderNumber: row.order_number,
    identityHash: row.identity_hash,
  }));
}

/** What the portal asks, each of a sample; its key finds the person of the sample, and opens any seal. */
function kindsOf({ database: { db } }: Harness, caller: PortalCaller): readonly Kind[] {
  const clock = systemClock;
  const keyOf = ({ identityHash }: Sample) => ({
    seal: () => Buffer.alloc(0),
    unseal: (_table: string, _row: string, field: string) =>
      Buffer.from(field === 'sealed_card' ? CARD : PERSON),
    hash: () => identityHash,
  });
  const depsOf = (sample: Sample) => ({
    ...{ db, clock, environment: 'test' as const, tenantKeys: async () => keyOf(sample) },
    findNames: async () => new Map<string, string>(),
  });
  const finding = (what: string, textOf: (sample: Sample) => string): Kind => ({
    what,
    limitMs: FIND_LIMIT_MS,
    ask: (sample) => find(depsOf(sample), caller, { text: textOf(sample) }),
  });
  const listing = (what: string, asked: () => Parameters<typeof searchPortalTransactions>[2]): Kind => ({
    what,
    limitMs: FIND_LIMIT_MS,
    ask: () => searchPortalTransactions({ db, clock }, caller, asked()),
  });
  const weekBefore = (end: number) => ({
    createdFrom: new Date(end - WEEK_MS).toISOString(),
    createdBefore: new Date(end).toISOString(),
  });
  const overview = (): Promise<unknown> => {
    const midnight = Math.floor(Date.now() / DAY_MS) * DAY_MS;
    const starts = Array.from({ length: OVERVIEW_DAYS + 1 }, (_, day) =>
      new Date(midnight + (day - OVERVIEW_DAYS + 1) * DAY_MS).toISOString(),
    );
    return readFigures(db, { tenantId: caller.tenantId, companies: undefined }, { starts });
  };
  return [
    { what: `overview of ${OVERVIEW_DAYS} days`, limitMs: OVERVIEW_LIMIT_MS, ask: overview },
    finding('find: whole order number', ({ orderNumber }) => orderNumber),
    finding('find: beginning of an order number', ({ orderNumber }) => orderNumber.slice(0, -2)),
    finding('find: common beginning', () => 'order-2026'),
    finding('find: order number in another case', ({ orderNumber }) => orderNumber.toUpperCase()),
    finding('find: identity', () => ANY_CPF),
    finding('find: id', ({ id }) => id),
    listing('list: newest', () => ({})),
    listing('list: status and week', () => ({
      status: ['inconclusive'],
      ...weekBefore(Date.now() - Math.random() * 80 * 86_400_000),
    })),
    listing('list: reason that nothing has', () => ({ reason: 'face_differs' })),
    {
      what: 'case',
      limitMs: CASE_LIMIT_MS,
      ask: (sample) => readTransactionCase(depsOf(sample), caller, sample.id),
    },
  ];
}

async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

/** Fills the database, and asks each kind of question for some seconds, one after the other. */
export async function measurePortal(
  harness: Harness,
  transactions: number,
  seconds: number,
): Promise<PortalResult> {
  const [large] = harness.tenants;
  if (!large) throw new Error('the harness has a tenant');
  const pool = new pg.Pool({ connectionString: harness.connectionString, max: 1 });
  try {
    // Jobs of the service would read whole tables while their indexes are away.
    await holdQueues(pool);
    await fillPortal(harness.superuserConnectionString, large, transactions);
    const rollup = await measureRollup(harness, pool, transactions);
    const samples = await takeSamples(pool, large.tenantId);
    const user = { userId: newId(), sessionId: newId(), name: 'bench', isOperator: false } as const;
    const caller = toPortalCaller(
      { ...user, actor: `user:${user.userId}`, environment: 'test', isFresh: true },
      { tenantId: large.tenantId, role: 'support', companies: 'all' },
    );
    const times: PortalTimes[] = [];
    for (const { what, limitMs, ask } of kindsOf(harness, caller)) {
      const [milliseconds, baselineMs]: [number[], number[]] = [[], []];
      const end = performance.now() + seconds * 1000;
      for (let n = 0; performance.now() < end; n += 1) {
        const sample = samples[n % samples.length] as Sample;
        baselineMs.push(await timeOf(() => findDetails(harness.database.db, large.tenantId, sample.id)));
        milliseconds.push(await timeOf(() => ask(sample)));
      }
      times.push({ what, limitMs, milliseconds, baselineMs });
    }
    return { times, rollup };
  } finally {
    await pool.end();
  }
}
