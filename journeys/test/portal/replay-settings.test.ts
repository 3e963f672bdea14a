import { changeSettings, parseSettings } from '@titular/server/settings/change-settings.ts';
import { operatorOf } from '@titular/test-kit';
import { describe, expect, test } from 'vitest';
import { button, homeOf, transactionPage } from './open-pages.ts';
import { expectNoFaults } from './portal-fixture.ts';
import { usePortal } from './use-portal.ts';

const portal = usePortal();
const ENTER = 'View an earlier moment';

describe('an earlier moment', () => {
  test('shows the settings and limits of then beside those of now, and all of them behind a press (F2, P48)', async () => {
    const { journey, merchant } = portal;
    const { tenantId, companyId } = journey.tenant;
    const { id } = await merchant.create({ orderNumber: 'T-1' });
    const operator = operatorOf(journey.service);
    const days = parseSettings('company', new Map([['link-days', '6']]));
    await changeSettings(operator, { kind: 'company', tenantId, companyId }, days);
    const rate = parseSettings('tenant', new Map([['rate-per-second', '77']]));
    await changeSettings(operator, { kind: 'tenant', tenantId }, rate);
    const desk = await journey.sitDown(await journey.add('viewer'));
    const { page } = desk;
    await page.goto(transactionPage(journey, id));
    await button(page, ENTER).click();
    const panel = page.getByRole('region', { name: 'Settings and limits' });
    await panel.getByText('All of them were as they are now.').first().waitFor();
    await page.getByRole('slider', { name: 'Moment' }).focus();
    await page.keyboard.press('Home');
    for (const now of [/^Now: 6/, /^Now: 77/]) await panel.getByText(now).waitFor();
    await panel
      .getByText(/^Changed on /)
      .first()
      .waitFor();
    const all = panel.getByText(/^All \d+ settings of that moment$/).first();
    const shown = () => panel.locator('details[open] dt').count();
    expect(await shown()).toBe(0);
    await all.focus();
    await page.keyboard.press('Enter');
    await expect.poll(shown).toBeGreaterThan(10);
    // The log of changes is for who may read it.
    expect(await panel.getByRole('link', { name: 'Changes of this company' }).count()).toBe(0);
    await page.goto(`${transactionPage(journey, id)}?at=2099-01-01T00:00:00Z`);
    await panel.getByText('All of them were as they are now.').first().waitFor();
    expectNoFaults(desk);
    const admin = await journey.sitDown(await journey.add('admin'));
    await admin.page.goto(`${transactionPage(journey, id)}?at=2099-01-01T00:00:00Z`);
    await admin.page.getByRole('link', { name: 'Changes of this company' }).click();
    await admin.page.getByRole('heading', { level: 1, name: 'Audit log' }).waitFor();
    expectNoFaults(admin);
  });

  test('of a process shows it as it stood, without acts, and leads back to now (F2, P48)', async () => {
    const { journey } = portal;
    const desk = await journey.sitDown(await journey.add('developer'));
    const { page } = desk;
    await page.goto(`${homeOf(journey)}/developers/sandbox`);
    await button(page, 'Run: process-finished').first().click();
    await page.getByText('It ended as the catalogue says.').waitFor();
    await page.getByRole('link', { name: 'Open the process' }).click();
    await button(page, ENTER).click();
    await page.getByText('You are looking at this process as it stood on').waitFor();
    await page.getByText('"state": "PROCESS_STATE_FINISHED"').waitFor();
    await page.getByRole('slider', { name: 'Moment' }).focus();
    await page.keyboard.press('Home');
    await page.getByText('"state": "PROCESS_STATE_CREATED"').waitFor();
    expect(await button(page, /New link|Cancel|Case file|Show/).allTextContents()).toEqual(['Show']);
    await page.getByLabel('Day and time').fill('2020-01-01T00:00:00');
    await page.keyboard.press('Enter');
    await page.locator('.empty', { hasText: 'It was created on' }).waitFor();
    await button(page, 'Back to now').click();
    await button(page, ENTER).waitFor();
    expect(new URL(page.url()).searchParams.get('at')).toBeNull();
    expectNoFaults(desk);
  });
});
