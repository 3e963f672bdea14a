import { changeSettings, parseSettings, readSettings } from '@titular/server/settings/change-settings.ts';
import { operatorOf } from '@titular/test-kit';
import { addMember } from '@titular/test-kit/portal/people.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { button, homeOf } from './open-pages.ts';
import { expectNoFaults, type PortalJourney, startPortal } from './portal-fixture.ts';

// It goes on by itself, as what a browser may ask in a second does.
let aheadMs = 0;
const clock = { now: () => new Date(Date.now() + aheadMs) };
let journey: PortalJourney;

const owner = () => ({ kind: 'tenant' as const, tenantId: journey.tenant.tenantId });

/** Has dangerous changes take two people, or one, as an operator does by command. */
async function setTwoPerson(value: 'on' | 'off'): Promise<void> {
  const operator = { ...operatorOf(journey.service), clock };
  await changeSettings(operator, owner(), parseSettings('tenant', new Map([['two-person', value]])));
}

beforeAll(async () => {
  journey = await startPortal({ clock });
  await setTwoPerson('on');
});
afterAll(() => journey?.close());

describe('a change that takes two people', () => {
  test('is known to take them before anything is saved, with a word of it at each dangerous setting (P36)', async () => {
    const desk = await journey.sitDown(await journey.add('admin'));
    const { page } = desk;
    await page.goto(`${homeOf(journey)}/settings/tenant`);
    const row = page.locator('[data-setting="template-retention-days"]');
    await row.getByText('Takes two people').waitFor();
    const field = row.getByRole('textbox');
    await field.fill('0');
    await button(page, 'Propose to a second person').click();
    await expect.poll(() => field.evaluate((element) => element === document.activeElement)).toBe(true);
    await field.fill('800');
    await page.getByText('This takes two people here: another admin approves it').waitFor();
    await button(page, 'Propose to a second person').waitFor();
    expect(await button(page, /^Save$/).count()).toBe(0);
    await button(page, 'Discard').click();
    expectNoFaults(desk);
  });

  test('is proposed where it is saved, and approved on the page of data by another (P36, P48)', async () => {
    const [first, second] = [await journey.add('admin'), await journey.add('admin')];
    // Who came by an operator's link takes part in what is proposed later.
    aheadMs += 1_000;
    const desk = await journey.sitDown(first, { expectedStatuses: [403] });
    const { page } = desk;
    await setTwoPerson('off');
    await page.goto(`${homeOf(journey)}/settings/tenant`);
    const field = page.locator('[data-setting="template-retention-days"]').getByRole('textbox');
    await field.fill('900');
    // The page does not know of it yet.
    await setTwoPerson('on');
    expect(await button(page, 'Propose to a second person').count()).toBe(0);
    await button(page, /^Save$/).click();
    await page.getByText('This takes two people here.').waitFor();
    // Another value is another question, which nobody answered yet.
    await field.fill('901');
    await button(page, 'Propose to a second person').waitFor({ state: 'detached' });
    await field.fill('900');
    await button(page, /^Save$/).click();
    await button(page, 'Propose to a second person').click();
    await page.getByText('Proposed. Another admin approves it').first().waitFor();
    expect(await field.inputValue()).toBe('1095');
    const row = page.locator('[data-setting="template-retention-days"]');
    await row.getByRole('link', { name: /1,095.* → 900.* waits for a second person/ }).waitFor();
    const days = async () =>
      (await readSettings(operatorOf(journey.service), owner()))['template-retention-days'];
    expect(await days()).toBe(1095);
    const other = await journey.sitDown(second);
    await other.page.goto(`${homeOf(journey)}/data`);
    await other.page.getByText('Enrolled faces').first().waitFor();
    await button(other.page, /^Approve: /).click();
    await other.page.getByRole('alertdialog').getByText('900').waitFor();
    await other.page.getByRole('alertdialog').getByRole('button', { name: 'Approve' }).click();
    await other.page.getByText('The change is made.').first().waitFor();
    await other.page.getByText('Changes that wait for a second person').waitFor({ state: 'detached' });
    expect(await days()).toBe(900);
    expectNoFaults(desk);
    expectNoFaults(other);
  });

  test('that is gone when somebody approves it says so, where nothing else waits (P7)', async () => {
    const [first, second] = [await journey.add('admin'), await journey.add('admin')];
    aheadMs += 1_000;
    const params = { tenant_id: journey.tenant.tenantId };
    const name = 'template-retention-days';
    const seen = String((await readSettings(operatorOf(journey.service), owner()))[name]);
    const body = { changes: [{ name, seen, value: '800' }] };
    const { id } = await first.browser.call('proposeSettings', { params, body });
    const desk = await journey.sitDown(second, { expectedStatuses: [404] });
    await desk.page.goto(`${homeOf(journey)}/data`);
    await button(desk.page, /^Approve: /).click();
    const dialog = desk.page.getByRole('alertdialog');
    await dialog.waitFor();
    await first.browser.call('withdrawAct', { params: { ...params, act_id: id } });
    await dialog.getByRole('button', { name: 'Approve' }).click();
    await desk.page.getByText('Changes that wait for a second person').waitFor({ state: 'detached' });
    await dialog.getByText('There is nothing here').waitFor();
    expectNoFaults(desk);
  });

  test('is offered to admins of all companies alone, and the approver is told who made the link (P36)', async () => {
    const [first, second, viewer] = [
      await journey.add('admin'),
      await journey.add('admin'),
      await journey.add('viewer'),
    ];
    const { tenantId, companyId } = journey.tenant;
    const narrow = await addMember(journey.service, tenantId, { role: 'admin', companies: [companyId] });
    aheadMs += 1_000;
    const desk = await journey.sitDown(narrow, { expectedStatuses: [403] });
    await desk.page.goto(`${homeOf(journey)}/settings/company/${companyId}`);
    await desk.page.locator('[data-setting="web-origins"]').getByRole('textbox').fill('https://loja.example');
    await desk.page.getByText('only admins of all companies propose it').waitFor();
    expect(await button(desk.page, /^Save$/).count()).toBe(0);
    expect(await button(desk.page, 'Propose to a second person').count()).toBe(0);
    const proposer = await journey.sitDown(first, { expectedStatuses: [403] });
    const { page } = proposer;
    await page.goto(`${homeOf(journey)}/team`);
    await button(page, `Actions for ${viewer.name}`).click();
    await page.getByRole('menuitem', { name: 'Change role' }).click();
    await page.getByRole('dialog').getByText('Reviewer', { exact: true }).click();
    await button(page, /^Save$/).click();
    await button(page, 'Propose to a second person').click();
    await page.getByRole('link', { name: /Reviewer waits for a second person/ }).waitFor();
    const other = await journey.sitDown(second);
    await other.page.goto(`${homeOf(journey)}/data`);
    await button(other.page, `Approve: Role of ${viewer.name}`).click();
    await other.page.getByRole('alertdialog').getByText('An operator made the link').waitFor();
    await other.page.getByRole('alertdialog').getByRole('button', { name: 'Approve' }).click();
    await other.page.getByText('The change is made.').first().waitFor();
    expectNoFaults(other);
  });
});
