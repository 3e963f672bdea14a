import { randomInt } from 'node:crypto';
import { setImmediate as untilNextPhase } from 'node:timers/promises';
import { connect, type Database } from '@titular/server/kernel/database/connect.ts';
import type { Tables } from '@titular/server/kernel/database/tables/tables.ts';
import { insertCompany, insertTenant } from '@titular/server/tenants/tenant-store.ts';
import { type ClonedDatabase, cloneDatabase } from '@titular/test-kit/database/clone-database.ts';
import fc from 'fast-check';
import { type ControlledTransaction, type Kysely, sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { endpointRow } from '../deliveries/delivery-world.ts';
import { fillJobs, fillMemoryJobs } from '../jobs/job-commands.ts';
import { ATTEMPT_STATEMENTS } from './attempt-statements.ts';
import { commandLists, fill, insertSkipped, STORES } from './commands.ts';
import { JOB_STATEMENTS, JOBS } from './job-statements.ts';
import {
  createMemoryDatabase,
  type KnownStatements,
  knowStatements,
  type MemoryDatabase,
} from './memory-database.ts';
import { keyOf } from './memory-rows.ts';
import { drawNames, type Names } from './names.ts';
import { QUEUE_STATEMENTS } from './queue-statements.ts';
import { SET_BACK_STATEMENTS } from './set-back-statements.ts';
import { STATUS_STATEMENTS } from './status-statements.ts';
import { EVENT_STATEMENTS } from './webhook-statements.ts';

const SEQUENCES = 100;
const LIMIT_MS = 120_000;
const TABLES = {
  deliveries: [
    'state',
    'attempts',
    'next_attempt_at',
    'finished_at',
    'schedule_from',
    'skipped',
    'reopened',
    'endpoint_id',
  ],
  delivery_claims: ['endpoint_id', 'process_id', 'expires_at'],
  delivery_attempts: ['number', 'started_at', 'duration_ms', 'response_status', 'response_excerpt', 'error'],
  webhook_endpoints: [
    'endpoint_id',
    'enabled',
    'disabled_reason',
    'disabled_at',
    'failing_since',
    'failures',
    'rests_until',
  ],
  events: ['company_id', 'transaction_id', 'type', 'sequence', 'status', 'created_at', 'order_number'],
  wake_outbox: ['channel', 'payload'],
  transactions: [
    'transaction_id',
    'status',
    'version',
    'finished_at',
    'retry_until',
    'expires_at',
    'replica_hash',
  ],
  transaction_history: [
    'transaction_id',
    'version',
    'event',
    'from_status',
    'to_status',
    'actor',
    'reasons',
    'at',
  ],
  capture_attempts: [
    'attempt_id',
    'session_id',
    'subject_id',
    'number',
    'step',
    'frames_seen',
    'outcome',
    'finished_at',
    'last_answer',
    'observations',
    'showed_face',
    'started_at',
  ],
  capture_signs: ['subject_id', 'attempt_number', 'sign', 'seen', 'first_at', 'last_at'],
  capture_links: ['subject_id', 'code_hash', 'expires_at'],
  nodes: ['node_id', 'work_names'],
  [JOBS]: ['attempts', 'locked_by'],
} as const;

let known: KnownStatements;
let clone: ClonedDatabase;
let real: Database;
const seed = randomInt(2 ** 31);

beforeAll(async () => {
  console.info(`seed ${seed}`);
  known = await knowStatements({
    ...QUEUE_STATEMENTS,
    ...SET_BACK_STATEMENTS,
    ...EVENT_STATEMENTS,
    ...STATUS_STATEMENTS,
    ...ATTEMPT_STATEMENTS,
    ...JOB_STATEMENTS,
  });
  clone = await cloneDatabase();
  real = connect(clone.connectionString, 6, () => undefined, { limitMs: LIMIT_MS });
});
afterAll(async () => {
  await real.close();
  await clone.drop();
});

const plain = (value: unknown): unknown => {
  if (value instanceof Set) return [...value].toSorted();
  if (Buffer.isBuffer(value)) return value.toString('hex');
  if (value instanceof Date) return value.toISOString();
  if (Array.isArray(value))
    return value.map(plain).toSorted((one, other) => (JSON.stringify(one) < JSON.stringify(other) ? -1 : 1));
  if (typeof value !== 'object' || value === null) return value ?? null;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, plain(one)]));
};

