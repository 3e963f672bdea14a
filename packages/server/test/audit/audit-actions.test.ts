import { AUDIT_ACTION_NAMES, AUDIT_ACTIONS, TENANT_AUDIT_ACTIONS } from '@titular/contract';
import { insertAuditEntry, insertTenantEntry } from '@titular/server/audit/index.ts';
import { newId } from '@titular/server/kernel/base/id.ts';
import type { Db } from '@titular/server/kernel/database/connect.ts';
import { createManualClock } from '@titular/test-kit';
import { insertAnyEntry } from '@titular/test-kit/database/insert-any-entry.ts';
import { addMember, addOperator, type PasskeyPerson } from '@titular/test-kit/portal/people.ts';
import {
  addTenant,
  startTestService,
  type TestService,
  type TestTenant,
} from '@titular/test-kit/start-test-service.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

let service: TestService;
let tenant: TestTenant;
let admin: PasskeyPerson;
let operator: PasskeyPerson;
const clock = createManualClock();

beforeAll(async () => {
  service = await startTestService({ clock });
  tenant = await addTenant(service);
  admin = await addMember(service, tenant.tenantId, { role: 'admin' });
  operator = await addOperator(service);
});
afterAll(() => service?.close());

const ofTenant = async (person = admin) =>
  (await person.browser.call('listAuditFilters', { params: { tenant_id: tenant.tenantId } })).actions;
const ofDeployment = async () => (await operator.browser.call('listWholeAuditFilters', {})).actions;

describe('the closed list of actions (P15)', () => {
  test('is what compiles: neither another action, nor another kind of subject, nor the log of somebody else', () => {
    const by = { clock, actor: 'service' };
    const id = newId();
    // Never called: each line is refused by the compiler alone.
    const refused = (db: Db) => [
      // @ts-expect-error: no row of the list
      insertAuditEntry(db, by, { tenantId: id, action: 'company.paint', subject: `company/${id}` }),
      // @ts-expect-error: a company is no tenant
      insertAuditEntry(db, by, { tenantId: id, action: 'company.rename', subject: `tenant/${id}` }),
      // @ts-expect-error: what is done to a company stands in the log of its tenant
      insertAuditEntry(db, by, { tenantId: undefined, action: 'company.rename', subject: `company/${id}` }),
      // @ts-expect-error: what is done to the deployment stands in no tenant's log
      insertAuditEntry(db, by, { tenantId: id, action: 'jobs.retry', subject: 'deployment' }),
      // @ts-expect-error: a company is no tenant, whichever of several actions it is
      insertTenantEntry(db, by, id, { action: 'company.disable', subject: `tenant/${id}` }),
      // @ts-expect-error: what is done to the deployment stands in no tenant's log
      insertTenantEntry(db, by, id, { action: 'jobs.retry', subject: 'deployment' }),
    ];
    expect(refused).toBeTypeOf('function');
  });

  test('is what the filter offers: all of it for the deployment, and for a tenant what its log may have', async () => {
    expect(await ofDeployment()).toEqual(AUDIT_ACTION_NAMES);
    expect(await ofTenant()).toEqual(TENANT_AUDIT_ACTIONS);
    const others = AUDIT_ACTION_NAMES.filter((action) => !TENANT_AUDIT_ACTIONS.includes(action));
    expect(others.map((action) => AUDIT_ACTIONS[action].log)).toEqual(others.map(() => ['deployment']));
    expect(others).toEqual(expect.arrayContaining(['master-key.rotate', 'signing-key.rotate']));
  });

  test('is what a running service wrote, each entry about its kind of subject and in its log', async () => {
    const rows = await service.service.database.db.selectFrom('audit_log').selectAll().execute();
    expect(rows.length).toBeGreaterThan(5);
    const list: Readonly<Record<string, { log: readonly string[]; about: readonly string[] }>> =
      AUDIT_ACTIONS;
    const isOfList = ({ action, subject, tenant_id }: (typeof rows)[number]): boolean => {
      const { log, about } = list[action] ?? { log: [], about: [] };
      return log.includes(tenant_id ? 'tenant' : 'deployment') && about.includes(subject.replace(/\/.*/, ''));
    };
    expect(rows.filter((row) => !isOfList(row))).toEqual([]);
  });

  test('is widened in the filter by what another release wrote, and is no list of what others did for who sees own acts', async () => {
    const { db } = service.service.database;
    const entry = { tenantId: tenant.tenantId, action: 'company.repaint', subject: 'company/x' };
    await insertAnyEntry(db, { clock, actor: 'service' }, entry);
    expect(await ofTenant()).toEqual([...TENANT_AUDIT_ACTIONS, 'company.repaint'].toSorted());
    expect(await ofDeployment()).toEqual([...AUDIT_ACTION_NAMES, 'company.repaint'].toSorted());
    const reviewer = await addMember(service, tenant.tenantId, { role: 'reviewer' });
    expect(await ofTenant(reviewer)).toEqual(['user.create']);
  });
});
