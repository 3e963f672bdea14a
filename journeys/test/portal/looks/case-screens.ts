import type { Page } from 'playwright-core';
import { at, button, inEveryLanguage, inTenant, type Screen, transactionPath } from './screen.ts';

const PARTS = ['timeline', 'attempts', 'decision', 'webhooks', 'calls', 'staff'] as const;
const PART_SHOWN =
  '.parts .panel, .parts .card, .parts .empty, .parts .timeline, .parts ol, .parts ul, .parts p';

const find = async (page: Page, text: string): Promise<void> => {
  await page.getByRole('combobox', { name: 'Search' }).fill(text);
  await page.locator('.find-option').first().waitFor();
};
const row = at('.row-table tbody th');

/** A case at one of its parts. */
const caseAt = (name: string, orderNumber: string, part?: (typeof PARTS)[number]): Screen => ({
  name: part ? `${name}-${part}` : name,
  seat: 'admin',
  path: transactionPath(orderNumber, part),
  shows: at(PART_SHOWN),
});

/** What a search for a text leads to. */
const found = (name: string, text: string, shown: string): Screen => ({
  ...{ name, seat: 'admin', path: inTenant() },
  async reach(page) {
    await find(page, text);
    await page.keyboard.press('Enter');
  },
  shows: at(shown),
});

/** A case at an earlier instant. */
const pastOf = (name: string, orderNumber: string, instant: string): Screen => ({
  ...{ name, seat: 'admin' },
  path: (world) => `${transactionPath(orderNumber)(world)}?at=${instant}`,
  shows: at('.moment input[type=range]'),
});

/** Lists, and what is found. */
const listScreens: readonly Screen[] = [
  { name: 'transactions', seat: 'admin', path: inTenant('/transactions'), shows: row },
  {
    name: 'transactions-status-picker',
    seat: 'admin',
    path: inTenant('/transactions'),
    async reach(page) {
      await row(page).waitFor();
      await page.locator('.filter-button').click();
    },
    shows: at('.filter-list:not([hidden])'),
    only: 'desk',
  },
  {
    name: 'transactions-filters-phone',
    seat: 'admin',
    path: inTenant('/transactions'),
    async reach(page) {
      await row(page).waitFor();
      await button(page, 'Filters').click();
      await page.locator('.filter-button').click();
    },
    shows: at('.filter-list:not([hidden])'),
    only: 'phone',
  },
  {
    name: 'transactions-filtered',
    seat: 'support',
    path: inTenant('/transactions?status=approved.waiting&module=post'),
    shows: at('.row-table tbody th, .empty'),
  },
  {
    name: 'transactions-no-match',
    seat: 'admin',
    path: inTenant('/transactions?from=2024-01-01&to=2024-01-02&status=approved'),
    shows: at('.empty'),
  },
  {
    name: 'transactions-beside',
    seat: 'admin',
    path: (world) => inTenant(`/transactions?open=${world.ids.get('A-1001')}`)(world),
    shows: at('.beside .status-panel, .beside .case-main'),
    only: 'desk',
  },
  { name: 'processes', seat: 'admin', path: inTenant('/processes'), shows: row },
  {
    name: 'process',
    seat: 'admin',
    path: (world) => inTenant(`/processes/${world.ids.get('onboarding-1')}`)(world),
    shows: at('.case-main'),
  },
  {
    name: 'search-readings',
    seat: 'admin',
    path: inTenant(),
    reach: (page) => find(page, '1002'),
    shows: at('.find-option'),
  },
  found('found-several', 'A-10', '.found-head'),
  found('found-nothing', '52998224725', '.empty .found-text'),
];

const createdForm = async (page: Page): Promise<void> => {
  await page.locator('form.create select').first().waitFor();
  await page.getByLabel('Order number').fill('A-2001');
  await page.getByLabel('Identity', { exact: true }).fill('52998224725');
  await page.getByLabel('First 8 digits').fill('41111111');
  await page.getByLabel('Last 4 digits').fill('1111');
  await page.getByLabel('Name on the card').fill('Maria da Silva');
};

