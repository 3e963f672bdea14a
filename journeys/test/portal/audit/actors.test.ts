import { systemClock } from '@titular/server/kernel/base/clock.ts';
import { insertAnyEntry } from '@titular/test-kit/database/insert-any-entry.ts';
import { addOperator } from '@titular/test-kit/portal/people.ts';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { heading, homeOf } from '../open-pages.ts';
import { expectNoFaults, type PortalJourney, startPortal } from '../portal-fixture.ts';

/** More than what the filter lists from both ends of the order; letters, as an address takes no longer number. */
const MANY = 450;
const nameOf = (index: number): string =>
  `shop-${[...String(index).padStart(3, '0')].map((digit) => 'abcdefghij'[Number(digit)]).join('')}`;

let journey: PortalJourney;
beforeAll(async () => {
  journey = await startPortal();
  const { tenantId } = journey.tenant;
  for (let index = 0; index < MANY; index += 1) {
    const by = { clock: systemClock, actor: `service-account:${nameOf(index)}` };
    const entry = { tenantId, action: 'a.change', subject: 'thing/one' };
    await insertAnyEntry(journey.service.service.database.db, by, entry);
  }
}, 120_000);
afterAll(() => journey?.close());

const chosen = (page: Page): string | null => new URL(page.url()).searchParams.get('actor');

/** Finds somebody with the keyboard alone: opens the search, types, sends, goes to the first of the list, and takes it. */
async function findByKeyboard(page: Page, text: string): Promise<void> {
  await page.getByLabel('Who', { exact: true }).focus();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Search for somebody' });
  const field = dialog.getByLabel('Part of a name or id');
  await field.waitFor();
  for (let presses = 0; presses < 4; presses += 1) {
    if (await field.evaluate((element) => element === document.activeElement)) break;
    await page.keyboard.press('Tab');
  }
  await page.keyboard.type(text);
  await page.keyboard.press('Enter');
  await dialog.getByText('1 shown, that is all').waitFor();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await dialog.waitFor({ state: 'detached' });
}

test.each(['admin', 'operator'] as const)(
  'an %s narrows the log to somebody whom the list of the filter does not have, by keyboard alone (P15, P48)',
  async (who) => {
    const isOperator = who === 'operator';
    const person = isOperator ? await addOperator(journey.service) : await journey.add('admin');
    const desk = await journey.sitDown(person);
    const { page } = desk;
    await page.goto(isOperator ? `${journey.portalUrl}/op/audit` : `${homeOf(journey)}/audit`);
    await heading(page, 'Audit log').waitFor();
    const options = page.getByLabel('Who', { exact: true }).locator('option');
    await expect.poll(() => options.count()).toBeGreaterThan(200);
    const actor = `service-account:${nameOf(215)}`;
    expect(
      await options.evaluateAll((all) => all.map((one) => (one as HTMLOptionElement).value)),
    ).not.toContain(actor);
    await findByKeyboard(page, nameOf(215));
    await expect.poll(() => chosen(page)).toBe(actor);
    await expect.poll(() => page.locator('.audit-entry').count()).toBe(1);
    expect(await page.getByLabel('Who', { exact: true }).locator('option:checked').innerText()).toBe(
      `Service account ${nameOf(215)}`,
    );
    expectNoFaults(desk);
  },
  60_000,
);
