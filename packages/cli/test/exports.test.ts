import { addMember } from '@titular/test-kit/portal/people.ts';
import { addTenant, startTestService, type TestService } from '@titular/test-kit/start-test-service.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runInProcess } from './command-fixture.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service?.close());

test('titular exports list shows who has which file and nothing of its filter, and exports end deletes it (P17)', async () => {
  const { tenantId } = await addTenant(service);
  const admin = await addMember(service, tenantId, { role: 'admin' });
  const params = { tenant_id: tenantId };
  const body = { reason: 'maria_silva' };
  const { id } = await admin.browser.call('startTransactionExport', { params, body });
  const { databaseUrl, dataDirectory } = service.config;
  const environment = { DATABASE_URL: databaseUrl, TITULAR_DATA_DIR: dataDirectory };
  const run = (...words: string[]) => runInProcess([...words, '--tenant', tenantId, '--json'], environment);
  const listed = await run('exports', 'list');
  expect(listed.errors).toBe('');
  expect(JSON.parse(listed.output)).toMatchObject([
    { export: id, kind: 'transactions', by: `user:${admin.userId}` },
  ]);
  expect(listed.output).not.toContain('maria_silva');
  expect((await run('exports', 'end', id)).code).toBe(0);
  expect(await admin.browser.call('listExports', { params })).toEqual({ exports: [] });
  const log = await service.service.database.db
    .selectFrom('audit_log')
    .select(['action', 'actor', 'after'])
    .where('subject', '=', `export/${id}`)
    .execute();
  expect(log.at(-1)).toMatchObject({ action: 'export.end', actor: expect.stringMatching(/^command-line/) });
  expect(JSON.stringify(log)).not.toContain('maria_silva');
  expect((await run('exports', 'end', id)).code).toBe(3);
});
