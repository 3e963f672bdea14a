import type { Page } from 'playwright-core';
import { at, button, inTenant, type Screen } from './screen.ts';

const LOGIN = { seat: 'nobody', path: () => '/login' } as const;
const INVITED = {
  seat: 'nobody',
  path: ({ invitationCode }: { invitationCode: string }) => `/invite#${invitationCode}`,
} as const;

/** The answer of a call, for states that one world cannot have beside the others. */
const answerState = (page: Page, state: object): Promise<unknown> =>
  page.route('**/portal/api/state', (route) => route.fulfill({ json: state }));

const STATE = { environment: 'test', needsSetup: false, version: '' };

/** What stands in front of the portal. */
export const doorScreens: readonly Screen[] = [
  { ...LOGIN, name: 'sign-in', shows: at('.door-test') },
  {
    ...LOGIN,
    name: 'sign-in-password',
    reach: (page) => button(page, 'Sign in with password and code').click(),
    shows: at('input[type=password]'),
  },
  {
    ...LOGIN,
    name: 'sign-in-wrong',
    async reach(page) {
      await page.locator('[name=username]').fill('Ana Souza');
      await button(page, 'Sign in with password and code').click();
      await page.locator('[name=password]').fill('violet kettle argues');
      await page.locator('[inputmode=numeric]').fill('000000');
      await page.keyboard.press('Enter');
    },
    shows: at('.act-failure'),
    expectedFaults: /status of 403/,
  },
  {
    ...LOGIN,
    name: 'sign-in-recovery',
    async reach(page) {
      await button(page, 'Use a recovery code').click();
      await button(page, 'Sign in').click();
    },
    shows: at('.field-error'),
  },
  {
    ...LOGIN,
    name: 'sign-in-provider',
    async reach(page) {
      await answerState(page, { ...STATE, provider: 'Staff ID' });
      await page.reload();
    },
    shows: (page) => button(page, /Staff ID/),
    leave: (page) => page.unroute('**/portal/api/state'),
  },
  {
    ...LOGIN,
    name: 'return-failed',
    async reach(page) {
      await page.route('**/portal/api/sign-in/provider', (route) =>
        route.fulfill({ status: 403, json: { code: '40370', message: 'It did not succeed.' } }),
      );
      await page.goto(new URL('/login/return?code=x&state=sign-in.x', page.url()).href);
    },
    shows: at('.door-card a.link'),
    expectedFaults: /status of 403/,
    leave: (page) => page.unroute('**/portal/api/sign-in/provider'),
  },
  {
    ...LOGIN,
    name: 'confirm-elsewhere',
    async reach(page) {
      await page.goto(new URL('/login/again', page.url()).href);
    },
    shows: at('.door-card > button'),
  },
  { ...INVITED, name: 'invitation', shows: at('.choices') },
  {
    ...INVITED,
    name: 'invitation-password',
    async reach(page) {
      await page.getByText('Password and app').first().click();
      await page.locator('[name=username]').fill('Carla');
      await page.locator('input[type=password]').fill('violet kettle argues with 15 otters');
      await page.locator('button[type=submit]').click();
    },
    shows: at('.totp .qr[role=img]'),
  },
  {
    name: 'link-invalid',
    seat: 'nobody',
    path: () => `/invite#${'A'.repeat(28)}`,
    shows: at('.door-card a.link'),
    expectedFaults: /status of 403/,
  },
  {
    ...LOGIN,
    name: 'no-operator',
    async reach(page) {
      await answerState(page, { environment: 'test', needsSetup: true });
      await page.reload();
    },
    shows: at('.door .command'),
    leave: (page) => page.unroute('**/portal/api/state'),
  },
  {
    name: 'locked',
    seat: 'admin',
    path: inTenant(),
    async reach(page) {
      await at('.ticks')(page).waitFor();
      await page.evaluate(() => {
        const others = new BroadcastChannel('titular-portal');
        others.postMessage('locked');
        others.close();
      });
    },
    shows: at('.prove'),
  },
];
