import { changeSettings, parseSettings } from '@titular/server/settings/change-settings.ts';
import { operatorOf } from '@titular/test-kit';
import { addMember } from '@titular/test-kit/portal/people.ts';
import { addTenant, startTestService, type TestService } from '@titular/test-kit/start-test-service.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runInProcess } from './command-fixture.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service?.close());

test('titular acts list shows what waits for a second person, and acts withdraw ends it (P17, P36)', async () => {
  const { tenantId } = await addTenant(service);
  const admin = await addMember(service, tenantId, { role: 'admin' });
  await addMember(service, tenantId, { role: 'admin' });
  const on = parseSettings('tenant', new Map([['two-person', 'on']]));
  await changeSettings(operatorOf(service), { kind: 'tenant', tenantId }, on);
  const params = { tenant_id: tenantId };
  const changes = [{ name: 'template-retention-days', seen: '1095', value: '900' }];
  const { id } = await admin.browser.call('proposeSettings', { params, body: { changes } });
  const { databaseUrl, dataDirectory } = service.config;
  const environment = { DATABASE_URL: databaseUrl, TITULAR_DATA_DIR: dataDirectory };
  const run = (...words: string[]) => runInProcess([...words, '--tenant', tenantId, '--json'], environment);
  const listed = await run('acts', 'list');
  expect(listed.errors).toBe('');
  expect(JSON.parse(listed.output)).toMatchObject([
    {
      ...{ act: id, proposedBy: `user:${admin.userId}`, about: 'tenant' },
      change: 'template-retention-days: 1095 -> 900',
    },
  ]);
  expect((await run('acts', 'withdraw', id)).code).toBe(0);
  expect((await admin.browser.call('searchActs', { params, body: {} })).acts).toEqual([]);
  const log = await service.service.database.db
    .selectFrom('audit_log')
    .select(['action', 'actor'])
    .where('subject', '=', `act/${id}`)
    .orderBy('entry_id')
    .execute();
  expect(log.at(-1)).toMatchObject({ action: 'act.withdraw', actor: expect.stringMatching(/^command-line/) });
  expect((await run('acts', 'withdraw', id)).code).toBe(3);
  const file = await admin.browser.call('proposeExport', { params, body: { status: ['waiting', 'shared'] } });
  expect(JSON.parse((await run('acts', 'list')).output)).toMatchObject([
    { act: file.id, about: 'persons', change: 'export; status: waiting, shared' },
  ]);
});
