import { extentOf, type PortalOperation } from '@titular/contract';
import { changeSettings, parseSettings } from '@titular/server/settings/index.ts';
import { deleteOldStays } from '@titular/server/stays/index.ts';
import { createManualClock, newCpf, operatorOf } from '@titular/test-kit';
import {
  addMember,
  addOperator,
  authenticateAgain,
  type PasskeyPerson,
  signInWithPasskey,
} from '@titular/test-kit/portal/people.ts';
import {
  addTenant,
  startTestService,
  type TestService,
  type TestTenant,
} from '@titular/test-kit/start-test-service.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { newMerchant } from '../../transactions/api.ts';
import { operations, outcomeOf, sendAny } from '../portal-calls.ts';
import { servedOperations } from '../served-operations.ts';

let service: TestService;
let tenant: TestTenant;
let other: TestTenant;
let operator: PasskeyPerson;
let admin: PasskeyPerson;
const clock = createManualClock();

beforeAll(async () => {
  service = await startTestService({ clock });
  other = await addTenant(service);
});
afterAll(() => service?.close());
beforeEach(async () => {
  tenant = await addTenant(service);
  operator = await addOperator(service);
  admin = await addMember(service, tenant.tenantId, { role: 'admin' });
});

const db = () => service.service.database.db;
const REASON = 'Ticket 4711: webhooks are late';
const enter = async (who = operator, of = tenant) => {
  await authenticateAgain(who);
  const params = { tenant_id: of.tenantId };
  return who.browser.call('enterTenant', { params, body: { reason: REASON } });
};
const tryEnter = async (of = tenant, reason = REASON) =>
  outcomeOf(
    await operator.browser.send('enterTenant', { params: { tenant_id: of.tenantId }, body: { reason } }),
  );
const look = async (browser = operator.browser, of = tenant) =>
  outcomeOf(await sendAny(browser, 'searchPortalTransactions', { tenant_id: of.tenantId }));
const stays = async () =>
  (await admin.browser.call('searchStays', { params: { tenant_id: tenant.tenantId }, body: {} })).stays;
const entries = () =>
  db()
    .selectFrom('audit_log')
    .select(['action', 'actor', 'subject', 'after'])
    .where('tenant_id', '=', tenant.tenantId)
    .where('action', 'like', 'operator.%')
    .orderBy('entry_id')
    .execute();

/** What a stay itself writes, and what processes of the service write meanwhile. */
const WRITTEN = [
  ...['audit_chain', 'audit_log', 'audit_unsealed', 'nodes', 'rate_budgets', 'wake_outbox', 'job_outbox'],
];
/** Rows of every other table of the schema. */
async function countRows(): Promise<Map<string, number>> {
  const { rows } = await sql<{ name: string; count: number }>`
    SELECT c.relname AS name,
      (xpath('/row/n/text()', query_to_xml(format('SELECT count(*) AS n FROM %I', c.relname), false, true, '')))[1]::text::integer AS count
    FROM pg_class c WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition`.execute(
    db(),
  );
  return new Map(rows.filter(({ name }) => !WRITTEN.includes(name)).map(({ name, count }) => [name, count]));
}

