import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openMerchant, type PortalMerchant } from './case-builders.ts';
import { button, homeOf, transactionPage } from './open-pages.ts';
import { type Desk, expectNoFaults, type PortalJourney, startPortal } from './portal-fixture.ts';

let journey: PortalJourney;
let merchant: PortalMerchant;

beforeAll(async () => {
  journey = await startPortal();
  merchant = await openMerchant(journey);
});
afterAll(() => journey?.close());

const ENTER = 'View an earlier moment';
const slider = (page: Page) => page.getByRole('slider', { name: 'Moment' });
const field = (page: Page) => page.getByLabel('Day and time');
const status = (page: Page, name: string) => page.getByRole('heading', { level: 2, name });
const momentOf = (page: Page): string | null => new URL(page.url()).searchParams.get('at');

/** A transaction that was rejected, opened from the list by somebody of the support. */
async function openRejected(orderNumber: string): Promise<Desk & { id: string }> {
  const { id } = await merchant.create({ orderNumber });
  await merchant.step(id, 'reject');
  const desk = await journey.sitDown(await journey.add('support'));
  const { page } = desk;
  await page.goto(`${homeOf(journey)}/transactions`);
  await page.getByRole('link', { name: orderNumber }).waitFor();
  await page.goto(transactionPage(journey, id));
  await status(page, 'Not confirmed').waitFor();
  return { ...desk, id };
}

/** Moves the slider from end to end and back many times, and leaves it at the first stop; notes every address that is written. */
const moveToAndFro = (page: Page): Promise<number> =>
  page.evaluate(async () => {
    const written: string[] = [];
    Object.assign(window, { written });
    const replace = history.replaceState.bind(history);
    history.replaceState = (state, title, url) => {
      written.push(String(url));
      replace(state, title, url);
    };
    const range = document.querySelector<HTMLInputElement>('input[type=range]');
    const setValue = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set;
    const last = Number(range?.max);
    const stops = Array.from({ length: last + 1 }, (_, stop) => stop);
    const moves = Array.from({ length: 10 }, () => [...stops, ...stops.toReversed()]).flat();
    for (const stop of moves) {
      setValue?.call(range, String(stop));
      range?.dispatchEvent(new Event('input', { bubbles: true }));
      await new Promise((next) => setTimeout(next));
    }
    return moves.length;
  });

describe('an earlier moment of a transaction', () => {
  test('is reached by keyboard, tells what the status call would have answered, offers no act, and is sent by its address (F2, P48)', async () => {
    const desk = await openRejected('R-1');
    const { page } = desk;
    await button(page, ENTER).focus();
    await page.keyboard.press('Enter');
    await page.locator('.moment-mark:focus').waitFor();
    const entered = momentOf(page);
    await slider(page).focus();
    await page.keyboard.press('Home');
    await status(page, 'Waiting for selfie').waitFor();
    await page.getByText('"status": "waiting"').waitFor();
    await page.getByText('You are looking at this transaction as it stood on').waitFor();
    expect(await button(page, /New link|Cancel|Case file/).count()).toBe(0);
    expect(await slider(page).getAttribute('aria-valuetext')).toMatch(/^\d{2}:\d{2}:\d{2}: ./);
    await expect.poll(() => momentOf(page)).not.toBe(entered);
    await page.goto(page.url());
    await page.getByText('"status": "waiting"').waitFor();
    await slider(page).focus();
    await page.keyboard.press('End');
    await page.getByText('"status": "inconclusive"').waitFor();
    await button(page, 'Back to now').click();
    await button(page, ENTER).waitFor();
    expect(momentOf(page)).toBeNull();
    expectNoFaults(desk);
  });

  test('follows the slider at once and writes the address when it rests; Back leads out in one press, to where the focus was (F2, P49)', async () => {
    const desk = await openRejected('R-2');
    const { page } = desk;
    await button(page, ENTER).click();
    await slider(page).waitFor();
    const entered = momentOf(page);
    const moves = await moveToAndFro(page);
    await status(page, 'Waiting for selfie').waitFor();
    await expect.poll(() => momentOf(page)).not.toBe(entered);
    const written = await page.evaluate(() => (window as unknown as { written: string[] }).written);
    expect(moves).toBeGreaterThan(30);
    expect(new Set(written).size).toBeLessThan(4);
    await page.goBack();
    await page.locator('button:focus', { hasText: ENTER }).waitFor();
    await status(page, 'Not confirmed').waitFor();
    expect(momentOf(page)).toBeNull();
    await page.goBack();
    await page.getByRole('heading', { level: 1, name: 'Transactions' }).waitFor();
    expectNoFaults(desk);
  });

  test('is left by its button without a step of the browser that leads nowhere, and the focus is where it was (F2, P49)', async () => {
    const desk = await openRejected('R-3');
    const { page } = desk;
    await button(page, ENTER).click();
    await button(page, 'Back to now').click();
    await page.locator('button:focus', { hasText: ENTER }).waitFor();
    await page.goBack();
    await page.getByRole('heading', { level: 1, name: 'Transactions' }).waitFor();
    expectNoFaults(desk);
  });

  test('is typed as day and time, and shown when that is asked for: spoken once, and told as the last known where it is to come (F2, P49)', async () => {
    const desk = await openRejected('R-4');
    const { page } = desk;
    await button(page, ENTER).click();
    await field(page).fill('2099-01-01T00:00:00');
    await status(page, 'Not confirmed').waitFor();
    expect(momentOf(page)).not.toMatch(/^2099/);
    await field(page).press('Enter');
    await page.getByText('is known yet: it stands as it did then.').waitFor();
    await expect.poll(() => momentOf(page)).toMatch(/^2099-01-01T03:00:00.999Z$/);
    await page.getByText('"status": "inconclusive"').waitFor();
    const spoken = page.locator('.moment [role=status]');
    await expect.poll(() => spoken.textContent()).toMatch(/as it stood on \w+ \d+, \d{4} at .* GMT-3\.$/);
    await field(page).fill('');
    await button(page, 'Show').click();
    await page.getByText('Enter a day and a time that exist on your clocks.').waitFor();
    await page.locator('input[aria-invalid=true]:focus').waitFor();
    expectNoFaults(desk);
  });

  test('that the address cannot mean is the present (F2, P38)', async () => {
    const { page, id } = await openRejected('R-5');
    for (const nonsense of ['2026-02-30T10:00:00Z', '%3Cb%3E', '52998224725', '"2026"']) {
      await page.goto(`${transactionPage(journey, id)}?at=${nonsense}`);
      await button(page, ENTER).waitFor();
      expect(await page.locator('.failure, .moment').count()).toBe(0);
    }
  });
});
