import type { PortalAnswer } from '@titular/contract';
import { changeSettings, parseSettings } from '@titular/server/settings/index.ts';
import { operatorOf } from '@titular/test-kit';
import type { Page } from 'playwright-core';
import { at, button, inTenant, type Screen } from './screen.ts';
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

const WHAT_IF = '**/what-if';
const approved = { status: 'approved', reason: 'matches_reference' };

/** An answer with every part, the same at every run. */
const TRIED: PortalAnswer<'tryCompanySettings'> = {
  ...{ from: '2026-01-31T00:00:00.000Z', before: '2026-03-02T00:00:00.000Z', isCut: true, isTooFew: false },
  judged: 18_450,
  kinds: [
    { from: approved, to: { status: 'inconclusive', reason: 'face_differs' }, count: 215 },
    {
      from: { status: 'fast-inconclusive', reason: 'name_differs_from_known' },
      to: { status: 'waiting' },
      count: 10,
    },
    { from: { status: 'inconclusive', reason: 'virtual_camera' }, to: approved, count: 5 },
  ],
  otherKinds: null,
  leftOut: [
    { cause: 'ended_before', count: 1_205 },
    { cause: 'erased', count: 15 },
    { cause: 'not_looked', count: 85 },
  ],
  otherCauses: null,
};

/** Asks what a stricter threshold would have done. */
async function tryThreshold(page: Page): Promise<void> {
  await last(page).waitFor();
  await page.locator('.settings-search input').fill('match-threshold');
  const row = field(page, 'match-threshold');
  await row.getByRole('combobox').selectOption('number');
  await row.getByRole('textbox').fill('0.45');
  await button(page, 'What would it have done?').click();
}

/** Opens the preview with a colour that is not saved. */
async function preview(page: Page): Promise<void> {
  await last(page).waitFor();
  await page.locator('.settings-search input').fill('brand-colour');
  await field(page, 'brand-colour').getByRole('textbox').first().fill('#7a1fa2');
  await button(page, 'Preview the page').click();
  await page.frameLocator('.preview-frame').locator('[data-action=accept]').waitFor();
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
    name: 'settings-preview',
    reach: preview,
    shows: at('.preview-frame[data-state=shown]'),
    pictures: 'none',
    // The frame's own files, at the public address of the service.
    expectedFaults: /^request: http:\/\/127\.0\.0\.1:\d+$/,
  },
  {
    ...COMPANY,
    name: 'settings-what-if',
    async reach(page) {
      await page.route(WHAT_IF, (route) => route.fulfill({ json: TRIED }));
      await tryThreshold(page);
    },
    shows: at('.what-if-causes'),
    leave: (page) => page.unroute(WHAT_IF),
  },
  {
    ...COMPANY,
    name: 'settings-what-if-few',
    reach: tryThreshold,
    shows: at('.what-if .empty'),
    pictures: 'none',
  },
  {
    ...COMPANY,
    name: 'settings-what-if-refused',
    async reach(page) {
      const json = { code: '42911', message: 'Too often.' };
      await page.route(WHAT_IF, (route) => route.fulfill({ status: 429, json }));
      await tryThreshold(page);
    },
    shows: at('.modal .failure'),
    pictures: 'none',
    expectedFaults: /status of 429/,
    leave: (page) => page.unroute(WHAT_IF),
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
