import { changeSettings, parseSettings } from '@titular/server/settings/index.ts';
import { operatorOf } from '@titular/test-kit';
import type { Page } from 'playwright-core';
import { at, inTenant, type Screen } from './screen.ts';
import type { World } from './world.ts';

const ofCompany = (world: World): string =>
  inTenant(`/settings/company/${world.journey.tenant.companyId}`)(world);
const field = (page: Page, name: string) => page.locator(`[data-setting="${name}"]`);
const last = at('[data-setting="person-retention-days"]');

/** Changes how many days count for cards, as another browser would. */
async function setElsewhere({ journey, clock }: World, days: string): Promise<void> {
  const { tenantId, companyId } = journey.tenant;
  const operator = { ...operatorOf(journey.service), clock };
  const patch = parseSettings('company', new Map([['link-days', days]]));
  await changeSettings(operator, { kind: 'company', tenantId, companyId }, patch);
}

/** What is set before it is looked at, without being saved. */
async function fill(page: Page): Promise<void> {
  await last(page).waitFor();
  await field(page, 'link-days').getByRole('textbox').fill('366');
  await field(page, 'brand-colour').getByRole('textbox').first().fill('#0b6272');
  await field(page, 'redirect-hosts').getByRole('textbox').fill('shop.example\npay.example');
}

const COMPANY = { seat: 'admin', path: ofCompany } as const;

/** The settings of tenant and company, changed, found, seen by who changes nothing, and changed elsewhere. */
export const settingScreens: readonly Screen[] = [
  { name: 'settings-tenant', seat: 'admin', path: inTenant('/settings/tenant'), shows: at('.setting') },
  { ...COMPANY, name: 'settings-company', shows: last, pictures: 'none' },
  { ...COMPANY, name: 'settings-support', seat: 'support', shows: last, pictures: 'none' },
  { ...COMPANY, name: 'settings-changed', reach: fill, shows: at('.settings-bar'), pictures: 'none' },
  {
    ...COMPANY,
    name: 'settings-found',
    async reach(page) {
      await last(page).waitFor();
      await page.locator('.settings-search input').fill('noted-signs');
      await last(page).waitFor({ state: 'detached' });
    },
    shows: at('[data-setting="noted-signs"]'),
  },
  {
    ...COMPANY,
    name: 'settings-conflict',
    async reach(page, world) {
      await setElsewhere(world, '30');
      await page.reload();
      await last(page).waitFor();
      await page.locator('.settings-search input').fill('link-days');
      await field(page, 'link-days').getByRole('textbox').fill('60');
      await setElsewhere(world, '45');
      await page.locator('.settings-bar button[type=submit]').click();
    },
    shows: at('.setting-sides'),
  },
  {
    ...COMPANY,
    name: 'settings-leave',
    async reach(page) {
      await fill(page);
      await page.locator('.side-link').first().click();
    },
    shows: at('.modal .button-danger'),
    pictures: 'none',
  },
];
