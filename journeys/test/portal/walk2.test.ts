import { appendFileSync, mkdirSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { test } from 'vitest';
import { button, homeOf } from './open-pages.ts';
import { DESK, PHONE } from './portal-fixture.ts';
import { usePortal } from './use-portal.ts';

const portal = usePortal();
const OUT = '/tmp/pb/shots2';
const L = { en: 'en-US', pt: 'pt-BR', es: 'es-ES' } as const;
async function speak(page: Page, language: keyof typeof L) {
  await page.evaluate((chosen) => {
    const key = 'titular-portal';
    const kept: object = JSON.parse(localStorage.getItem(key) ?? '{}');
    const newValue = JSON.stringify({ ...kept, language: chosen });
    localStorage.setItem(key, newValue);
    dispatchEvent(new StorageEvent('storage', { key, newValue }));
  }, language);
  await page.locator(`html[lang=${L[language]}]`).waitFor({ state: 'attached' });
}
test('walk2', async () => {
  mkdirSync(OUT, { recursive: true });
  const { journey, merchant } = portal;
  const log = (line: string) => appendFileSync(`${OUT}/log.txt`, `${line}\n`);
  const bad = await merchant.listen({ answer: () => ({ status: 500, body: 'no' }) }, 1);
  const { id } = await merchant.create({ orderNumber: 'WEB-1' });
  await merchant.create({ orderNumber: 'WEB-2' });
  await merchant.step(id, 'reject');
  const admin = await journey.add('admin');
  const home = homeOf(journey);
  const { db } = journey.service.service.database;
  const endpoint = (await db.selectFrom('webhook_endpoints').select(['endpoint_id', 'url']).execute()).find(({ url }) => url === bad.url)?.endpoint_id;
  const desk = await journey.sitDown(admin, { expectedStatuses: [400, 404, 409, 422, 429] });
  const { page } = desk;
  page.setDefaultTimeout(15_000);
  const shoot = async (name: string, full = false) => {
    await page.screenshot({ path: `${OUT}/${name}-en.png`, fullPage: full });
    await page.setViewportSize(PHONE);
    await speak(page, 'pt');
    await page.waitForTimeout(400);
    await page.screenshot({ path: `${OUT}/${name}-pt.png`, fullPage: full });
    await speak(page, 'es');
    await page.waitForTimeout(200);
    await page.screenshot({ path: `${OUT}/${name}-es.png`, fullPage: full });
    await speak(page, 'en');
    await page.setViewportSize(DESK);
  };
  const step = async (name: string, work: () => Promise<unknown>, full = false) => {
    try { await work(); await page.waitForTimeout(500); await shoot(name, full); } catch (e) { log(`${name}: ${String(e).slice(0, 300)}`); await page.screenshot({ path: `${OUT}/${name}-FAIL.png` }).catch(() => undefined); }
  };
  const go = async (path: string) => { await page.goto(`${home}${path}`); await page.waitForLoadState('networkidle'); };
  await step('resend', async () => { await go(`/developers/endpoints/${endpoint}`); await button(page, 'Send failed ones again').click(); await page.locator('.modal').waitFor(); });
  await step('doctor', async () => { await go(`/developers/endpoints/${endpoint}`); await button(page, 'Examine the receiver').click(); await page.waitForTimeout(2500); }, true);
  await step('doctor-done', async () => { await page.waitForTimeout(25_000); }, true);
  await step('sandbox', async () => { await go('/developers/sandbox'); await button(page, /^Run/).first().click(); await page.waitForTimeout(6000); });
  await step('limits', async () => { await go('/developers/limits'); const s = page.getByRole('slider').first(); await s.focus(); await page.keyboard.press('Home'); await page.getByRole('slider').last().focus(); await page.keyboard.press('Home'); await page.waitForTimeout(800); }, true);
  await step('case-file', async () => { await go(`/transactions/${id}`); await button(page, /^Case file/).click(); await page.getByRole('dialog').waitFor(); });
  await step('replay', async () => { await go(`/transactions/${id}`); await button(page, 'View an earlier moment').click(); await page.waitForTimeout(1500); }, true);
  await step('resend-case', async () => { await go(`/transactions/${id}`); await page.getByRole('button', { name: /^Webhooks/ }).click(); await page.waitForTimeout(800); }, true);
  await step('erase', async () => { await go('/data'); await button(page, 'Erase a person').click(); await page.getByRole('dialog').waitFor(); });
  await step('erase-empty', async () => { await page.keyboard.press('Enter'); await page.getByRole('dialog').getByRole('button').last().click(); });
  await step('export', async () => { await go('/transactions'); await button(page, /Export/).first().click(); await page.waitForTimeout(1500); });
  await step('exports', async () => { await go('/exports'); await page.waitForTimeout(3000); });
  await step('threshold', async () => { await go(`/settings/company/${journey.tenant.companyId}`); const f = page.getByLabel(/threshold|Largest distance/i).first(); await f.scrollIntoViewIfNeeded(); await f.fill('0.4'); await page.waitForTimeout(2500); });
  await step('new-errors', async () => { await go('/transactions/new'); await button(page, /^Create and get/).click(); await page.waitForTimeout(600); }, true);
  await step('invite', async () => { await go('/team'); await button(page, 'Invite').click(); await page.getByRole('dialog').waitFor(); });
  await step('account-new', async () => { await go('/developers/accounts'); await page.locator('.page-head button, .content button').first().click(); await page.waitForTimeout(800); });
  await step('endpoint-new', async () => { await go('/developers/endpoints'); await button(page, 'Add endpoint').click(); await page.getByRole('dialog').waitFor(); await page.getByRole('dialog').getByRole('button').last().click(); });
  await step('audit-verify', async () => { await go('/audit'); await button(page, 'Verify the log').click(); await page.waitForTimeout(1000); await page.getByRole('button', { name: /^Verify/ }).last().click(); await page.waitForTimeout(2500); });
  await step('find-none', async () => { await go('/transactions'); await page.keyboard.press('/'); await page.keyboard.insertText('NOPE-1'); await page.keyboard.press('Enter'); await page.waitForTimeout(2000); });
  await step('palette', async () => { await page.keyboard.press('Control+k'); await page.waitForTimeout(800); });
  await step('verify-bad', async () => { await page.goto(`${journey.portalUrl}/verify`); await page.locator('textarea').fill('eyJhbGciOiJIUzI1NiJ9.e30.x'); await button(page, /^Verify/).click(); await page.waitForTimeout(1500); });
  log(`faults ${JSON.stringify(desk.faults)}`);
}, 900_000);
