import { open as openFile } from 'node:fs/promises';
import {
  explainOutage,
  isPassingOutage,
  NO_TURN,
  tookTooLong,
} from '@titular/server/kernel/database/database-problem.ts';
import { startTestService, type TestService } from '@titular/test-kit';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';

const ADDRESS = 'postgresql://titular@127.0.0.1:5432/titular';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.close());

const db = () => service.service.database.db;
const faultOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => undefined,
    (error: unknown) => error,
  );

test('a connection that is ended in a database transaction, between statements or in one, is a passing outage', async () => {
  const between = await faultOf(
    db()
      .transaction()
      .execute(async (trx) => {
        const { rows } = await sql<{ pid: number }>`SELECT pg_backend_pid() AS pid`.execute(trx);
        await sql`SELECT pg_terminate_backend(${rows[0]?.pid}, 5000)`.execute(db());
        await sql`SELECT 1`.execute(trx);
      }),
  );
  const within = await faultOf(
    db()
      .transaction()
      .execute((trx) => sql`SELECT pg_terminate_backend(pg_backend_pid())`.execute(trx)),
  );
  expect([between, within].map(isPassingOutage)).toEqual([true, true]);
});

test('a statement that takes too long is one, and is told as such', async () => {
  const fault = await faultOf(
    db()
      .transaction()
      .execute(async (trx) => {
        await sql`SET LOCAL statement_timeout = 1`.execute(trx);
        await sql`SELECT count(*) FROM generate_series(1, 10000000)`.execute(trx);
      }),
  );
  expect(explainOutage(fault, ADDRESS)).toMatch(
    /^The database titular at 127.0.0.1:5432 does not respond in time/,
  );
});

test('a file that is not there, an address that another service refuses, and a fault of a statement are none', async () => {
  const faults = [
    await faultOf(openFile('/nowhere/references.csv')),
    await faultOf(fetch('http://127.0.0.1:1/')),
    await faultOf(sql`SELECT nothing`.execute(db())),
    new Error('--timeout must be 1 to 60 s'),
    await faultOf(sql`INSERT INTO schema_migrations SELECT * FROM schema_migrations`.execute(db())),
  ];
  expect(faults.every((fault) => fault instanceof Error)).toBe(true);
  expect(faults.map((fault) => explainOutage(fault, ADDRESS))).toEqual(faults.map(() => undefined));
});

test('a question that waited for its turn in a batch until the limit is one, as is a statement that takes too long', () => {
  const fault = Object.assign(new Error('no statement was free within 5 s'), { code: NO_TURN });
  expect([tookTooLong(fault), isPassingOutage(fault)]).toEqual([true, true]);
});
