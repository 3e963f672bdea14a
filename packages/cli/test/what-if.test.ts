import type { CompanyId, TenantId } from '@titular/server/kernel/base/id.ts';
import {
  addTenant,
  startTestService,
  type TestService,
  type TestTenant,
} from '@titular/test-kit/start-test-service.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addEnd } from '../../server/test/what-if/add-ends.ts';
import { runInProcess } from './command-fixture.ts';

let service: TestService;
let tenant: TestTenant;
const DAY_MS = 86_400_000;

beforeAll(async () => {
  service = await startTestService();
  tenant = await addTenant(service);
  const { tenantId, companyId } = tenant as { tenantId: TenantId; companyId: CompanyId };
  for (let n = 1; n <= 60; n += 1)
    await addEnd(service.service.database.db, {
      ...{ tenantId, companyId, at: new Date(Date.now() - 2 * DAY_MS) },
      evidence: { reference: { kind: 'compared', distance: n / 120 } },
    });
}, 120_000);
afterAll(() => service?.close());

const run = (...words: string[]) =>
  runInProcess(words, {
    DATABASE_URL: service.config.databaseUrl,
    TITULAR_DATA_DIR: service.config.dataDirectory,
  });

describe('settings what-if', () => {
  test('tells the same rows as the portal, and that it cannot judge who was genuine (P17, F3)', async () => {
    const words = ['settings', 'what-if', 'match-threshold=0.4', '--company', String(tenant.companyId)];
    const { code, output } = await run(...words);
    expect(code).toBe(0);
    expect(output).toMatch(
      /(?:5|10) or some more\s+approved\s+matches_reference\s+inconclusive\s+face_differs/,
    );
    expect(output).toMatch(/(?:55|60) or some more ends were decided again\./);
    expect(output).toContain('Of all other kinds together would differ: fewer than 9, or none.');
    expect(output).toMatch(/never who was\s+genuine/);
    const { output: listed } = await run('audit', 'list', '--action', 'company.what-if', '--json');
    expect(listed).toMatch(/"match-threshold":\s*"0\.4"/);
  });

  test('refuses without a company, and what cannot be tried', async () => {
    expect((await run('settings', 'what-if', 'match-threshold=0.4')).errors).toContain('--company');
    const fine = await run(
      'settings',
      'what-if',
      'match-threshold=0.455',
      '--company',
      String(tenant.companyId),
    );
    expect([fine.code, fine.errors]).toEqual([2, expect.stringContaining('in steps of 0.01')]);
  });
});
