import { retireKey } from '@titular/server/access-tokens/accounts/administer-keys.ts';
import { retireSecret } from '@titular/server/access-tokens/accounts/administer-secrets.ts';
import { listClientSecrets } from '@titular/server/access-tokens/accounts/client-secret-store.ts';
import { listAuditEntries } from '@titular/server/audit/audit-store.ts';
import type { Operator } from '@titular/server/audit/operator.ts';
import { addSeconds, systemClock } from '@titular/server/kernel/base/clock.ts';
import { createCompany, renameCompany, renameTenant } from '@titular/server/tenants/administer-tenants.ts';
import {
  addTenant,
  operatorOf,
  startTestService,
  type TestService,
  type TestTenant,
} from '@titular/test-kit';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

let service: TestService;
let tenant: TestTenant;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.close());
beforeEach(async () => {
  tenant = await addTenant(service);
});

const db = () => service.service.database.db;
const operator = () => operatorOf(service);
const now = systemClock.now();
const LATER = addSeconds(now, 3600);

/** Makes a change, and has another one asked for that waits until it is committed. */
async function askMeanwhile(
  first: (inTransaction: Operator) => Promise<unknown>,
  ask: () => Promise<boolean>,
): Promise<boolean> {
  const { asked } = await db()
    .transaction()
    .execute(async (trx) => {
      await first({ ...operator(), db: trx });
      const begun = { asked: ask() };
      await expect
        .poll(async () => {
          const { rows } = await sql`SELECT FROM pg_stat_activity
            WHERE datname = current_database() AND wait_event_type = 'Lock'`.execute(db());
          return rows.length;
        })
        .toBe(1);
      return begun;
    });
  return asked;
}

const lastOf = async (action: string) => {
  const [entry] = await listAuditEntries(db(), { tenantId: tenant.tenantId, action, limit: 1 });
  return entry;
};

test('the entry of a new name says which one it replaced, whoever gave that meanwhile', async () => {
  const { tenantId } = tenant;
  const named = { before: { name: 'Second' }, after: { name: 'Third' } };
  const rename = () => renameTenant(operator(), tenantId, 'Third');
  const renameTheTenant = ({ db: trx }: Operator) =>
    sql`UPDATE tenants SET name = 'Second' WHERE tenant_id = ${tenantId}`.execute(trx);
  expect(await askMeanwhile(renameTheTenant, rename)).toBe(true);
  expect(await lastOf('tenant.rename')).toMatchObject(named);
  expect(await rename()).toBe(false);

  const companyId = await createCompany(operator(), tenantId, { name: 'First' });
  const renameIt = () => renameCompany(operator(), tenantId, companyId, 'Third');
  const renameTheCompany = ({ db: trx }: Operator) =>
    sql`UPDATE companies SET name = 'Second' WHERE company_id = ${companyId}`.execute(trx);
  expect(await askMeanwhile(renameTheCompany, renameIt)).toBe(true);
  expect(await lastOf('company.rename')).toMatchObject(named);
  expect(await renameIt()).toBe(false);
});

test('the entry of a key or a secret that ends says when it would have, whoever said so meanwhile', async () => {
  const { tenantId, account, keyId } = tenant;
  const endKey = (by: Operator, at: Date) => retireKey(by, tenantId, account, keyId, at);
  expect(
    await askMeanwhile(
      (by) => endKey(by, LATER),
      () => endKey(operator(), now),
    ),
  ).toBe(true);
  const retiredAt = LATER.toISOString();
  expect(await lastOf('key.retire')).toMatchObject({ before: { keyId, retiredAt } });

  const [secret] = await listClientSecrets(db(), tenantId, account);
  const secretId = secret?.secretId ?? '';
  const endSecret = (by: Operator, at: Date) => retireSecret(by, tenantId, account, secretId, at);
  expect(
    await askMeanwhile(
      (by) => endSecret(by, LATER),
      () => endSecret(operator(), now),
    ),
  ).toBe(true);
  expect(await lastOf('secret.retire')).toMatchObject({ before: { secretId, retiredAt } });
});
