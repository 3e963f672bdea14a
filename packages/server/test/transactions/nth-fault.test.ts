import { isDeepStrictEqual } from 'node:util';
import { newCpf, newTransactionBody } from '@titular/test-kit';
import { asId } from '@titular/test-kit/as-id.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { newProcessBody, reusing } from '../processes/process-fixture.ts';
import { connectFaulty, FAULTS, type Fault, type FaultyDatabase } from './faulty-database.ts';
import { newReusable } from './reusable.ts';
import { checkTrail } from './status-oracle.ts';
import { type Fixture, type Operations, openTransactionFixture } from './transaction-fixture.ts';

const MAX_STATEMENTS = 40;

let fixture: Fixture;
let faulty: FaultyDatabase;

beforeAll(async () => {
  fixture = await openTransactionFixture();
  faulty = connectFaulty(fixture.connectionString, fixture.database);
});
beforeEach(async () => {
  const all = [...TABLES, 'job_outbox', 'graphile_worker._private_jobs'].join(', ');
  await sql`TRUNCATE ${sql.raw(all)} CASCADE`.execute(fixture.database.db);
});
afterAll(async () => {
  await faulty.database.close();
  await fixture.close();
});

/** Rows that were added to a table, or taken from it when negative; what is left out is 0. */
type Delta = Partial<Record<(typeof TABLES)[number] | 'jobs', number>>;

const TABLES = [
  'transactions',
  'transaction_history',
  'capture_links',
  'events',
  'deliveries',
  'idempotency_keys',
  'processes',
  'process_history',
  'sandbox_runs',
] as const;

/** Rows of each table as text. */
type Seen = Record<string, string[]>;

/** Everything a change of a transaction writes, each row as text, as another connection sees it. */
async function look(): Promise<Seen> {
  const seen: Seen = {};
  for (const table of TABLES) {
    const { rows } = await sql<{ text: string }>`
      SELECT written::text AS text FROM ${sql.table(table)} AS written`.execute(fixture.database.db);
    seen[table] = rows.map(({ text }) => text);
  }
  seen['jobs'] = (await fixture.listJobs()).map(({ payload }) => JSON.stringify(payload));
  return seen;
}

function compare(before: Seen, after: Seen): Delta {
  const delta: Record<string, number> = {};
  for (const [table, rows] of Object.entries(after)) {
    const known = new Set(before[table]);
    const added = rows.filter((row) => !known.has(row)).length;
    if (added > 0) delta[table] = added;
    expect(rows.length, `${table} loses no row`).toBeGreaterThanOrEqual(known.size);
  }
  return delta;
}

/** Holds those that were made or moved against the written graph. */
async function checkTrails(before: Seen): Promise<void> {
  const { db } = fixture.database;
  const { rows } = await sql<{ id: string; text: string }>`
    SELECT transaction_id AS id, written::text AS text FROM transactions AS written`.execute(db);
  const known = new Set(before['transactions']);
  for (const { id, text } of rows) if (!known.has(text)) await checkTrail(db, id);
}

/** One operation: how it is called on data made for it, and what it adds when it was carried out. */
type Case = {
  operation: string;
  prepare(): Promise<(operations: Operations) => Promise<unknown>>;
  all: Delta;
  /** What a fault may leave beside nothing, as it is a commit that is whole in itself. */
  partly?: Delta;
  /** Asked again it is a transaction of its own: nothing tells the second from the first. */
  repeats?: true;
};

const CREATED = { transactions: 1, transaction_history: 1, capture_links: 1 };
const MOVED = { transactions: 1, transaction_history: 1 };
const ENDED = { ...MOVED, events: 1, deliveries: 2 };
const AFTER_DUE = { ...ENDED, transactions: 2, transaction_history: 2, capture_links: 1 };

const creating = (body: Record<string, unknown>, key?: string) => (operations: Operations) =>
  operations.create({ body, ...(key === undefined ? {} : { key }) });
const newKey = (): string => crypto.randomUUID();

