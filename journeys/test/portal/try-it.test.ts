import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { handsAt } from './hands.ts';
import { button, heading, homeOf, part } from './open-pages.ts';
import { expectNoFaults, PHONE, type PortalJourney, startPortal } from './portal-fixture.ts';

const PATIENT_MS = 300_000;

let journey: PortalJourney;
beforeAll(async () => {
  journey = await startPortal();
});
afterAll(() => journey.close());

describe('a portal without an account to try it (F8)', () => {
  test('is not offered to who may not fill the tenant, and fits a phone', async () => {
    const viewer = await journey.sitDown(await journey.add('viewer'), { viewport: PHONE });
    await viewer.page.goto(`${homeOf(journey)}/overview`);
    await heading(viewer.page, 'Overview').waitFor();
    await viewer.page.waitForLoadState('networkidle');
    expect(await button(viewer.page, /^Fill with/).count()).toBe(0);
    expectNoFaults(viewer);
    const desk = await journey.sitDown(await journey.add('developer'), { viewport: PHONE, locale: 'pt-BR' });
    await desk.page.goto(`${homeOf(journey)}/overview`);
    await button(desk.page, /^Preencher com 500/).waitFor();
    const isWide = await desk.page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
    expect(isWide).toBe(false);
    expectNoFaults(desk);
  });

  test('offers it on the first screen after the sign-in', async () => {
    const desk = await journey.sitDown(await journey.add('admin'));
    await desk.page.goto(journey.portalUrl);
    await button(desk.page, /^Fill with 500/).waitFor();
    expectNoFaults(desk);
  });

  test('fills an empty tenant with one press, leads to the first task, and is empty again after one more', async () => {
    const desk = await journey.sitDown(await journey.add('admin'));
    const { page } = desk;
    const late = await journey.sitDown(await journey.add('admin'), { expectedStatuses: [400] });
    await late.page.goto(`${homeOf(journey)}/overview`);
    await button(late.page, /^Fill with 500/).waitFor();
    await page.goto(`${homeOf(journey)}/overview`);
    await button(page, /^Fill with 500/).click();
    await page.getByRole('progressbar', { name: 'Progress' }).waitFor();
    // Whoever presses after somebody else sees what is under way.
    await button(late.page, /^Fill with 500/).click();
    await late.page.getByRole('progressbar', { name: 'Progress' }).waitFor();
    await late.context.close();
    await page
      .getByText('500 invented transactions are in this organization')
      .waitFor({ timeout: PATIENT_MS });
    await button(page, 'Start the first task').click();
    const strip = page.getByRole('complementary', { name: /First task/ });
    const done = strip.getByRole('img', { name: 'Done' });
    const order = /order (AUR-\d+)/.exec((await strip.textContent()) ?? '')?.[1] ?? '';
    expect(order).toMatch(/^AUR-/);
    expect(await done.count()).toBe(0);
    const hands = handsAt(page);
    await hands.press('/');
    await hands.paste(order);
    await hands.press('Enter');
    await heading(page, order).waitFor();
    await expect.poll(() => done.count()).toBe(1);
    await page.getByText('The last attempt failed: Too dark.').waitFor();
    await hands.click(part(page, 'Attempts'));
    await expect.poll(() => done.count()).toBe(2);
    // Put off and taken up again, also over a reload.
    await strip.getByRole('button', { name: 'Later' }).click();
    await strip.waitFor({ state: 'detached' });
    await page.goto(`${homeOf(journey)}/overview`);
    await button(page, 'Go on with the task').click();
    await expect.poll(() => done.count()).toBe(2);
    await page.goBack();
    await heading(page, order).waitFor();
    await hands.press('r');
    await page.getByRole('alertdialog').waitFor();
    await hands.press('l');
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click();
    await expect.poll(() => done.count(), { timeout: 60_000 }).toBe(3);
    await strip.getByText('You helped the customer').waitFor();
    const kept = await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }));
    expect(kept).not.toContain(order);
    await strip.getByRole('button', { name: 'Close' }).click();
    await page.goto(`${homeOf(journey)}/overview`);
    await button(page, 'Remove all of it').click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove all of it' }).click();
    await button(page, /^Fill with 500/).waitFor({ timeout: PATIENT_MS });
    await page.getByText('There is no webhook endpoint yet.').waitFor();
    expectNoFaults(desk);
  }, 700_000);
});
