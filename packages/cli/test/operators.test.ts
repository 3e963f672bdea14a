import { newId } from '@titular/server/kernel/base/id.ts';
import { addOperator } from '@titular/test-kit/portal/people.ts';
import {
  addTenant,
  startTestService,
  type TestService,
  type TestTenant,
} from '@titular/test-kit/start-test-service.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runInProcess } from './command-fixture.ts';

let service: TestService;
let tenant: TestTenant;
beforeAll(async () => {
  service = await startTestService();
  tenant = await addTenant(service);
});
afterAll(() => service?.close());

const run = (...words: string[]) =>
  runInProcess([...words, '--json'], {
    DATABASE_URL: service.config.databaseUrl,
    TITULAR_DATA_DIR: service.config.dataDirectory,
    TITULAR_PORTAL_URL: service.config.portalUrl,
  });
const ask = async (...words: string[]): Promise<unknown> => JSON.parse((await run(...words)).output);

test('a tenant is shown with its counts, endpoints, queue and last call, as its page does (P17)', async () => {
  expect(await ask('tenants', 'show', tenant.tenantId)).toMatchObject({
    transactions: [1, 7, 30].map((days) => ({ days, created: 0, approved: 0, refused: 0 })),
    endpoints: { on: 0, off: 0, offByItself: 0, failing: 0 },
    deliveries: { waiting: 0, oldestSeconds: 0 },
  });
});

test('people are found by a part of their name in any case, as their page does (P17)', async () => {
  const { name } = await addOperator(service, 'Olga Reis');
  await addOperator(service, 'Somebody Else');
  const found = (await ask('users', 'list', '--search', 'OLGA R')) as { name: string }[];
  expect(found.map((one) => one.name)).toEqual([name]);
});

test('running no failed job again is refused as not found, and so is ending no stay (P17)', async () => {
  const [unknownTask, unknownStay] = [
    await run('jobs', 'retry', 'no-such-task'),
    await run('stays', 'end', newId()),
  ];
  expect([unknownTask.code, unknownStay.code]).toEqual([3, 3]);
});