async function makeDue(id: unknown): Promise<void> {
  await fixture.database.db
    .updateTable('transactions')
    .set({ expires_at: fixture.clock.now() })
    .where('transaction_id', '=', asId(String(id)))
    .execute();
}

/** A body whose order, identity and card are those of a transaction that still waits though its time has passed. */
async function newDueBody(): Promise<Record<string, unknown>> {
  const body = newTransactionBody(fixture.waiting);
  await makeDue((await fixture.operations(fixture.database).create({ body }))['id']);
  return body;
}

async function newProcessing(): Promise<string> {
  const id = await fixture.newTransaction('waiting');
  await fixture.operations(fixture.database).change(id, { event: 'capture-finished' });
  return id;
}

async function newReusingBody(): Promise<Record<string, unknown>> {
  const cpf = newCpf();
  return newTransactionBody(fixture.waiting, reusing(await newReusable(fixture, cpf), cpf));
}

const PROCESS_MOVED = { processes: 1, process_history: 1 };
const REUSED = { ...MOVED, ...PROCESS_MOVED, jobs: 1 };

const processCases: readonly Case[] = [
  {
    operation: 'createProcess',
    prepare: async () => {
      const body = newProcessBody(undefined, { company: fixture.waiting });
      return (operations) => operations.startProcess({ body });
    },
    all: { ...PROCESS_MOVED, capture_links: 1 },
    repeats: true,
  },
  {
    operation: 'createProcess with an Idempotency-Key',
    prepare: async () => {
      const body = newProcessBody(undefined, { company: fixture.waiting });
      const key = newKey();
      return (operations) => operations.startProcess({ body, key });
    },
    all: { ...PROCESS_MOVED, capture_links: 1, idempotency_keys: 1 },
  },
  {
    operation: 'createTransaction that uses a process',
    prepare: async () => creating(await newReusingBody()),
    all: REUSED,
  },
  {
    operation: 'createTransaction that uses a process, with an Idempotency-Key',
    prepare: async () => creating(await newReusingBody(), newKey()),
    all: { ...REUSED, idempotency_keys: 1 },
  },
  {
    operation: 'the end of a process',
    prepare: async () => {
      const body = newProcessBody(undefined, { company: fixture.waiting });
      const { id } = await fixture.operations(fixture.database).startProcess({ body });
      return (operations) => operations.changeProcess(id, { event: 'approve' });
    },
    all: { ...PROCESS_MOVED, events: 1, deliveries: 2 },
  },
];

const LED = { sandbox_runs: 1 };

const scenarioCases: readonly Case[] = [
  {
    operation: 'createProcess with a scenario',
    prepare: async () => {
      const body = newProcessBody(undefined, { company: fixture.waiting });
      return (operations) => operations.startProcess({ body, scenario: 'process-finished' });
    },
    all: { ...PROCESS_MOVED, ...LED, capture_links: 1 },
    repeats: true,
  },
  {
    operation: 'createProcess with a scenario and an Idempotency-Key',
    prepare: async () => {
      const body = newProcessBody(undefined, { company: fixture.waiting });
      const key = newKey();
      return (operations) => operations.startProcess({ body, key, scenario: 'process-finished' });
    },
    all: { ...PROCESS_MOVED, ...LED, capture_links: 1, idempotency_keys: 1 },
  },
  {
    operation: 'createTransaction with a scenario',
    prepare: async () => {
      const body = newTransactionBody(fixture.waiting);
      return (operations) => operations.create({ body, scenario: 'approved' });
    },
    all: { ...CREATED, ...LED },
  },
  {
    operation: 'createTransaction with a scenario that uses a process, with an Idempotency-Key',
    prepare: async () => {
      const body = await newReusingBody();
      const key = newKey();
      return (operations) => operations.create({ body, key, scenario: 'approved' });
    },
    // Led by the scenario, it is decided by nobody else: there is no job.
    all: { ...MOVED, ...PROCESS_MOVED, ...LED, idempotency_keys: 1 },
  },
];

