import { readFile } from 'node:fs/promises';
import { TENANT_AUDIT_ACTIONS } from '@titular/contract';
import { verifyAuditLog } from '@titular/server/audit/index.ts';
import { changeSettings, parseSettings } from '@titular/server/settings/change-settings.ts';
import { operatorOf } from '@titular/test-kit';
import { asSuperuser } from '@titular/test-kit/database/test-server.ts';
import { addOperator } from '@titular/test-kit/portal/people.ts';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { button, heading, homeOf } from '../open-pages.ts';
import { expectNoFaults, type PortalJourney, startPortal } from '../portal-fixture.ts';

let journey: PortalJourney;
beforeAll(async () => {
  journey = await startPortal();
});
afterAll(() => journey?.close());

const entries = (page: Page) => page.locator('.audit-entry');
const verdict = (page: Page) => page.locator('.audit-verdict');
const db = () => journey.service.service.database.db;

/** Alters the log as nobody but a superuser can. */
async function forge(statement: string): Promise<void> {
  const name = /@\/([a-z0-9_]+)\?/.exec(journey.service.config.databaseUrl ?? '')?.[1];
  const { superuserConnectionString } = inject('databaseServer');
  const inDatabase = superuserConnectionString.replace('@/postgres?', `@/${name}?`);
  await asSuperuser({ superuserConnectionString: inDatabase }, async (client) => {
    await client.query('SET session_replication_role = replica');
    await client.query(statement);
  });
}

/** Actions that the filter offers, in the order of their names. */
const offeredActions = async (page: Page): Promise<string[]> => {
  const options = page.getByLabel('What', { exact: true }).locator('option:not([value=""])');
  const values = await options.evaluateAll((all) => all.map((one) => (one as HTMLOptionElement).value));
  return values.toSorted();
};

/** Starts a verification, and waits for what it finds. */
async function verify(page: Page, anchor = ''): Promise<string> {
  const field = page.getByLabel('Anchor that you kept (optional)');
  if (!(await field.isVisible())) await button(page, 'Verify the log').click();
  await field.fill(anchor);
  await page.getByRole('button', { name: 'Verify', exact: true }).click();
  await button(page, 'Stop').waitFor({ state: 'detached' });
  await verdict(page).waitFor();
  return verdict(page).innerText();
}

describe('the audit log', () => {
  test('an admin changes a setting, finds it by action and subject, sees before and after, verifies, and exports it (P15)', async () => {
    const desk = await journey.sitDown(await journey.add('admin'));
    const { page } = desk;
    const company = journey.tenant.companyId;
    await page.goto(`${homeOf(journey)}/settings/company/${company}`);
    await page.locator('[data-setting="link-days"]').getByRole('textbox').fill('77');
    await button(page, /^Save$/).click();
    await page.getByText('Saved.').first().waitFor();
    await page.getByRole('link', { name: 'Audit log' }).click();
    await heading(page, 'Audit log').waitFor();
    await expect.poll(() => offeredActions(page)).toEqual(TENANT_AUDIT_ACTIONS);
    await page.getByLabel('What', { exact: true }).selectOption('company.settings');
    await page.getByLabel('About what').fill(`company/${company}`);
    await page.keyboard.press('Enter');
    await expect.poll(() => new URL(page.url()).searchParams.get('subject')).toBe(`company/${company}`);
    await expect.poll(() => entries(page).count()).toBe(1);
    const entry = entries(page).first();
    expect(await entry.locator('.audit-setting').innerText()).toBe('Days that count for cards');
    expect(await entry.locator('.audit-before').innerText()).toContain('30 days');
    expect(await entry.locator('.audit-after').innerText()).toContain('77 days');
    const downloading = page.waitForEvent('download');
    await button(page, 'Export as JSON').click();
    const lines = (await readFile(await (await downloading).path(), 'utf8')).trim().split('\n');
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([
      { action: 'company.settings', subject: `company/${company}`, after: { 'link-days': 77 } },
    ]);
    expect(await verify(page)).toContain('The chain holds.');
    const anchor = await page.locator('.shown-link .secret').innerText();
    expect(anchor).toBe((await verifyAuditLog(db(), undefined, () => undefined)).lastHash.toString('hex'));
    expect(await verify(page, anchor)).toContain('Your anchor is in the log.');
    expect(await verify(page, 'ab'.repeat(32))).toContain('The anchor is not in the log');
    expectNoFaults(desk);
  });

  test('shows admins what an operator did within their tenant, whose parts narrow the list, and Back widens it (P46)', async () => {
    const owner = { kind: 'tenant' as const, tenantId: journey.tenant.tenantId };
    const patch = parseSettings('tenant', new Map([['rate-burst', '7']]));
    await changeSettings({ ...operatorOf(journey.service), actor: 'command-line:maria' }, owner, patch);
    const desk = await journey.sitDown(await journey.add('admin'));
    const { page } = desk;
    await page.goto(`${homeOf(journey)}/audit`);
    await entries(page).first().waitFor();
    const count = await entries(page).count();
    await page.getByRole('button', { name: 'Who: Command line, maria' }).click();
    await expect.poll(() => entries(page).count()).toBe(1);
    expect(await entries(page).innerText()).toMatch(/rate-burst/);
    await page.goBack();
    await expect.poll(() => entries(page).count()).toBe(count);
    await page.getByLabel('About what').fill('transaction/A-1002');
    await page.keyboard.press('Enter');
    await page.getByText('Write a kind and an id').waitFor();
    expect(page.url()).not.toContain('A-1002');
    expectNoFaults(desk);
  });

  test('is hashed by the browser of an operator, entry by entry, can be stopped, and an altered one is found and named (P15, F6)', async () => {
    const desk = await journey.sitDown(await addOperator(journey.service));
    const { page } = desk;
    await page.goto(`${journey.portalUrl}/op`);
    await page.getByRole('link', { name: 'Audit log' }).click();
    await entries(page).first().waitFor();
    expect(await verify(page)).toContain('The chain holds.');
    const known = await verifyAuditLog(db(), undefined, () => undefined);
    const anchor = `titular-audit ${known.entries} ${known.lastHash.toString('hex')}`;
    expect(await page.locator('.shown-link .secret').innerText()).toBe(anchor);
    await page.locator('.shown-link .qr[role=img]').waitFor();
    expect(await verify(page, anchor)).toMatch(new RegExp(`Anchor found at place\\s+${known.entries}`));
    await page.route('**/audit/links', () => undefined);
    await page.getByRole('button', { name: 'Verify', exact: true }).click();
    await button(page, 'Stop').click();
    await page.getByText('Stopped. Nothing was found out.').waitFor();
    await page.unroute('**/audit/links');
    await forge(`UPDATE audit_log SET actor = 'nobody' WHERE action = 'company.settings'`);
    const { broken } = await verifyAuditLog(db(), undefined, () => undefined);
    const told = await verify(page);
    expect(told).toContain('An entry was altered.');
    for (const fact of [String(broken?.position), broken?.entryId ?? '']) expect(told).toContain(fact);
    expectNoFaults(desk);
  });
});
