import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openMerchant, type PortalMerchant } from './case-builders.ts';
import { button, transactionPage } from './open-pages.ts';
import { expectNoFaults, type PortalJourney, startPortal } from './portal-fixture.ts';

let journey: PortalJourney;
let merchant: PortalMerchant;

beforeAll(async () => {
  journey = await startPortal();
  merchant = await openMerchant(journey);
});
afterAll(() => journey?.close());

describe('an earlier moment of a transaction', () => {
  test('is reached by keyboard, tells what the status call would have answered, offers no act, and is sent by its address (F2)', async () => {
    const { id } = await merchant.create({ orderNumber: 'R-1' });
    await merchant.step(id, 'reject');
    const desk = await journey.sitDown(await journey.add('support'));
    const { page } = desk;
    await page.goto(transactionPage(journey, id));
    await button(page, 'How it stood earlier').click();
    const slider = page.getByRole('slider', { name: 'Moment' });
    await slider.focus();
    await page.keyboard.press('Home');
    await page.getByRole('heading', { name: 'Waiting for selfie' }).waitFor();
    await page.getByText('"status": "waiting"').waitFor();
    await page.getByText('You see how this transaction stood at').waitFor();
    expect(await button(page, /New link|Cancel|Case file/).count()).toBe(0);
    expect(await slider.getAttribute('aria-valuetext')).toMatch(/^\d{2}:\d{2}:\d{2}: ./);
    const shared = page.url();
    expect(new URL(shared).searchParams.get('at')).toMatch(/Z"?$/);
    await page.goto(shared);
    await page.getByText('"status": "waiting"').waitFor();
    await slider.focus();
    await page.keyboard.press('End');
    await page.getByText('"status": "inconclusive"').waitFor();
    await button(page, 'Back to now').click();
    await button(page, 'How it stood earlier').waitFor();
    expect(new URL(page.url()).searchParams.has('at')).toBe(false);
    expectNoFaults(desk);
  });
});
