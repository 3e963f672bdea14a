import { MAX_TENANT_NAME_LENGTH } from '@titular/contract';
import { createCompany, createTenant } from '@titular/server/tenants/administer-tenants.ts';
import { addTenant, operatorOf, startTestService, type TestService } from '@titular/test-kit';
import { afterAll, beforeAll, expect, test } from 'vitest';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.close());

test.each(['', '   ', '\u3164', '\u200b', '\u115f \u00a0'])(
  'a tenant or company is never named %j, which nobody sees',
  async (name) => {
    const operator = operatorOf(service);
    const { tenantId } = await addTenant(service);
    const refusal = 'A name has 1 to 120 characters';
    await expect(createTenant(operator, service.service.masterKeys, { name })).rejects.toThrow(refusal);
    await expect(createCompany(operator, tenantId, { name })).rejects.toThrow(refusal);
  },
);

test('the name of a tenant or company is counted by characters, as the contract counts it', async () => {
  const operator = operatorOf(service);
  const { tenantId } = await addTenant(service);
  const longest = '\u{1f98a}'.repeat(MAX_TENANT_NAME_LENGTH);
  await createTenant(operator, service.service.masterKeys, { name: longest });
  await createCompany(operator, tenantId, { name: longest });
  await expect(createCompany(operator, tenantId, { name: `${longest}a` })).rejects.toThrow('A name has 1 to');
});
