import { fixedStatement, fixedText } from '@titular/server/kernel/database/batches/fixed-statement.ts';
import { startTestService, type TestService } from '@titular/test-kit';
import { afterAll, beforeAll, expect, test } from 'vitest';

const COLUMNS = fixedText('one, two');

const ask = (one: string, two: number) =>
  fixedStatement<{ one: string; two: number; again: string }>`
    SELECT ${COLUMNS}, ${one}::text AS again
    FROM (SELECT ${one}::text AS one, ${two}::integer AS two) AS asked (${COLUMNS})`;

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.close());

test('a fixed statement takes new parameters at each execution, never as text', async () => {
  const { db } = service.service.database;
  const hostile = "'; DROP TABLE tenants; --$1";
  expect((await ask('a', 1).execute(db)).rows).toEqual([{ one: 'a', two: 1, again: 'a' }]);
  expect((await ask(hostile, 2).execute(db)).rows).toEqual([{ one: hostile, two: 2, again: hostile }]);
});

test('a fixed text that is another one at a later execution is a fault, and sends nothing', () => {
  const select = (column: string) => fixedStatement`SELECT ${fixedText(column)} FROM tenants`;
  select('tenant_id');
  select('tenant_id');
  expect(() => select('name')).toThrow('differs');
});
