import { MAX_VIEWS } from '@titular/server/users/stays/note-view.ts';
import { createManualClock } from '@titular/test-kit';
import {
  addMember,
  addOperator,
  authenticateAgain,
  type PasskeyPerson,
} from '@titular/test-kit/portal/people.ts';
import {
  addTenant,
  startTestService,
  type TestService,
  type TestTenant,
} from '@titular/test-kit/start-test-service.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { outcomeOf, sendAny } from '../portal-calls.ts';

let service: TestService;
let tenant: TestTenant;
let operator: PasskeyPerson;
let admin: PasskeyPerson;
let stayId: string;
const clock = createManualClock();

beforeAll(async () => {
  service = await startTestService({ clock });
});
afterAll(() => service?.close());
beforeEach(async () => {
  tenant = await addTenant(service);
  operator = await addOperator(service);
  admin = await addMember(service, tenant.tenantId, { role: 'admin' });
  await authenticateAgain(operator);
  const entered = await operator.browser.call('enterTenant', {
    params: params(),
    body: { reason: 'Webhooks are late' },
  });
  stayId = entered.id;
});

const params = () => ({ tenant_id: tenant.tenantId });
const db = () => service.service.database.db;
const views = async () =>
  (
    await db()
      .selectFrom('audit_log')
      .select('after')
      .where('tenant_id', '=', tenant.tenantId)
      .where('action', '=', 'operator.view')
      .orderBy('entry_id')
      .execute()
  ).map(({ after }) => after as Record<string, unknown>);
const staysOf = (body: object) => admin.browser.call('searchStays', { params: params(), body });

describe('what an operator views in a tenant', () => {
  test('is an entry for each search, with the rows that it found and not what was looked for (P37, P46)', async () => {
    for (const text of ['Maria Silva', 'Maria Souza', 'Maria Silva'])
      await operator.browser.call('find', { params: params(), body: { text } });
    const found = await views();
    expect(found).toHaveLength(2);
    expect(new Set(found.map((one) => one['search'])).size).toBe(2);
    expect(found[0]).toEqual({
      ...{ call: 'find', stay: stayId, search: expect.any(String), rows: expect.any(Number) },
    });
    expect(JSON.stringify(found)).not.toContain('Maria');
    expect((await staysOf({})).stays[0]?.views).toEqual([{ permission: 'transactions:read', count: 2 }]);
  });

  test('has no entry where nothing was viewed: not there, not allowed or not sound (P46)', async () => {
    expect(outcomeOf(await sendAny(operator.browser, 'readTransactionCase', params()))).toBe('40420');
    expect(outcomeOf(await sendAny(operator.browser, 'startAuditExport', params()))).toBe('40343');
    const body = { text: 1 } as never;
    expect(outcomeOf(await operator.browser.send('find', { params: params(), body }))).toBe('40002');
    expect(await views()).toEqual([]);
  });

  test('ends with the last view that the log takes, so that nothing is viewed without an entry (P46)', async () => {
    await db()
      .updateTable('operator_stays')
      .set({ views: MAX_VIEWS - 1 })
      .where('stay_id', '=', stayId)
      .execute();
    const look = async () => outcomeOf(await sendAny(operator.browser, 'readTenantSettings', params()));
    expect(await look()).toBe('200');
    expect(await look()).toBe('40420');
    expect((await staysOf({})).stays[0]).toMatchObject({ isOpen: false });
    expect(await views()).toHaveLength(1);
  });

  test('is never taken along as a file: no export, and no more entries of the log than a page has (P46)', async () => {
    const ask = async (body: object) =>
      outcomeOf(await operator.browser.send('searchAudit', { params: params(), body: body as never }));
    expect(await ask({})).toBe('200');
    expect(await ask({ limit: 250 })).toBe('40343');
    expect(await ask({ limit: 50, exporting: 50 })).toBe('40343');
  });
});

describe('stays of operators', () => {
  test('are shown to and ended by admins of all companies alone (P33, P46)', async () => {
    const some = await addMember(service, tenant.tenantId, { role: 'admin', companies: [tenant.companyId] });
    const outcomes = [
      await sendAny(some.browser, 'searchStays', params()),
      await sendAny(some.browser, 'endStay', { ...params(), stay_id: stayId }),
    ];
    expect(outcomes.map(outcomeOf)).toEqual(['40343', '40343']);
    expect((await staysOf({})).stays[0]).toMatchObject({ isOpen: true });
  });

  test('that go on are listed although later ones have ended (P46)', async () => {
    const other = await addOperator(service);
    clock.advanceSeconds(1);
    await authenticateAgain(other);
    await other.browser.call('enterTenant', { params: params(), body: { reason: 'A later look' } });
    await other.browser.call('leaveTenant', { body: {} });
    expect((await staysOf({ limit: 1 })).stays[0]).toMatchObject({ isOpen: false });
    expect((await staysOf({ open: true })).stays.map(({ id }) => id)).toEqual([stayId]);
  });
});
