import type { CompanyId } from '@titular/server/kernel/base/id.ts';
import { newId } from '@titular/server/kernel/base/id.ts';
import { createCompany } from '@titular/server/tenants/administer-tenants.ts';
import { operatorOf, startTestService, type TestService } from '@titular/test-kit';
import { addMember, type PasskeyPerson } from '@titular/test-kit/portal/people.ts';
import { addTenant, type TestTenant } from '@titular/test-kit/start-test-service.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';

let service: TestService;
let tenant: TestTenant;
let second: CompanyId;
let admin: PasskeyPerson;
let narrow: PasskeyPerson;

beforeAll(async () => {
  service = await startTestService();
  tenant = await addTenant(service);
  second = await createCompany(operatorOf(service), tenant.tenantId, { name: 'Second' });
  admin = await addMember(service, tenant.tenantId, { role: 'admin' });
  narrow = await addMember(service, tenant.tenantId, { role: 'developer', companies: [second] });
}, 360_000);
afterAll(() => service?.close());

type State = { enabled: boolean; disabled_reason?: 'gone' | 'asked' | 'failing'; failing_since?: Date };

const add = (companyId: CompanyId, state: State) =>
  service.service.database.db
    .insertInto('webhook_endpoints')
    .values({
      ...{ tenant_id: tenant.tenantId, endpoint_id: newId(), company_id: companyId, created_at: new Date() },
      ...{ url: 'https://hooks.loja.example', event_types: [], statuses: [], maximum_attempts: 1 },
      ...{ maximum_at_once: 1, timeout_ms: 1_000, authentication: 'none', loopback_allowed: false },
      ...{ sealed_secret: Buffer.alloc(60), ...state },
      ...(state.enabled ? {} : { disabled_at: new Date() }),
    })
    .execute();
const count = (person: PasskeyPerson, body: { company?: string } = {}) =>
  person.browser.call('countPortalEndpoints', { params: { tenant_id: tenant.tenantId }, body });

test('endpoints that need somebody are counted exactly, however many newer ones are well, and of the companies in reach alone (P11, P33)', async () => {
  const failing_since = new Date();
  await add(tenant.companyId, { enabled: false, disabled_reason: 'gone' });
  await add(tenant.companyId, { enabled: false, disabled_reason: 'asked' });
  await add(second, { enabled: true, failing_since });
  await add(tenant.companyId, { enabled: true, failing_since });
  for (let well = 0; well < 60; well += 1) await add(tenant.companyId, { enabled: true });
  expect(await count(admin)).toEqual({ offByItself: 1, failing: 2 });
  expect(await count(admin, { company: second })).toEqual({ offByItself: 0, failing: 1 });
  expect(await count(narrow)).toEqual({ offByItself: 0, failing: 1 });
  expect(await count(narrow, { company: tenant.companyId })).toEqual({ offByItself: 0, failing: 0 });
});