describe('an operator', () => {
  test('reads a tenant for the hour after entering it with a reason, and no second longer (P46)', async () => {
    expect(await look()).toBe('40420');
    const { until } = await enter();
    expect(Date.parse(until) - clock.now().getTime()).toBe(3_600_000);
    expect(await look()).toBe('200');
    for (const _ of [1, 2, 3, 4]) {
      clock.advanceSeconds(899);
      expect(await look()).toBe('200');
    }
    clock.advanceSeconds(4);
    expect(await look()).toBe('40420');
    const session = await operator.browser.call('readPortalSession');
    expect(session.memberships).toEqual([]);
  });

  test('may do what the one table of roles says and no more, and nothing of it changes anything (P32, P46)', async () => {
    await enter();
    const ofTenant = operations.filter(
      ([name, { path }]) => servedOperations.has(name) && path.includes('/t/:tenant_id'),
    );
    const allowed: string[] = [];
    const before = await countRows();
    for (const [name, { access, extent }] of ofTenant as [never, PortalOperation][]) {
      const given = extentOf('operator', access as never, 'test');
      const isGiven = given !== undefined && (extent === undefined || given === extent);
      const outcome = outcomeOf(await sendAny(operator.browser, name, { tenant_id: tenant.tenantId }));
      if (name === 'startAuditExport' || !isGiven) expect(outcome, name).toBe('40343');
      else expect(['40341', '40343'], name).not.toContain(outcome);
      if (isGiven) allowed.push(name);
    }
    expect(allowed.toSorted()).toEqual(READS);
    expect(await countRows()).toEqual(before);
  });

  test('finds nobody by identity or card, and is told that such a search is not theirs (P32, P46)', async () => {
    const merchant = await newMerchant(service);
    tenant = merchant.tenant;
    const cpf = newCpf();
    await merchant.create({ identity: { key: 'cpf', value: cpf } });
    await enter();
    const params = { tenant_id: tenant.tenantId };
    const found = await operator.browser.call('find', { params, body: { text: cpf } });
    expect([found.transactions, found.processes]).toEqual([[], []]);
    const asked = { params, body: { text: cpf, as: 'identity' as const } };
    expect(outcomeOf(await operator.browser.send('find', asked))).toBe('40343');
  });

  test('is told in the session where they are, why and until when, beside their own memberships', async () => {
    const { id, until } = await enter();
    const { memberships } = await operator.browser.call('readPortalSession');
    expect(memberships).toHaveLength(1);
    expect(memberships[0]).toMatchObject({ role: 'operator', stay: { id, reason: REASON, until } });
    expect(memberships[0]?.permissions).not.toContain('persons:reveal');
    expect(memberships[0]?.permissions).not.toContain('pictures:view');
  });

  test('is in by the session that entered alone, and out at once when they leave or it ends (P30, P46)', async () => {
    const second = await signInWithPasskey(service, operator);
    await enter();
    expect(await look(second)).toBe('40420');
    await operator.browser.call('leaveTenant', { body: {} });
    expect(await look()).toBe('40420');
    await enter();
    await operator.browser.call('signOut', { body: {} });
    expect((await stays()).map(({ isOpen }) => isOpen)).toEqual([false, false]);
  });

  test('is in one tenant at a time: entering the next leaves the first, with an entry (P46)', async () => {
    await enter();
    await enter(operator, other);
    expect(await look()).toBe('40420');
    expect(await look(operator.browser, other)).toBe('200');
    expect((await entries()).map(({ action }) => action)).toEqual(['operator.enter', 'operator.leave']);
  });

  test('is refused without a reason, as a member, and where the tenant is off', async () => {
    await authenticateAgain(operator);
    expect(await tryEnter(tenant, '   ')).toBe('40002');
    await authenticateAgain(admin);
    await db().updateTable('users').set({ is_operator: true }).where('user_id', '=', admin.userId).execute();
    const params = { tenant_id: tenant.tenantId };
    expect(outcomeOf(await admin.browser.send('enterTenant', { params, body: { reason: REASON } }))).toBe(
      '40068',
    );
    await db()
      .updateTable('tenants')
      .set({ active: false })
      .where('tenant_id', '=', tenant.tenantId)
      .execute();
    expect(await tryEnter()).toBe('40068');
  });

  test('who is none any more is out by the next call (P30)', async () => {
    await enter();
    await db()
      .updateTable('users')
      .set({ is_operator: false })
      .where('user_id', '=', operator.userId)
      .execute();
    expect(await look()).toBe('40420');
  });
});

