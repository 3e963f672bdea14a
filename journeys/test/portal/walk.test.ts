import { mkdirSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { changeSettings, parseSettings } from '@titular/server/settings/change-settings.ts';
import { newCpf, operatorOf } from '@titular/test-kit';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, test } from 'vitest';
import { addEnd } from '../../../packages/server/test/what-if/add-ends.ts';
import { dictionaries } from '../../../packages/portal/src/i18n/all-texts.ts';
import { createTranslate, type TextKey } from '../../../packages/portal/src/i18n/texts.ts';
import { openMerchant } from './case-builders.ts';
import { homeOf } from './open-pages.ts';
import { type Desk, type PortalJourney, startPortal } from './portal-fixture.ts';

void dictionaries;
const OUT = '/tmp/walk';
mkdirSync(OUT, { recursive: true });
let aheadMs = 0;
const clock = { now: () => new Date(Date.now() + aheadMs) };
let journey: PortalJourney;
const problems: string[] = [];
beforeAll(async () => {
  journey = await startPortal({ clock });
  const { db } = journey.service.service.database;
  const owner = { tenantId: journey.tenant.tenantId, companyId: journey.tenant.companyId } as never;
  for (let n = 1; n <= 120; n += 1)
    await addEnd(db, { ...(owner as object), at: new Date(Date.now() - (2 + (n % 20)) * 86_400_000), evidence: { reference: { kind: 'compared', distance: n / 240 } } } as never);
}, 300_000);
afterAll(async () => {
  await writeFile(`${OUT}/problems.txt`, problems.join('\n'));
  await journey?.close();
});

const LANGS = [
  { language: 'en', locale: 'en-US', scheme: 'light', viewport: { width: 1280, height: 800 } },
  { language: 'pt', locale: 'pt-BR', scheme: 'dark', viewport: { width: 360, height: 740 } },
  { language: 'es', locale: 'es-ES', scheme: 'light', viewport: { width: 360, height: 740 } },
] as const;

const esc = (words: string) => new RegExp(`^${words.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')}`);
const kit = (desk: Desk, { language, scheme }: (typeof LANGS)[number], flow: string) => {
  const { page } = desk;
  const t = createTranslate(language);
  let n = 0;
  page.setDefaultTimeout(15_000);
  return {
    page,
    t,
    async init() {
      await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' });
    },
    b: (key: TextKey, values?: Record<string, string | number>) => page.getByRole('button', { name: esc(t(key, values)) }),
    async shot(name: string, isFull = true) {
      n += 1;
      await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
      const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      if (wide > 0) problems.push(`${flow} ${language} ${name}: ${wide}px too wide`);
      const hasOverlay = await page.locator('.overlay').count();
      if (hasOverlay) {
        const height = await page.evaluate(() => document.querySelector('.overlay')?.scrollHeight ?? 0);
        const size = page.viewportSize() ?? { width: 360, height: 740 };
        await page.setViewportSize({ ...size, height: Math.max(height, size.height) });
        await page.screenshot({ path: `${OUT}/${flow}-${language}-${n}-${name}.png`, animations: 'disabled' });
        await page.setViewportSize(size);
      } else await page.screenshot({ path: `${OUT}/${flow}-${language}-${n}-${name}.png`, fullPage: isFull, animations: 'disabled' });
    },
  };
};
const quiet = { expectedStatuses: [403, 404, 409, 429] };
const setTwo = (value: 'on' | 'off') =>
  changeSettings({ ...operatorOf(journey.service), clock }, { kind: 'tenant', tenantId: journey.tenant.tenantId }, parseSettings('tenant', new Map([['two-person', value]])));