/** One case in several states, its parts and acts, and creating by hand. */
export const caseScreens: readonly Screen[] = [
  ...listScreens,
  ...PARTS.map((part) => ({
    ...caseAt('approved', 'A-1002', part),
    ...(part === 'decision' && inEveryLanguage),
  })),
  caseAt('waiting', 'A-1001'),
  { ...caseAt('waiting', 'A-1001', 'attempts'), pictures: 'desk' },
  { ...caseAt('waiting', 'A-1001', 'webhooks'), pictures: 'none' },
  { ...caseAt('processing', 'A-1003'), pictures: 'none' },
  { ...caseAt('shared', 'A-1004'), pictures: 'none' },
  { ...caseAt('identity-changed', 'A-1005'), pictures: 'desk' },
  { ...caseAt('inconclusive', 'A-1006', 'decision'), pictures: 'desk' },
  { ...caseAt('expired', 'A-1007'), pictures: 'none' },
  { ...caseAt('unknown-share', 'A-1008'), pictures: 'none' },
  { ...caseAt('absent-holder', 'A-1009'), pictures: 'none' },
  { ...caseAt('canceled', 'A-1010'), pictures: 'desk' },
  { ...caseAt('fast-inconclusive', 'A-1000', 'decision'), pictures: 'desk' },
  pastOf('earlier-approved', 'A-1002', '2026-03-04T16:38:20.000Z'),
  pastOf('earlier-expired', 'A-1007', '2026-03-04T16:56:30.000Z'),
  { ...pastOf('earlier-before', 'A-1002', '2026-03-04T16:00:00.000Z'), pictures: 'desk' },
  { ...pastOf('earlier-last-known', 'A-1007', '2026-03-05T16:00:00.000Z'), pictures: 'desk' },
  {
    ...pastOf('earlier-time-wrong', 'A-1002', '2026-03-04T16:38:20.000Z'),
    pictures: 'none',
    async reach(page) {
      await page.locator('.moment input[type=datetime-local]').fill('');
      await button(page, 'Show').click();
    },
    shows: at('.moment .field-error'),
  },
  {
    ...caseAt('person-shown', 'A-1002'),
    pictures: 'none',
    reach: (page) => button(page, /^Show/).click(),
    shows: at('.revealed'),
  },
  {
    ...caseAt('new-link', 'A-1001'),
    reach: (page) => button(page, 'New link').click(),
    shows: at('.modal .made-link'),
  },
  {
    ...caseAt('new-link-ready', 'A-1004'),
    async reach(page) {
      await button(page, 'New link').click();
      await page.locator('.modal .button-primary').click();
    },
    shows: at('.modal .qr[role=img]'),
  },
  {
    ...caseAt('cancel', 'A-1001'),
    pictures: 'desk',
    reach: (page) => button(page, /^Cancel/).click(),
    shows: at('.modal .button-danger'),
  },
  {
    ...caseAt('look-why', 'A-1002', 'attempts'),
    pictures: 'desk',
    name: 'look-why',
    seat: 'reviewer',
    async reach(page) {
      await button(page, /^Look at the picture/).click();
      await button(page, 'Show the picture').click();
    },
    shows: at('.modal .field-error'),
  },
  {
    ...caseAt('look', 'A-1002', 'attempts'),
    name: 'look',
    seat: 'reviewer',
    async reach(page) {
      await button(page, /^Look at the picture/).click();
      await page.locator('.modal input').fill('ticket 4711');
      await button(page, 'Show the picture').click();
    },
    shows: at('.modal .looked img'),
  },
  {
    ...caseAt('case-file', 'A-1002'),
    seat: 'reviewer',
    async reach(page) {
      await button(page, 'Case file').click();
      await page.getByLabel('With pictures').check();
      await button(page, 'Make the file').click();
    },
    shows: at('.modal .field-error'),
  },
  {
    ...caseAt('notes', 'A-1009', 'staff'),
    name: 'notes',
    async reach(page) {
      await page.getByLabel('Note', { exact: true }).fill('Rang at 14:03.\nShe will call back tomorrow.');
      await button(page, 'Write note').click();
      await page.locator('.note').nth(0).waitFor();
      await page.getByLabel('Note', { exact: true }).fill('Saw the order confirmation.');
      await page.getByLabel('Verdict', { exact: true }).selectOption('fraud');
      await button(page, 'Give verdict').click();
      await page.locator('.toaster li').last().waitFor({ state: 'detached' });
    },
    shows: at('.notes-list .note:nth-child(2)'),
  },
  {
    ...caseAt('notes-withdraw', 'A-1009', 'staff'),
    name: 'notes-withdraw',
    pictures: 'none',
    reach: (page) => button(page, 'Withdraw').first().click(),
    shows: at('.modal .button-danger'),
  },
  {
    ...caseAt('notes-support', 'A-1009', 'staff'),
    name: 'notes-support',
    seat: 'support',
    pictures: 'none',
    shows: at('.notes-list .note:nth-child(2)'),
  },
  { name: 'create', seat: 'admin', path: inTenant('/transactions/new'), shows: at('form.create') },
  {
    name: 'create-wrong',
    seat: 'admin',
    path: inTenant('/transactions/new'),
    async reach(page) {
      await page.getByLabel('Identity', { exact: true }).fill('11111111111');
      await button(page, 'Create and get the link').click();
    },
    shows: at('[aria-invalid=true]'),
  },
  {
    name: 'create-command',
    seat: 'admin',
    path: inTenant('/transactions/new'),
    async reach(page, { journey }) {
      await createdForm(page);
      await page.locator('form.create select').first().selectOption(journey.tenant.companyId);
      await page.getByText('Copy as command').click();
    },
    shows: at('details[open] code'),
    pictures: 'none',
  },
  {
    name: 'created',
    seat: 'admin',
    path: inTenant('/transactions/new'),
    async reach(page, { journey }) {
      await createdForm(page);
      await page.locator('form.create select').first().selectOption(journey.tenant.companyId);
      await button(page, 'Create and get the link').click();
    },
    shows: at('.qr[role=img]'),
  },
];
