import type { SettingsChanged } from '@titular/contract';
import { changeSettings, parseSettings, readSettings } from '@titular/server/settings/change-settings.ts';
import { createManualClock, operatorOf } from '@titular/test-kit';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { button, fetchAsPage, heading, homeOf } from '../open-pages.ts';
import { type Desk, expectNoFaults, type PortalJourney, startPortal } from '../portal-fixture.ts';

const clock = createManualClock(new Date());
let journey: PortalJourney;
beforeAll(async () => {
  journey = await startPortal({ clock });
});
afterAll(() => journey?.close());

const owner = () => ({
  kind: 'company' as const,
  tenantId: journey.tenant.tenantId,
  companyId: journey.tenant.companyId,
});
const saved = async (name: string) => (await readSettings(operatorOf(journey.service), owner()))[name];
const elsewhere = (name: string, text: string) =>
  changeSettings(operatorOf(journey.service), owner(), parseSettings('company', new Map([[name, text]])));

const address = (): string => `${homeOf(journey)}/settings/company/${journey.tenant.companyId}`;
const save = (page: Page) => button(page, /^Save$/);
const row = (page: Page, name: string) => page.locator(`[data-setting="${name}"]`);

async function open(role: 'admin' | 'viewer' = 'admin'): Promise<Desk> {
  const desk = await journey.sitDown(await journey.add(role));
  await desk.page.goto(address());
  await row(desk.page, 'module').waitFor();
  return desk;
}

