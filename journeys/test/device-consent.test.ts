import { CONSENT_VERSION, DEVICE_CONSENT_VERSION } from '@titular/contract';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DESKTOP, type DesktopFixture, openDesktop } from './desktop-fixture.ts';
import { createTransaction, type Journey } from './fixture.ts';
import { listen, on, press } from './page-steps.ts';

const JOURNEY_MS = 540_000;
const NAME = 'titular-device';
/** What the point says in each language, of ninety days. */
const WORDS: Readonly<Record<string, string>> = {
  'pt-BR': 'identifica este navegador por 90 dias',
  'en-US': 'identifies this browser for 90 days',
  'es-MX': 'identifica este navegador durante 90 días',
  'fr-FR': 'identifie ce navigateur pendant 90 jours',
};

let journey: Journey;
let fixture: DesktopFixture;

beforeAll(async () => {
  fixture = await openDesktop();
  ({ journey } = fixture);
});
afterAll(() => fixture.close());

const count = (many: 'ignore' | 'note') =>
  journey.service.service.database.db
    .updateTable('companies')
    .set({ device_many_identities: many, device_days: 90 })
    .where('company_id', '=', journey.tenant.companyId)
    .execute();

async function openConsent(locale: string): Promise<Page> {
  const { link } = await createTransaction(journey);
  const page = await fixture.open(link, { ...DESKTOP, locale });
  await on(page, 'consent');
  return page;
}

const point = (page: Page) => page.locator('[data-point="consentDevice"]');
const deviceOf = async (page: Page) =>
  (await page.context().cookies()).find(({ name }) => name.endsWith(NAME));

describe('a cookie that identifies the browser (R94)', () => {
  test(
    'is neither named nor set where the company counts no devices',
    async () => {
      await count('ignore');
      const page = await openConsent('en-US');
      const answers = listen(page, 'PUT', /\/consent$/);
      expect(await point(page).count()).toBe(0);
      await press(page, 'accept');
      await on(page, 'camera');
      expect(answers.map((one) => one.postDataJSON().version)).toEqual([CONSENT_VERSION]);
      expect(await deviceOf(page)).toBeUndefined();
    },
    JOURNEY_MS,
  );

  test(
    'is named in every language before anything is agreed to, and set with the consent, for the days that were said',
    async () => {
      await count('note');
      await expect.poll(async () => point(await openConsent('en-US')).count(), { timeout: 60_000 }).toBe(1);
      for (const [locale, words] of Object.entries(WORDS)) {
        const page = await openConsent(locale);
        const answers = listen(page, 'PUT', /\/consent$/);
        await point(page).locator('summary').click();
        const said = (await point(page).innerText()).replaceAll(/[\u00a0\u202f]/g, ' ');
        expect(said).toContain(words);
        expect(await deviceOf(page)).toBeUndefined();
        await press(page, 'accept');
        await on(page, 'camera');
        expect(answers.map((one) => one.postDataJSON().version)).toEqual([DEVICE_CONSENT_VERSION]);
        const cookie = await deviceOf(page);
        expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Strict' });
        const days = ((cookie?.expires ?? 0) - Date.now() / 1000) / 86_400;
        expect(Math.round(days)).toBe(90);
      }
    },
    JOURNEY_MS,
  );
});