describe('a tenant', () => {
  test('has each first view in its own audit log before the answer, with the operator and their stay (P37, P46)', async () => {
    const { id } = await enter();
    const params = { tenant_id: tenant.tenantId };
    await operator.browser.call('readTenantSettings', { params });
    await operator.browser.call('readTenantSettings', { params });
    const companyId = tenant.companyId;
    await operator.browser.call('readCompanySettings', { params: { ...params, company_id: companyId } });
    const [entered, ...views] = await entries();
    const actor = `user:${operator.userId}`;
    expect(entered).toMatchObject({ actor, action: 'operator.enter', after: { stay: id, reason: REASON } });
    expect(views.map(({ subject, after }) => [subject, after])).toEqual([
      [`tenant/${tenant.tenantId}`, { call: 'readTenantSettings', stay: id }],
      [`company/${companyId}`, { call: 'readCompanySettings', stay: id }],
    ]);
    const rows = await admin.browser.call('searchAudit', { params, body: { action: 'operator.view' } });
    expect(rows.entries.map(({ actorName }) => actorName)).toEqual([operator.name, operator.name]);
  });

  test('shows its admins who is in, why, until when and what they viewed, and nobody else (P32, P46)', async () => {
    const { id, until } = await enter();
    await look();
    await operator.browser.call('readTenantSettings', { params: { tenant_id: tenant.tenantId } });
    expect(await stays()).toEqual([
      {
        ...{ id, until, reason: REASON, isOpen: true, enteredAt: expect.any(String) },
        operator: { id: operator.userId, name: operator.name },
        views: [
          { permission: 'transactions:read', count: 1 },
          { permission: 'settings:read', count: 1 },
        ],
      },
    ]);
    const support = await addMember(service, tenant.tenantId, { role: 'support' });
    const params = { tenant_id: tenant.tenantId };
    expect(outcomeOf(await sendAny(support.browser, 'searchStays', params))).toBe('40343');
    expect(outcomeOf(await sendAny(operator.browser, 'searchStays', params))).toBe('40343');
  });

  test('lists stays by pages, the newest first, for 90 days', async () => {
    const ids: string[] = [];
    for (const _ of [1, 2, 3]) {
      clock.advanceSeconds(1);
      ids.unshift((await enter()).id);
    }
    const params = { tenant_id: tenant.tenantId };
    const first = await admin.browser.call('searchStays', { params, body: { limit: 2 } });
    expect(first.stays.map(({ id }) => id)).toEqual(ids.slice(0, 2));
    const cursor = first.nextCursor ?? expect.fail('a next page');
    const rest = await admin.browser.call('searchStays', { params, body: { limit: 2, cursor } });
    expect(rest.stays.map(({ id }) => id)).toEqual(ids.slice(2));
    expect(rest.nextCursor).toBeUndefined();
    await deleteOldStays(db(), clock.now(), 100);
    expect(await stays()).toHaveLength(3);
    await deleteOldStays(db(), new Date(clock.now().getTime() + 3_600_000), 100);
    expect((await stays()).map(({ id }) => id)).toEqual(ids.slice(0, 1));
  });

  test('ends a stay at once by its admin, and none of another tenant (P33, P46)', async () => {
    const { id } = await enter();
    const stranger = await addMember(service, other.tenantId, { role: 'admin' });
    const foreign = { tenant_id: other.tenantId, stay_id: id };
    expect(outcomeOf(await sendAny(stranger.browser, 'endStay', foreign))).toBe('40420');
    const own = { tenant_id: tenant.tenantId, stay_id: id };
    await admin.browser.call('endStay', { params: own, body: {} });
    expect(await look()).toBe('40420');
    expect(outcomeOf(await sendAny(admin.browser, 'endStay', own))).toBe('40420');
    expect((await entries()).at(-1)).toMatchObject({
      action: 'operator.leave',
      actor: `user:${admin.userId}`,
    });
  });

  test('that refuses operators lets none in, and ends a stay that is open (P46)', async () => {
    await enter();
    const owner = { kind: 'tenant', tenantId: tenant.tenantId } as const;
    const patch = parseSettings('tenant', new Map([['operator-entry', 'refused']]));
    await changeSettings({ ...operatorOf(service), clock }, owner, patch);
    expect(await look()).toBe('40420');
    await authenticateAgain(operator);
    expect(await tryEnter()).toBe('40373');
    const state = await operator.browser.call('readTenantState', { params: { tenant_id: tenant.tenantId } });
    expect(state.entry).toBe('refused');
  });
});

/** What an operator may call in a tenant: each reads, or makes no more than an entry of the audit log. */
const READS = [
  ...['countRefusals', 'find', 'listAuditFilters', 'listCallFilters', 'readCallTimes', 'readCompanySettings'],
  ...['readFigures', 'readLimitsNow', 'readPortalTenant', 'readProcessCase', 'readSettingsHistory'],
  'readTenantSettings',
  ...['readTransactionCase', 'searchAudit', 'searchAuditActors', 'searchPortalCalls'],
  'searchPortalProcesses',
  ...['searchPortalTransactions', 'startAuditExport', 'verifyAudit'],
].toSorted();