describe('the settings of a company', () => {
  test('are found, refused out of bounds before anything is sent, saved, and go back to their default (P10)', async () => {
    const desk = await open();
    const { page } = desk;
    const sent: string[] = [];
    page.on('request', (request) => request.method() === 'PATCH' && sent.push(request.url()));
    await page.getByLabel('Search settings').fill('memory for cards');
    await row(page, 'module').waitFor({ state: 'detached' });
    const field = row(page, 'card-memory-days').getByRole('textbox');
    await field.fill('366');
    await page.getByText('Not within the bounds: 1 to 365 days.').waitFor();
    await save(page).click();
    await expect.poll(() => field.evaluate((element) => element === document.activeElement)).toBe(true);
    expect(sent).toEqual([]);
    await field.fill('90');
    await page.getByText('1 change not saved').waitFor();
    await save(page).click();
    await page.getByText('Saved.').first().waitFor();
    expect(await saved('card-memory-days')).toBe(90);
    await row(page, 'card-memory-days').getByText('Last changed').waitFor();
    await button(page, 'Reset to default: Memory for cards').click();
    expect(await field.inputValue()).toBe('30');
    await save(page).click();
    await expect.poll(() => saved('card-memory-days')).toBe(30);
    expect(sent).toHaveLength(2);
    expectNoFaults(desk);
  });

  test('take a decimal number as the language writes it', async () => {
    const desk = await journey.sitDown(await journey.add('admin'), { locale: 'pt-BR' });
    const { page } = desk;
    await page.goto(address());
    const threshold = row(page, 'match-threshold');
    await threshold.getByRole('combobox').selectOption('number');
    await threshold.getByRole('textbox').fill('0,7');
    await page.getByText('Fora dos limites: De 0,3 a 0,6.').waitFor();
    await threshold.getByRole('textbox').fill('0,45');
    await page.getByText('Fora dos limites').waitFor({ state: 'detached' });
    await button(page, /^Salvar$/).click();
    await expect.poll(() => saved('match-threshold')).toBe(0.45);
    expect(await threshold.getByRole('textbox').inputValue()).toBe('0,45');
    await elsewhere('match-threshold', 'none');
    expectNoFaults(desk);
  });

  test('changed in another browser meanwhile stand side by side, and are never overwritten (P10)', async () => {
    const [one, two] = [await open(), await open()];
    const [mine, theirs] = [one.page, two.page].map((page) => row(page, 'link-days'));
    if (!mine || !theirs) throw new Error('two pages');
    await mine.getByRole('textbox').fill('10');
    await theirs.getByRole('textbox').fill('20');
    await save(two.page).click();
    await two.page.getByText('Saved.').first().waitFor();
    await save(one.page).click();
    const sides = mine.locator('.setting-sides');
    await sides.waitFor();
    expect(await sides.innerText()).toMatch(/Saved now\s+20 days[\s\S]+Yours, not saved\s+10 days/);
    const sent: string[] = [];
    one.page.on('request', (request) => request.method() === 'PATCH' && sent.push(request.url()));
    await save(one.page).click();
    await one.page.getByText('Choose between two values of 1 setting').waitFor();
    expect([sent, await saved('link-days')]).toEqual([[], 20]);
    await mine.getByRole('button', { name: 'Keep yours' }).click();
    await sides.waitFor({ state: 'detached' });
    await save(one.page).click();
    await one.page.getByText('Saved.').first().waitFor();
    expect(await saved('link-days')).toBe(10);
    for (const desk of [one, two]) expectNoFaults(desk);
  });

  test('typed while others are on their way stay unsaved, and the next press saves them (P10)', async () => {
    const desk = await open();
    const { page } = desk;
    const sent = Promise.withResolvers<void>();
    const held = Promise.withResolvers<void>();
    await page.route(/\/settings$/, async (route) => {
      if (route.request().method() === 'PATCH') {
        sent.resolve();
        await held.promise;
      }
      await route.continue();
    });
    const [days, name] = ['link-days', 'brand-name'].map((one) => row(page, one).getByRole('textbox'));
    if (!days || !name) throw new Error('two fields');
    await days.fill('11');
    await save(page).click();
    await sent.promise;
    await days.fill('12');
    await name.fill('Loja Verde');
    held.resolve();
    await expect.poll(() => saved('link-days')).toBe(11);
    await page.getByText('Saved.').first().waitFor();
    await page.getByText('2 changes not saved').waitFor();
    expect([await days.inputValue(), await name.inputValue()]).toEqual(['12', 'Loja Verde']);
    expect(await page.locator('.setting-conflict').count()).toBe(0);
    await save(page).click();
    await expect.poll(() => saved('link-days')).toBe(12);
    expect(await saved('brand-name')).toBe('Loja Verde');
    await page.locator('.settings-bar').waitFor({ state: 'detached' });
    for (const [one, text] of Object.entries({ 'link-days': '30', 'brand-name': 'none' }))
      await elsewhere(one, text);
    expectNoFaults(desk);
  });

  test('put back while they are saved are a conflict by another, a change by oneself, and never lost without a word (P10)', async () => {
    const desk = await open();
    const { page } = desk;
    const [mine, day] = ['identities-per-card', 'link-days'].map((one) => row(page, one));
    if (!mine || !day) throw new Error('two settings');
    const [field, dayField] = [mine, day].map((one) => one.getByRole('textbox'));
    if (!field || !dayField) throw new Error('two fields');
    const [before, dayBefore] = [await field.inputValue(), await dayField.inputValue()];
    // The server reads what it answers after the commit of the save: by then another may have saved as well.
    await page.route(
      /\/settings$/,
      async (route) => {
        const body = (await (await fetchAsPage(route, journey)).json()) as SettingsChanged;
        await dayField.fill(dayBefore);
        await elsewhere('identities-per-card', before);
        for (const one of body.view.settings)
          if (one.name === 'identities-per-card') Object.assign(one, { value: before });
        await route.fulfill({ json: body });
      },
      { times: 1 },
    );
    await field.fill('8');
    await dayField.fill('44');
    await save(page).click();
    const sides = mine.locator('.setting-sides');
    await sides.waitFor();
    expect(await sides.innerText()).toMatch(
      new RegExp(`Saved now\\s+${before}[\\s\\S]+Yours, not saved\\s+8`),
    );
    expect([await saved('link-days'), await dayField.inputValue()]).toEqual([44, dayBefore]);
    await page.getByText('2 changes not saved').waitFor();
    await mine.getByRole('button', { name: 'Keep yours' }).click();
    await save(page).click();
    await expect.poll(() => saved('link-days')).toBe(Number(dayBefore));
    expect(await saved('identities-per-card')).toBe(8);
    await page.locator('.settings-bar').waitFor({ state: 'detached' });
    await elsewhere('identities-per-card', before);
    expectNoFaults(desk);
  });

  test('that are finer than what is tried say so, and ask for nothing (F3)', async () => {
    const desk = await open();
    const { page } = desk;
    const asked: string[] = [];
    page.on('request', (request) => request.url().endsWith('/what-if') && asked.push(request.url()));
    const threshold = row(page, 'match-threshold');
    await threshold.getByRole('combobox').selectOption('number');
    await threshold.getByRole('textbox').fill('0.455');
    await button(page, 'What would it have done?').click();
    await page.getByRole('dialog').getByText('is tried in steps of 0.01 alone').waitFor();
    expect(asked).toEqual([]);
    await page.keyboard.press('Escape');
    await button(page, 'Discard').click();
    expectNoFaults(desk);
  });

  test('that were taken back to what another saved are no change', async () => {
    const desk = await open();
    const mine = row(desk.page, 'identities-per-card');
    await mine.getByRole('textbox').fill('7');
    await elsewhere('identities-per-card', '9');
    await save(desk.page).click();
    await mine.getByRole('button', { name: 'Take what is saved' }).click();
    expect(await mine.getByRole('textbox').inputValue()).toBe('9');
    await desk.page.locator('.settings-bar').waitFor({ state: 'detached' });
    expectNoFaults(desk);
  });

  test('unsaved, outlive the lock, and are asked about when the page is left (P29)', async () => {
    const desk = await journey.sitDown(await journey.add('admin'));
    const { page } = desk;
    await page.clock.install();
    await page.goto(address());
    const field = row(page, 'brand-name').getByRole('textbox');
    await field.fill('Loja Azul');
    await page.clock.runFor(16 * 60_000);
    await button(page, 'Unlock with a passkey').waitFor();
    expect(await page.content()).not.toContain('Loja Azul');
    await button(page, 'Unlock with a passkey').click();
    await expect.poll(() => field.inputValue()).toBe('Loja Azul');
    await page.getByRole('link', { name: 'Team' }).click();
    await page.getByRole('alertdialog').waitFor();
    await button(page, 'Stay').click();
    expect(await field.inputValue()).toBe('Loja Azul');
    await page.getByRole('link', { name: 'Team' }).click();
    await button(page, 'Leave and discard').click();
    await heading(page, 'Team').waitFor();
    await page.goBack();
    await expect.poll(() => field.inputValue()).toBe('');
    expect(await saved('brand-name')).toBeNull();
    expectNoFaults(desk);
  });

  test('that weaken decisions ask for an authentication, and are saved after it without asking twice (P35)', async () => {
    const desk = await open();
    const { page } = desk;
    clock.advanceSeconds(301);
    await row(page, 'full-gallery').getByText('It can turn a refusal into an approval.').waitFor();
    await row(page, 'full-gallery').getByRole('combobox').selectOption('approve');
    await save(page).click();
    await button(page, 'Confirm with a passkey').click();
    await page.getByText('Saved.').first().waitFor();
    expect(await saved('full-gallery')).toBe('approve');
    expectNoFaults(desk);
  });

  test('are copied as the command that sets them (F10), and a window that is closed meanwhile asks', async () => {
    const desk = await open();
    const { page } = desk;
    await row(page, 'brand-name').getByRole('textbox').fill("D'Ávila & Filhos");
    await button(page, 'Copy as command: Name on the page').click();
    const { tenantId, companyId } = journey.tenant;
    await expect
      .poll(() => page.evaluate(() => navigator.clipboard.readText()))
      .toBe(
        `npx titular settings set 'brand-name=D'\\''Ávila & Filhos' --company ${companyId} --tenant ${tenantId}`,
      );
    const asking = page.waitForEvent('dialog');
    await page.close({ runBeforeUnload: true });
    const asked = await asking;
    expect(asked.type()).toBe('beforeunload');
    await asked.dismiss();
    await button(page, 'Discard').click();
    await page.locator('.settings-bar').waitFor({ state: 'detached' });
    expectNoFaults(desk);
  });

  test('are values without fields to a viewer', async () => {
    const desk = await open('viewer');
    await desk.page.getByText('Your role sees the settings, and changes none.').waitFor();
    expect(await desk.page.locator('.settings :is(input, select, textarea)').count()).toBe(0);
    expectNoFaults(desk);
  });
});