const only = (row: Record<string, unknown>, columns: readonly string[]): unknown =>
  plain(Object.fromEntries(columns.map((column) => [column, row[column] ?? null])));

async function dumpReal(): Promise<unknown> {
  const dump: Record<string, unknown> = {};
  for (const [table, columns] of Object.entries(TABLES)) {
    const { rows } = await sql<Record<string, unknown>>`SELECT * FROM ${sql.table(table)}`.execute(real.db);
    dump[table] = plain(rows.map((row) => only(row, columns)));
  }
  return dump;
}

const dumpMemory = ({ rows }: MemoryDatabase): unknown =>
  Object.fromEntries(
    Object.entries(TABLES).map(([table, columns]) => [
      table,
      plain(rows.committed(table).map((row) => only(row, columns))),
    ]),
  );

async function prepareReal(names: Names): Promise<void> {
  const { db } = real;
  for (const table of [
    'delivery_attempts',
    'delivery_claims',
    'deliveries',
    'events',
    'wake_outbox',
    'webhook_endpoints',
    'capture_links',
    'capture_attempts',
    'capture_signs',
    'transaction_history',
    'transactions',
    'nodes',
    JOBS,
  ])
    await sql`DELETE FROM ${sql.table(table)}`.execute(db);
  await insertTenant(db, names.tenantId, 'Tenant', { bytes: Buffer.of(1), masterKeyId: 'none' });
  await insertCompany(db, names.tenantId, names.companyId, 'Shop');
  for (const row of endpointsOf(names))
    await db
      .insertInto('webhook_endpoints')
      .values(row as never)
      .execute();
  await fill(db, names);
  await fillJobs(db);
}

const endpointsOf = ({ tenantId: tenant_id, companyId: company_id, endpoints }: Names) =>
  endpoints.map((endpoint_id) =>
    endpointRow({ maximumAtOnce: 2, maximumAttempts: 2 }, { tenant_id, company_id, endpoint_id }),
  );

async function prepareMemory(names: Names): Promise<MemoryDatabase> {
  const memory = createMemoryDatabase(known);
  const transaction = memory.rows.begin();
  const view = transaction.openView();
  for (const row of endpointsOf(names))
    view.put('webhook_endpoints', keyOf(row.tenant_id, row.endpoint_id), row);
  fillMemoryJobs(view);
  transaction.commit();
  await fill(memory.addProcess('filler', async () => undefined).db, names);
  return memory;
}

/** One of two that send commands to a database; a command that waits is under way until it is answered. */
type Side = {
  db: Kysely<Tables>;
  trx: ControlledTransaction<Tables> | undefined;
  pid: number;
  answer: { value?: unknown; code?: unknown } | undefined;
  isUnderWay: boolean;
};

async function begin(side: Side, isReal: boolean): Promise<ControlledTransaction<Tables>> {
  side.trx ??= await side.db.startTransaction().execute();
  if (isReal && side.pid === 0)
    side.pid =
      (await sql<{ pid: number }>`SELECT pg_backend_pid() AS pid`.execute(side.trx)).rows[0]?.pid ?? 0;
  return side.trx;
}

function send(side: Side, work: Promise<unknown>): void {
  Object.assign(side, { isUnderWay: true, answer: undefined });
  const end = (answer: Side['answer']): void => void Object.assign(side, { isUnderWay: false, answer });
  work.then(
    (value) => end({ value: plain(value) }),
    (error: { code?: unknown }) => end({ code: error.code ?? String(error) }),
  );
}

async function isWaiting({ pid }: Side): Promise<boolean> {
  const { rows } = await sql<{
    waits: boolean;
  }>`SELECT cardinality(pg_blocking_pids(${pid})) > 0 AS waits`.execute(real.db);
  return rows[0]?.waits ?? false;
}

/** Waits until each real command is answered or waits for a lock, and each in memory has gone as far as it can. */
async function settle(sides: readonly Side[], memories: readonly Side[]): Promise<void> {
  for (const side of sides) while (side.isUnderWay && !(await isWaiting(side))) await untilNextPhase();
  for (let phase = 0; phase < 3; phase += 1) await untilNextPhase();
  // Whoever was let go a moment ago counts as answered.
  for (const [who, side] of sides.entries())
    while (side.isUnderWay && memories[who]?.isUnderWay === false && !(await isWaiting(side)))
      await untilNextPhase();
}

