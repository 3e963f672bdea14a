import { type SandboxFill, TRANSACTION_STATUSES } from '@titular/contract';
import { readFigures, stepFigures } from '@titular/server/figures/index.ts';
import type { CompanyId } from '@titular/server/kernel/base/id.ts';
import { createManualClock, startTestService, type TestService } from '@titular/test-kit';
import { addMember, type PasskeyPerson } from '@titular/test-kit/portal/people.ts';
import { eventually } from '@titular/test-kit/time/eventually.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { outcomeOf } from '../portal/portal-calls.ts';
import { type Merchant, newMerchant } from '../transactions/api.ts';
import { readRows } from './fill-fixture.ts';
import { createBy } from './sandbox-fixture.ts';

const DAY_MS = 86_400_000;
const clock = createManualClock(new Date());

let service: TestService;
let merchant: Merchant;
let developer: PasskeyPerson;
let before: Record<string, string[]>;
let shops: CompanyId[];

const db = () => service.service.database.db;
const tenantId = () => merchant.tenant.tenantId;
const params = () => ({ tenant_id: tenantId() });
const read = (): Promise<SandboxFill> => developer.browser.call('readSandboxFill', { params: params() });
const press = (name: 'fillSandbox' | 'clearSandbox') =>
  developer.browser.send(name, { params: params(), body: {} });
const becomes = (state: SandboxFill['state']): Promise<void> =>
  eventually(async () => expect((await read()).state).toBe(state), 400_000);

async function fold(): Promise<void> {
  while ((await stepFigures({ db: db(), clock }, tenantId())) === 'more');
}

/** Figures of all hours that a fill has. */
async function countedStatuses(): Promise<Record<string, number>> {
  await fold();
  const now = clock.now().getTime();
  const hours = [-32, 1].map((days) => new Date(Math.floor(now / DAY_MS + days) * DAY_MS).toISOString());
  const figures = await readFigures(db(), { tenantId: tenantId(), companies: undefined }, { starts: hours });
  const counted: Record<string, number> = {};
  for (const { status, count } of figures.statuses) counted[status] = (counted[status] ?? 0) + count;
  return counted;
}

/** The same, counted from the rows. */
async function keptStatuses(): Promise<Record<string, number>> {
  const rows = await db()
    .selectFrom('transactions')
    .select(['status'])
    .select((expression) => expression.fn.countAll<string>().as('count'))
    .where('tenant_id', '=', tenantId())
    .groupBy('status')
    .execute();
  return Object.fromEntries(rows.map(({ status, count }) => [status, Number(count)]));
}

beforeAll(async () => {
  service = await startTestService({ clock });
  merchant = await newMerchant(service);
  developer = await addMember(service, tenantId(), { role: 'developer' });
  // Traffic of the tenant's own: one that waits, and some that ended.
  await merchant.create();
  for (const scenario of ['fast-inconclusive', 'approved', 'inconclusive'])
    await createBy(merchant, scenario);
  await eventually(async () => expect(await keptStatuses()).toMatchObject({ approved: 1, inconclusive: 1 }));
  await fold();
  // Calls are written a moment after they are answered.
  await eventually(async () => expect((await readRows(service, tenantId()))['api_calls']).toHaveLength(4));
  before = await readRows(service, tenantId());
  expect(outcomeOf(await press('fillSandbox'))).toBe('200');
  await becomes('filled');
  const fill = await db().selectFrom('sandbox_fills').select('company_ids').executeTakeFirstOrThrow();
  shops = fill.company_ids;
}, 600_000);
afterAll(() => service?.close());

const ofShops = () =>
  db().selectFrom('transactions').where('tenant_id', '=', tenantId()).where('company_id', 'in', shops);