const CASES: readonly Case[] = [
  ...processCases,
  ...scenarioCases,
  {
    operation: 'createTransaction',
    prepare: async () => creating(newTransactionBody(fixture.waiting)),
    all: CREATED,
  },
  {
    operation: 'createTransaction with an Idempotency-Key',
    prepare: async () => creating(newTransactionBody(fixture.waiting), newKey()),
    all: { ...CREATED, idempotency_keys: 1 },
  },
  {
    operation: 'createTransaction of one that ends at once',
    prepare: async () => creating(newTransactionBody(fixture.ending)),
    all: ENDED,
    repeats: true,
  },
  {
    operation: 'createTransaction of one that ends at once, with an Idempotency-Key',
    prepare: async () => creating(newTransactionBody(fixture.ending), newKey()),
    all: { ...ENDED, idempotency_keys: 1 },
  },
  {
    operation: 'createTransaction in the place of one whose time has passed',
    prepare: async () => creating(await newDueBody()),
    all: AFTER_DUE,
    partly: ENDED,
  },
  {
    operation: 'createTransaction in the place of one whose time has passed, with an Idempotency-Key',
    prepare: async () => creating(await newDueBody(), newKey()),
    all: { ...AFTER_DUE, idempotency_keys: 1 },
  },
  {
    operation: 'cancelTransaction',
    prepare: async () => {
      const id = await fixture.newTransaction('waiting');
      return (operations) => operations.cancel(id);
    },
    all: ENDED,
  },
  {
    operation: 'readTransaction of one whose time has passed',
    prepare: async () => {
      const id = await fixture.newTransaction('waiting');
      await makeDue(id);
      return (operations) => operations.read(id);
    },
    all: ENDED,
    partly: ENDED,
  },
  {
    operation: 'a decision',
    prepare: async () => {
      const id = await newProcessing();
      const decision = { result: 'approved' };
      return (operations) => operations.change(id, { event: 'approve', decision, hasIdentityChanged: false });
    },
    all: ENDED,
  },
  {
    operation: 'the end of a capture',
    prepare: async () => {
      const id = await fixture.newTransaction('waiting');
      return (operations) => operations.change(id, { event: 'capture-finished' });
    },
    all: MOVED,
  },
];

/** Lets the nth statement of an operation fail, then asks for the same again; false when there are not that many statements. */
async function failAt(nth: number, fault: Fault, one: Case): Promise<boolean> {
  const call = await one.prepare();
  const before = await look();
  faulty.failAt(nth, fault);
  const answered = await call(fixture.operations(faulty.database)).then(
    () => true,
    () => false,
  );
  const failed = faulty.mend();
  const left = compare(before, await look());
  expect(answered, 'a fault is never answered as a success').toBe(!failed);
  // Nobody can tell whether a COMMIT was carried out whose answer was lost: then all may be there.
  const whole = fault === 'lost after' || !failed ? [one.all] : [];
  if (failed) whole.push({}, ...(one.partly ? [one.partly] : []));
  expect(whole).toContainEqual(left);
  await checkTrails(before);
  // The only connection serves again, or another in its place; what was done is not done once more.
  const isDone = isDeepStrictEqual(left, one.all);
  if (!(isDone && one.repeats)) {
    const again = call(fixture.operations(faulty.database));
    await (isDone ? again.catch(() => undefined) : again);
    expect(compare(before, await look())).toEqual(one.all);
    await checkTrails(before);
  }
  return failed;
}

describe('all is there or nothing, and asked again it is there once', () => {
  for (const { one, fault } of CASES.flatMap((one) => FAULTS.map((fault) => ({ one, fault })))) {
    test(`${one.operation}: whichever statement is ${fault} (R76)`, async () => {
      let nth = 1;
      while (await failAt(nth, fault, one)) {
        nth += 1;
        expect(nth).toBeLessThan(MAX_STATEMENTS);
      }
      expect(nth, 'there is more than one statement').toBeGreaterThan(2);
    });
  }
});