const toldBy = (sides: readonly Side[]): unknown =>
  sides.map(({ isUnderWay, answer }) => ({ isUnderWay, answer }));

type Commands = typeof commandLists extends fc.Arbitrary<infer List> ? List : never;

async function play(list: Commands, counts: Record<string, number>): Promise<void> {
  const names = drawNames();
  await prepareReal(names);
  const memory = await prepareMemory(names);
  const newSide = (db: Kysely<Tables>): Side => ({
    db,
    trx: undefined,
    pid: 0,
    answer: undefined,
    isUnderWay: false,
  });
  const reals = [newSide(real.db), newSide(real.db)];
  const memories = ['one', 'two'].map((name) => newSide(memory.addProcess(name, async () => undefined).db));
  try {
    await playOn(list, counts, { names, memory, reals, memories });
  } finally {
    // What is left open would hold up whatever comes next.
    for (const { trx, isUnderWay } of reals) if (trx && !isUnderWay) await trx.rollback().execute();
    for (let phase = 0; phase < 3; phase += 1) await settle(reals, memories);
    for (const { trx } of reals)
      if (trx)
        await trx
          .rollback()
          .execute()
          .catch(() => undefined);
  }
}

type Played = { names: Names; memory: MemoryDatabase; reals: Side[]; memories: Side[] };

async function playOn(
  list: Commands,
  counts: Record<string, number>,
  { names, memory, reals, memories }: Played,
): Promise<void> {
  const both = (who: number): [Side, Side] => [reals[who] as Side, memories[who] as Side];

  const end = async (who: number, how: 'commit' | 'rollback'): Promise<void> => {
    for (const side of both(who)) {
      if (!side.trx || side.isUnderWay) continue;
      const isFailed = side.answer?.code !== undefined;
      await side.trx[isFailed ? 'rollback' : how]().execute();
      Object.assign(side, { trx: undefined, pid: 0, answer: undefined });
    }
    await settle(reals, memories);
  };

  for (const command of list) {
    const [inReal, inMemory] = both(command.who);
    if (inReal.isUnderWay) continue;
    const work = 'send' in command ? command.send : undefined;
    if (!work) await end(command.who, command.name as 'commit' | 'rollback');
    else if (inReal.answer?.code === undefined) {
      counts[command.name.split(' ')[0] ?? ''] = (counts[command.name.split(' ')[0] ?? ''] ?? 0) + 1;
      send(inReal, work(await begin(inReal, true), names));
      send(inMemory, work(await begin(inMemory, false), names));
      await settle(reals, memories);
      // Of a circle PostgreSQL ends either, a second later.
      if (memories.some(({ answer }) => answer?.code === '40P01')) {
        counts['circles'] = (counts['circles'] ?? 0) + 1;
        return;
      }
    }
    expect(toldBy(memories), command.name).toEqual(toldBy(reals));
    if (reals.some(({ isUnderWay }) => isUnderWay)) counts['waits'] = (counts['waits'] ?? 0) + 1;
  }
  for (let round = 0; round < 3; round += 1) {
    for (const who of [0, 1]) await end(who, 'commit');
    expect(toldBy(memories)).toEqual(toldBy(reals));
  }
  expect(dumpMemory(memory)).toEqual(await dumpReal());
}

test(`${SEQUENCES} random sequences of every command, in two transactions that wait for each other, are answered alike by PostgreSQL and by its stand-in, and leave the same rows`, async () => {
  const counts: Record<string, number> = {};
  await fc.assert(
    fc.asyncProperty(commandLists, (list) => play(list, counts)),
    { seed, numRuns: SEQUENCES, endOnFailure: true },
  );
  console.info(counts);
  for (const name of [...Object.keys(STORES), 'waits']) expect(counts[name] ?? 0, name).toBeGreaterThan(0);
});

test('what is skipped from the start is kept alike', async () => {
  const names = drawNames();
  await prepareReal(names);
  const memory = await prepareMemory(names);
  await insertSkipped(real.db, names);
  await insertSkipped(memory.addProcess('one', async () => undefined).db, names);
  expect(dumpMemory(memory)).toEqual(await dumpReal());
});
