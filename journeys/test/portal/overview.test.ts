import { newId } from '@titular/server/kernel/base/id.ts';
import { createLog } from '@titular/server/kernel/base/log.ts';
import { asId } from '@titular/test-kit/as-id.ts';
import { runTask } from '@titular/test-kit/service-tasks.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openMerchant, type PortalMerchant } from './case-builders.ts';
import { handsAt } from './hands.ts';
import { homeOf } from './open-pages.ts';
import { expectNoFaults, type PortalJourney, startPortal } from './portal-fixture.ts';

const LONGEST_TASK_MS = 20_000;

const DAY_MS = 86_400_000;

// The browser's day is the real one, and it begins with failures of yesterday.
let behindMs = DAY_MS;
const clock = { now: () => new Date(Date.now() - behindMs) };
let journey: PortalJourney;
let merchant: PortalMerchant;

beforeAll(async () => {
  journey = await startPortal({ clock });
  merchant = await openMerchant(journey);
});
afterAll(() => journey?.close());

/** Counts what there is, as the job does each minute. */
async function countFigures(): Promise<void> {
  const { service, clock } = journey.service;
  const { db, pool } = service.database;
  await runTask({ db, pool, clock, log: createLog('silent') }, 'fold-figures');
}

/** Lets attempts fail until none is left, which ends the transaction with a reason. */
async function failEveryAttempt(id: string): Promise<void> {
  const { db } = journey.service.service.database;
  const readStatus = async () =>
    (
      await db
        .selectFrom('transactions')
        .select('status')
        .where('transaction_id', '=', asId(id))
        .executeTakeFirstOrThrow()
    ).status;
  while ((await readStatus()) !== 'inconclusive') await merchant.step(id, 'attempt-too-dark');
}

type EndpointState = {
  enabled?: boolean;
  failing_since?: Date;
  failures?: number;
  disabled_at?: Date;
  disabled_reason?: 'gone' | 'failing' | 'asked';
};

/** Adds an endpoint as it stands after what happened to it. */
async function addEndpoint(at: Date, state: EndpointState): Promise<void> {
  const { db } = journey.service.service.database;
  const { tenantId, companyId } = journey.tenant;
  await db
    .insertInto('webhook_endpoints')
    .values({
      ...{ tenant_id: tenantId, endpoint_id: newId(at.getTime()), company_id: companyId },
      ...{ url: 'https://hooks.loja.example', event_types: [], statuses: [], maximum_attempts: 1 },
      ...{ maximum_at_once: 1, timeout_ms: 1_000, authentication: 'none', created_at: at },
      ...{ sealed_secret: Buffer.alloc(60), loopback_allowed: false, enabled: true, ...state },
    })
    .execute();
}

describe('the overview', () => {
  test('6: tells whether a drop of today is ours with 2 clicks: overview, then its number, which leads to its list (P11, P48)', async () => {
    for (let count = 0; count < 3; count += 1)
      await failEveryAttempt((await merchant.create({ orderNumber: `Y-${crypto.randomUUID()}` })).id);
    behindMs = 0;
    merchant = await openMerchant(journey);
    const orders: string[] = [];
    for (let count = 0; count < 2; count += 1) {
      const orderNumber = `D-${crypto.randomUUID()}`;
      orders.push(orderNumber);
      await failEveryAttempt((await merchant.create({ orderNumber })).id);
    }
    const { id } = await merchant.create();
    await merchant.step(id, 'approve');
    await countFigures();
    const desk = await journey.sitDown(await journey.add('admin'));
    const { page } = desk;
    await page.goto(homeOf(journey));
    const hands = handsAt(page);
    const startedMs = Date.now();
    await hands.click(page.getByRole('link', { name: 'Overview', exact: true }));
    const today = page.getByRole('region', { name: 'Today' });
    await hands.click(today.getByRole('link', { name: '2', exact: true }));
    await page.getByText(orders[0] ?? '').waitFor();
    expect(Date.now() - startedMs).toBeLessThan(LONGEST_TASK_MS);
    expect([hands.keys, hands.clicks]).toEqual([0, 2]);
    for (const order of orders) expect(await page.getByRole('link', { name: order }).count()).toBe(1);
    expect(await page.getByRole('link', { name: /^[DY]-/ }).count()).toBe(2);
    const { searchParams } = new URL(page.url());
    expect(searchParams.get('from')).toBe(searchParams.get('to'));
    expectNoFaults(desk);
  });

  test('tells of webhook endpoints that fail or went off by themselves, and of none that somebody switched off (P11)', async () => {
    const now = clock.now();
    const off = { enabled: false, disabled_at: now };
    for (const state of [
      { enabled: true, failing_since: now, failures: 3 },
      { ...off, disabled_reason: 'gone' as const },
      { ...off, disabled_reason: 'failing' as const },
      { ...off, disabled_reason: 'asked' as const },
      { enabled: true },
    ])
      await addEndpoint(now, state);
    const desk = await journey.sitDown(await journey.add('admin'));
    await desk.page.goto(`${homeOf(journey)}/overview`);
    await desk.page.getByRole('link', { name: '2 webhook endpoints went off by themselves' }).waitFor();
    await desk.page.getByRole('link', { name: '1 webhook endpoint fails' }).click();
    await desk.page.waitForURL(/developers\/endpoints/);
    expectNoFaults(desk);
  });

  test('shows refused calls of today by cause and what waits, each with its list', async () => {
    const { db } = journey.service.service.database;
    const { tenantId } = journey.tenant;
    const now = journey.service.clock.now();
    await db
      .insertInto('two_person_acts')
      .values({
        ...{ tenant_id: tenantId, act_id: crypto.randomUUID(), proposed_by: crypto.randomUUID() },
        ...{ proposed_at: now, expires_at: new Date(now.getTime() + 3_600_000), about: `tenant/${tenantId}` },
        act: JSON.stringify({
          kind: 'settings',
          changes: [{ name: 'template-retention-days', seen: '1095', value: '900' }],
        }),
      })
      .execute();
    await expect(merchant.step(crypto.randomUUID(), 'approve')).rejects.toThrow('40401');
    const desk = await journey.sitDown(await journey.add('admin'));
    const { page } = desk;
    const calls = page.getByRole('region', { name: 'API calls today' });
    await expect
      .poll(
        async () => {
          await page.goto(`${homeOf(journey)}/overview`);
          await calls.getByRole('listitem').or(calls.getByText('No call of today')).first().waitFor();
          return calls.getByText('40401').count();
        },
        { timeout: 30_000, interval: 2_000 },
      )
      .toBe(1);
    await page.getByRole('link', { name: '1 act waits for you as a second person' }).click();
    await page.getByText('Changes that wait for a second person').waitFor();
    await page.getByText('Enrolled faces').first().waitFor();
    await page.goto(`${homeOf(journey)}/overview`);
    await calls.getByRole('link', { name: '1 call' }).first().click();
    await page.waitForURL(/developers\/calls.*code=40401/);
    expectNoFaults(desk);
  });

  test('one period is the present one, whatever the address says', async () => {
    const desk = await journey.sitDown(await journey.add('viewer'));
    const { page } = desk;
    const present = page.locator('.periods [aria-current]');
    await page.goto(`${homeOf(journey)}/overview?days=30`);
    await expect.poll(() => present.allTextContents()).toEqual(['30 days']);
    await page.getByRole('link', { name: '7 days' }).click();
    await expect.poll(() => present.allTextContents()).toEqual(['7 days']);
    await page.getByRole('link', { name: '90 days' }).click();
    await expect.poll(() => present.allTextContents()).toEqual(['90 days']);
    expectNoFaults(desk);
  });
});
