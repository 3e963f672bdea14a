import { registerEndpoint } from '@titular/server/webhooks/endpoints/register-endpoint.ts';
import { openTenantKey } from '@titular/test-kit';
import type { Locator } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openMerchant } from './case-builders.ts';
import { heading, homeOf, part, transactionPage } from './open-pages.ts';
import { type Desk, expectNoFaults, type PortalJourney, startPortal } from './portal-fixture.ts';
import { KEPT_BYTES, MARKUP, RECEIVER_WORDS, type Receivers, startReceivers } from './receivers.ts';

let journey: PortalJourney;
let receivers: Receivers;
/** The page of a case, and that of its event. */
let ofCase: Desk;
let ofEvent: Desk;

beforeAll(async () => {
  receivers = await startReceivers();
  journey = await startPortal();
  const key = await openTenantKey(journey.service, journey.tenant.tenantId);
  for (const url of receivers.urls)
    await registerEndpoint(journey.service.service.database.db, key, {
      ...journey.tenant,
      ...{ url, loopbackAllowed: true, timeoutMs: 1_000 },
    });
  const merchant = await openMerchant(journey);
  const { id } = await merchant.create();
  await merchant.step(id, 'cancel');
  ofCase = await journey.sitDown(await journey.add('support'));
  await ofCase.page.goto(transactionPage(journey, id));
  await part(ofCase.page, 'Webhooks').click();
  ofEvent = await journey.sitDown(await journey.add('developer'));
  await ofEvent.page.goto(`${homeOf(journey)}/developers/events?transaction=${id}`);
  await ofEvent.page.getByRole('link', { name: 'Transaction finished' }).click();
  await heading(ofEvent.page, 'Event').waitFor();
}, 360_000);
afterAll(async () => {
  receivers.close();
  await journey.close();
});

const cardOf = ({ page }: Desk, address: string): Locator =>
  page
    .locator('article')
    .filter({ has: page.getByText(address, { exact: false }) })
    .first();

describe.each([
  ['a case', () => ofCase],
  ['an event', () => ofEvent],
] as const)('on the page of %s', (_name, desk) => {
  test.each(RECEIVER_WORDS)(
    'a receiver that is of the kind "%s" is told in words (P8)',
    async (name, words) => {
      await cardOf(desk(), `/${name}`).getByText(words).first().waitFor({ state: 'attached' });
    },
  );

  test('an answer with markup is text, and of a long one the first 4 KiB are kept (P8, P44)', async () => {
    const { page } = desk();
    const markup = cardOf(desk(), '/markup');
    await markup.getByText('What the receiver answered').click();
    await markup.locator('pre', { hasText: MARKUP }).waitFor();
    expect(await markup.locator('img, script').count()).toBe(0);
    const long = await cardOf(desk(), '/long').locator('pre', { hasText: /^y+/ }).textContent();
    expect(Buffer.byteLength(String(long))).toBeLessThanOrEqual(KEPT_BYTES);
    expect(Buffer.byteLength(String(long))).toBeGreaterThan(1_000);
    expect(await page.title()).not.toMatch(/^[12]/);
    expectNoFaults(desk());
  });
});