describe('sandbox transactions of a tenant (F8)', () => {
  test('are 500 over 30 days in three shops, of every status, with later numbers later', async () => {
    expect(await read()).toMatchObject({ state: 'filled', total: 500, made: 500, removed: 0 });
    const rows = await ofShops()
      .select(['order_number', 'created_at', 'finished_at', 'company_id', 'status'])
      .orderBy('transaction_id')
      .execute();
    expect(rows).toHaveLength(500);
    expect(new Set(rows.map(({ order_number }) => order_number)).size).toBe(500);
    expect(new Set(rows.map(({ company_id }) => company_id)).size).toBe(3);
    expect(new Set(rows.map(({ status }) => status))).toEqual(new Set(TRANSACTION_STATUSES));
    const days = new Set(rows.map(({ created_at }) => created_at.toISOString().slice(0, 10)));
    expect(days.size).toBeGreaterThanOrEqual(30);
    const now = clock.now();
    const oldest = new Date(now.getTime() - 30 * DAY_MS);
    for (const { created_at, finished_at } of rows) {
      expect(created_at >= oldest && created_at <= now).toBe(true);
      expect(finished_at === null || finished_at <= now).toBe(true);
    }
    const approved = rows.filter(({ status }) => status === 'approved').length;
    expect(approved).toBeGreaterThan(250);
    expect(approved).toBeLessThan(400);
  });

  test('have attempts with causes, visits, reasons and calls, so that every page has something to show', async () => {
    const outcomes = await db()
      .selectFrom('capture_attempts')
      .select('outcome')
      .distinct()
      .where('tenant_id', '=', tenantId())
      .execute();
    expect(outcomes.length).toBeGreaterThan(6);
    const events = await db()
      .selectFrom('page_event_counts')
      .select('event')
      .distinct()
      .where('company_id', 'in', shops)
      .execute();
    expect(events.map(({ event }) => event)).toEqual(
      expect.arrayContaining(['opened', 'camera_denied', 'in_app_browser', 'attempt_completed']),
    );
    const reasons = await db()
      .selectFrom('reason_hours')
      .select('reason')
      .distinct()
      .where('company_id', 'in', shops)
      .execute();
    const rejections = ['face_differs', 'no_reference', 'card_inactive', 'card_of_many_identities'];
    expect(reasons.map(({ reason }) => reason)).toEqual(expect.arrayContaining(rejections));
    const calls = await db()
      .selectFrom('api_calls')
      .select('code')
      .distinct()
      .where('account', '=', 'sandbox-shops')
      .execute();
    expect(calls.map(({ code }) => code)).toEqual(expect.arrayContaining([null, '40027', '42901']));
  });

  test('have webhooks that went well, late and not at all; none waits to be sent, and no endpoint is on', async () => {
    const rows = await db()
      .selectFrom('deliveries as d')
      .innerJoin('webhook_endpoints as e', 'e.endpoint_id', 'd.endpoint_id')
      .select(['d.state', 'd.attempts', 'd.skipped', 'e.enabled', 'e.url'])
      .where('e.company_id', 'in', shops)
      .execute();
    const kinds = new Set(rows.map(({ state, attempts }) => `${state} ${attempts > 1}`));
    expect([...kinds].toSorted()).toEqual(['delivered false', 'delivered true', 'failed true']);
    expect(new Set(rows.map((row) => `${row.enabled} ${row.skipped}`))).toEqual(new Set(['false false']));
    expect(new Set(rows.map(({ url }) => new URL(url).hostname))).toEqual(new Set(['shop.invalid']));
  });

  test('are in the figures as they are in the rows (P11)', async () => {
    expect(await countedStatuses()).toEqual(await keptStatuses());
  });

  test('name an order for the guided task that a new link can be made for', async () => {
    const { task } = await read();
    if (!task) throw new Error('there is no task');
    expect(task).toMatchObject({ isRenewed: false, orderNumber: expect.stringMatching(/^AUR-/) });
    const support = await addMember(service, tenantId(), { role: 'support' });
    const found = await support.browser.call('find', { params: params(), body: { text: task.orderNumber } });
    expect(JSON.stringify(found)).toContain(task.transactionId);
    const open = { ...params(), transaction_id: task.transactionId };
    const shown = await support.browser.call('readTransactionCase', { params: open });
    expect(shown.captures.attempts.map(({ outcome }) => outcome)).toEqual(['too_dark', 'too_dark']);
    expect(shown.acts).toContain('renew_link');
    await support.browser.call('renewTransactionLink', { params: open, body: {} });
    expect((await read()).task).toMatchObject({ isRenewed: true });
  });

  test('are not made twice: a second press is refused with 40069', async () => {
    expect(outcomeOf(await press('fillSandbox'))).toBe('40069');
  });

  test('are for who sees all companies: others are refused with 40343 (P32)', async () => {
    const companies = [merchant.tenant.companyId];
    const narrow = await addMember(service, tenantId(), { role: 'developer', companies });
    for (const name of ['fillSandbox', 'clearSandbox'] as const)
      expect(outcomeOf(await narrow.browser.send(name, { params: params(), body: {} }))).toBe('40343');
  });

  test('go with one press, in full and alone: every row of the tenant is as it was, and the figures are right', async () => {
    expect(outcomeOf(await press('clearSandbox'))).toBe('200');
    await becomes('none');
    await fold();
    // Members were added meanwhile; of their memberships nothing is compared.
    const {
      user_memberships: _now,
      user_invitations: _there,
      ...after
    } = await readRows(service, tenantId());
    const { user_memberships: _then, user_invitations: _were, ...whole } = before;
    expect(after).toEqual(whole);
    expect(await countedStatuses()).toEqual(await keptStatuses());
    expect(await db().selectFrom('delivery_attempts').select('number').execute()).toHaveLength(
      before['delivery_attempts']?.length ?? 0,
    );
    const entries = await db()
      .selectFrom('audit_log')
      .select(['action', 'actor'])
      .where('tenant_id', '=', tenantId())
      .where('action', 'like', 'sandbox.%')
      .orderBy('action', 'desc')
      .execute();
    const actor = `user:${developer.userId}`;
    expect(entries).toEqual([
      { action: 'sandbox.fill', actor },
      { action: 'sandbox.clear', actor },
    ]);
  });
});