describe.each(LANGS)('walk in $language', (lang) => {
  const open = async (role: 'admin' | 'reviewer' | 'operator', flow: string, person?: Awaited<ReturnType<PortalJourney['add']>>) => {
    const who = person ?? (await journey.add(role as 'admin'));
    const desk = await journey.sitDown(who, { locale: lang.locale, viewport: lang.viewport, ...quiet });
    const k = kit(desk, lang, flow);
    await k.init();
    return { ...k, desk };
  };

  test('what-if', async () => {
    const k = await open('admin', 'whatif');
    await k.page.goto(`${homeOf(journey)}/settings/company/${journey.tenant.companyId}`);
    await k.page.locator('.settings-search input').fill('match-threshold');
    const row = k.page.locator('[data-setting="match-threshold"]');
    await row.getByRole('combobox').selectOption('number');
    await row.getByRole('textbox').fill(lang.language === 'en' ? '0.3' : '0.35');
    await k.shot('draft');
    await k.b('whatIf').first().click();
    await k.shot('waiting');
    await k.page.locator('.what-if').waitFor();
    await k.shot('answer');
  }, 120_000);

  test('second person for a setting', async () => {
    await setTwo('on');
    const [first, second] = [await journey.add('admin'), await journey.add('admin')];
    aheadMs += 1_000;
    const k = await open('admin', 'two', first);
    await k.page.goto(`${homeOf(journey)}/settings/company/${journey.tenant.companyId}`);
    await k.page.locator('.settings-search input').fill('match-threshold');
    const row = k.page.locator('[data-setting="match-threshold"]');
    await row.getByRole('combobox').selectOption('number');
    await row.getByRole('textbox').fill('0.45');
    await k.b('settingsSave').last().click();
    await k.b('settingsPropose').waitFor();
    await k.shot('refused');
    await k.b('settingsPropose').click();
    await row.locator('.link-apart').waitFor();
    await k.shot('proposed');
    await k.page.goto(`${homeOf(journey)}/data`);
    await k.page.locator('.act-sides').first().waitFor();
    await k.shot('own-waiting');
    const o = await open('admin', 'two-second', second);
    await o.page.goto(`${homeOf(journey)}/data`);
    await o.page.locator('.act-sides').first().waitFor();
    await o.shot('waiting');
    await o.b('approve').first().click();
    await o.shot('question');
    await o.page.getByRole('alertdialog').locator('.button-primary, .button-danger').last().click();
    await o.page.getByText(o.t('actApproved')).first().waitFor();
    await o.shot('approved');
    await o.page.goto(`${homeOf(journey)}/audit`);
    await o.page.locator('.audit-entry').first().waitFor();
    await o.shot('audit');
    await setTwo('off');
  }, 120_000);

  test('erasure by two, receipt, verify', async () => {
    const value = newCpf();
    const shop = await openMerchant(journey);
    const { id } = await shop.create({ identity: { key: 'cpf', value } });
    await shop.addPicture(id);
    await setTwo('on');
    const { db } = journey.service.service.database;
    const [first, second] = [await journey.add('admin'), await journey.add('admin')];
    await db.updateTable('users').set({ created_at: new Date(Date.now() - 200_000_000) }).execute();
    aheadMs += 1_000;
    const k = await open('admin', 'erase', first);
    await k.page.goto(`${homeOf(journey)}/data`);
    await k.b('eraseTitle').waitFor();
    await k.shot('page');
    await k.b('eraseTitle').click();
    await k.shot('form');
    await k.page.locator('.modal .field input').first().fill('123');
    await k.b('eraseNext').click();
    await k.shot('wrong');
    await k.page.locator('.modal .field input').first().fill(value);
    await k.page.locator('.modal .field input').last().fill('ticket-4711');
    await k.b('eraseNext').click();
    await k.page.locator('.what-goes').waitFor();
    await k.shot('what-goes');
    await k.b('proposeAct').click();
    await k.b('dataDone').waitFor();
    await k.shot('proposed');
    await k.b('dataDone').click();
    await k.shot('waiting');
    const o = await open('admin', 'erase-second', second);
    await o.page.goto(`${homeOf(journey)}/data`);
    await o.b('approve').first().waitFor();
    await o.shot('waiting');
    await o.b('approve').first().click();
    await o.page.locator('.modal .field input').first().fill(value);
    await o.shot('question');
    await o.b('approveAct').click();
    await o.page.locator('.data-receipt').waitFor();
    await o.shot('receipt');
    const receipt = (await o.page.locator('.data-receipt').textContent()) ?? '';
    await o.b('dataDone').click();
    await o.shot('list');
    await setTwo('off');
    const v = await open('admin', 'verify', second);
    await v.page.goto(`${journey.portalUrl}/verify`);
    await v.page.locator('textarea').waitFor();
    await v.shot('empty');
    await v.page.locator('textarea').fill(receipt);
    await v.page.locator('button[type=submit]').click();
    await v.page.locator('.verify-states').waitFor();
    await v.shot('genuine');
    await v.page.locator('textarea').fill(`${receipt.slice(0, -9)}AAAAAAAAA`);
    await v.page.locator('button[type=submit]').click();
    await v.page.locator('.verify-bad').waitFor();
    await v.shot('changed');
  }, 120_000);

  test('case file', async () => {
    const shop = await openMerchant(journey);
    const { id } = await shop.create({ identity: { key: 'cpf', value: newCpf() } });
    await shop.addPicture(id);
    await shop.step(id, 'reject');
    const k = await open('reviewer', 'file', await journey.add('reviewer'));
    await k.page.goto(`${homeOf(journey)}/transactions/${id}?part=decision`);
    await k.b('caseFile').first().waitFor();
    await k.shot('decision');
    await k.b('caseFile').first().click();
    await k.page.locator('.modal input[type=checkbox]').check();
    await k.shot('dialog');
    await k.b('caseFileMake').click();
    await k.shot('no-reason');
    await k.page.locator('.modal .field input[type=text], .modal .field input:not([type=checkbox])').last().fill('chargeback 4711');
    const [download] = await Promise.all([k.page.waitForEvent('download', { timeout: 60_000 }), k.b('caseFileMake').click()]);
    await download.saveAs(`${OUT}/case-${lang.language}.pdf`);
    await k.shot('done');
    const v = await open('admin', 'verify-file', await journey.add('admin'));
    await v.page.goto(`${journey.portalUrl}/verify`);
    await v.page.locator('input[type=file]').setInputFiles(`${OUT}/case-${lang.language}.pdf`);
    await v.page.locator('.verify-verdict').waitFor();
    await v.shot('verdict');
  }, 120_000);

  test('sandbox fill and remove', async () => {
    const own = await startPortal({}, undefined);
    try {
      const desk = await own.sitDown(await own.add('admin'), { locale: lang.locale, viewport: lang.viewport, ...quiet });
      const k = kit(desk, lang, 'fill');
      await k.init();
      await k.page.goto(`${homeOf(own)}/overview`);
      await k.b('fillStart', { all: 500 }).waitFor();
      await k.shot('offer');
      await k.b('fillStart', { all: 500 }).click();
      await k.page.getByRole('progressbar').waitFor();
      await k.shot('filling');
      await k.b('taskOffer').waitFor({ timeout: 300_000 });
      await k.page.reload();
      await k.b('taskOffer').waitFor({ timeout: 300_000 });
      await k.page.waitForLoadState('networkidle');
      await k.shot('filled');
      await k.b('taskOffer').click();
      await k.page.locator('.task-strip').waitFor();
      await k.shot('task');
      await k.b('fillClear').click();
      await k.shot('question');
      await k.page.getByRole('alertdialog').locator('.button-danger').click();
      await k.page.getByRole('progressbar').waitFor();
      await k.shot('removing');
      await k.b('fillStart', { all: 500 }).waitFor({ timeout: 300_000 });
      await k.shot('removed');
    } finally {
      await own.close();
    }
  }, 700_000);
});
