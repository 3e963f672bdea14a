import { once } from 'node:events';
import { type AddressInfo, createConnection, createServer } from 'node:net';
import { connect, type Database } from '@titular/server/kernel/database/connect.ts';
import { type ClonedDatabase, cloneDatabase } from '@titular/test-kit/database/clone-database.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openStage } from '../src/stage/children.ts';
import { startFaultProxy } from '../src/stage/fault-proxy.ts';
import {
  codeOf,
  createFailingStatements,
  type FailingStatements,
  nameStatement,
  STATEMENT_FAULTS,
  type StatementFault,
} from '../src/stage/faults/failing-statements.ts';

let stage: Awaited<ReturnType<typeof openStage>>;
let clone: ClonedDatabase;
let statements: FailingStatements;
let through: Database;
let past: Database;

beforeEach(async () => {
  stage = await openStage(new AbortController().signal, () => undefined);
  clone = await cloneDatabase();
  statements = createFailingStatements();
  const proxy = await startFaultProxy(stage, await forward(clone.connectionString), statements);
  past = connect(clone.connectionString, 2, () => undefined);
  const [before] = clone.connectionString.split('?');
  through = connect(`${before}?host=127.0.0.1&port=${proxy.port}`, 2, () => undefined);
  await past.pool.query('CREATE TABLE places (place integer, words text)');
});
afterEach(async () => {
  await through.close();
  await past.close();
  await stage.close();
  await clone.drop();
});

/** A port that leads to the socket of the run's server. */
async function forward(connectionString: string): Promise<number> {
  const asked = new URLSearchParams(connectionString.split('?')[1]);
  const path = `${asked.get('host')}/.s.PGSQL.${asked.get('port') ?? 5432}`;
  const server = createServer((near) => {
    const far = createConnection(path);
    near.on('error', () => far.destroy()).pipe(far);
    far.on('error', () => near.destroy()).pipe(near);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  stage.onClose(async () => void server.close());
  return (server.address() as AddressInfo).port;
}

const insert = ({ pool }: Database, place: number): Promise<unknown> =>
  pool.query('INSERT INTO places (place, words) VALUES ($1, $2)', [place, 'x'.repeat(100_000)]);
const places = async ({ pool }: Database): Promise<number[]> =>
  (await pool.query<{ place: number }>('SELECT place, words FROM places ORDER BY place', [])).rows.map(
    ({ place }) => place,
  );

/** Inserts in a transaction of more statements than one. */
async function insertTogether({ pool }: Database): Promise<void> {
  const client = await pool.connect();
  let error: Error | undefined;
  try {
    await client.query('BEGIN');
    await client.query('SELECT $1::text', ['first']);
    await client.query('INSERT INTO places (place) VALUES ($1)', [7]);
    await client.query('COMMIT');
  } catch (caught) {
    error = caught as Error;
    throw error;
  } finally {
    client.release(error);
  }
}

/** Fails the next statement of the kind that `work` sends, and gives what became of it. */
async function failing(kind: RegExp, fault: StatementFault, work: () => Promise<unknown>): Promise<unknown> {
  await work();
  const [name = ''] = statements.take().filter((one) => kind.test(one));
  let met = 0;
  statements.fail(name, fault, () => {
    met += 1;
  });
  const found = await work().then(
    () => 'answered',
    (error: { code?: string; message: string }) => error.code ?? error.message,
  );
  expect(met).toBe(1);
  return found;
}

test.each<[StatementFault, RegExp, number[]]>([
  ['refused', /^(58030|53200|57014|40001|40P01|57P01|XX000)$/, [1]],
  ['lost before', /ECONNRESET|terminated/, [1]],
  ['lost after', /ECONNRESET|terminated/, [1, 1]],
])('a statement of its own commit is %s, and the next one passes', async (fault, error, expected) => {
  expect(await failing(/^insert places/, fault, () => insert(through, 1))).toMatch(error);
  expect(await places(past)).toEqual(expected);
  await insert(through, 2);
  expect(await places(through)).toEqual([...expected, 2]);
});

test.each<[StatementFault, number]>([
  ['refused', 1],
  ['lost before', 1],
  ['lost after', 2],
])('a commit is %s, named by what it would keep', async (fault, expected) => {
  expect(await failing(/^commit of insert places/, fault, () => insertTogether(through))).not.toBe(
    'answered',
  );
  expect(await places(past)).toHaveLength(expected);
});

test.each(STATEMENT_FAULTS)('a long answer of which nothing may be told is %s whole', async (fault) => {
  for (let place = 0; place < 5; place += 1) await insert(past, place);
  expect(await failing(/^select places/, fault, () => places(through))).not.toBe('answered');
  expect(await places(through)).toEqual([0, 1, 2, 3, 4]);
});

test('nothing fails once everything is healed', async () => {
  await insert(through, 1);
  for (const name of statements.take()) statements.fail(name, 'refused', () => expect.unreachable());
  statements.heal();
  await insert(through, 2);
  expect(await places(through)).toEqual([1, 2]);
});

test.each([
  ['insert into "events" ("a", "b") values ($1, $2), ($3, $4)', /^insert events [0-9a-f]{6}$/],
  ['WITH due AS (SELECT 1 FROM x) UPDATE nodes SET a = $1 FROM due', /^update nodes/],
  ['SELECT set_config($1, $2)', /^select nothing/],
  ['select "a" from "companies" where "b" in ($1, $2, $3)', /^select companies/],
  ['COMMIT', /^commit$/],
])('%s has a name', (text, expected) => {
  expect(nameStatement(text)).toMatch(expected);
});

test('lists of another length are the same statement', () => {
  const one = nameStatement('select a from b where c in ($1)');
  expect(nameStatement('select a from b where c in ($1, $2, $3)')).toBe(one);
  expect(nameStatement('select a from b where d in ($1)')).not.toBe(one);
});

test('statements are refused with errors of seven classes, each with the same one again (R80)', () => {
  const names = Array.from({ length: 200 }, (_, number) => `select a ${number}`);
  expect(new Set(names.map(codeOf)).size).toBe(7);
  expect(names.map(codeOf)).toEqual(names.map(codeOf));
});
