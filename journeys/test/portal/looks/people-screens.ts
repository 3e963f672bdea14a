import type { Page } from 'playwright-core';
import { fetchAsPage } from '../open-pages.ts';
import { operatorScreens } from './operator-screens.ts';
import { operatorStayScreens } from './operator-stay-screens.ts';
import { at, button, inTenant, type Screen } from './screen.ts';

const HOME = { seat: 'admin', path: inTenant(), shows: at('.ticks') } as const;
const TEAM = { seat: 'admin', path: inTenant('/team') } as const;
const ME = { seat: 'admin', path: () => '/me' } as const;

/** Opens a line of the menu of a member of the team. */
const actOn = async (page: Page, name: string, act: string): Promise<void> => {
  await button(page, `Actions for ${name}`).click();
  await page.getByRole('menuitem', { name: act }).click();
};

const team = (name: string, reach: Screen['reach'], shown = '.modal .dialog-acts'): Screen => ({
  ...TEAM,
  name,
  ...(reach && { reach }),
  shows: at(shown),
});

/** The team with each of its dialogs, and the own account with each of its own. */
const accountScreens: readonly Screen[] = [
  team('team', undefined, '.roles'),
  team('team-menu', (page) => button(page, 'Actions for Bruno Lima').click(), '.menu-item'),
  team('team-invite', (page) => button(page, 'Invite').click()),
  {
    ...team('team-menu-phone', (page) => button(page, 'Actions for Bruno Lima').click(), '.menu-item'),
    only: 'phone',
  },
  {
    ...team(
      'team-invited',
      async (page) => {
        await button(page, 'Invite').click();
        await button(page, 'Make the link').click();
      },
      '.modal .qr[role=img]',
    ),
    // Later screens show who is invited.
    leave: (_page, { journey }) =>
      journey.service.service.database.db.deleteFrom('user_invitations').where('name', 'is', null).execute(),
  },
  team('team-change', (page) => actOn(page, 'Bruno Lima', 'Change role and companies')),
  team('team-reset', (page) => actOn(page, 'Bruno Lima', 'Reset access')),
  team('team-disable', (page) => actOn(page, 'Bruno Lima', 'Disable')),
  team('team-end-sessions', (page) => actOn(page, 'Bruno Lima', 'End all sessions')),
  team('team-withdraw', (page) => button(page, /^Withdraw/).click()),
  { ...ME, name: 'me', shows: at('.list li') },
  {
    ...ME,
    name: 'me-linked',
    async reach(page, { journey }) {
      await page.route('**/portal/api/me', async (route) => {
        const account = (await (await fetchAsPage(route, journey)).json()) as { authenticators: object[] };
        const [first] = account.authenticators;
        const linked = { ...first, id: crypto.randomUUID(), kind: 'provider', label: 'Staff ID' };
        await route.fulfill({
          json: { ...account, authenticators: [...account.authenticators, linked], linkable: 'Staff ID' },
        });
      });
      await page.reload();
    },
    shows: (page) => button(page, /Staff ID/),
    leave: (page) => page.unroute('**/portal/api/me'),
  },
  {
    ...ME,
    name: 'me-add',
    reach: (page) => button(page, 'Add a way').click(),
    shows: at('.modal .choices'),
  },
  {
    ...ME,
    name: 'me-remove',
    reach: (page) => button(page, /^Remove/).click(),
    shows: at('.modal .button-danger'),
  },
  {
    ...ME,
    name: 'me-codes',
    async reach(page) {
      await button(page, 'Make new codes').click();
      await page.locator('.modal .dialog-acts .button-primary, .modal .dialog-acts .button').last().click();
    },
    shows: at('.modal .codes'),
  },
  {
    name: 'step-up',
    seat: 'stale',
    path: inTenant('/team'),
    async reach(page) {
      await button(page, 'Invite').click();
      await button(page, 'Make the link').click();
    },
    shows: at('.prove'),
  },
];

/** Refuses every call of some path from now on; the first fails, and later ones wait. */
const failFirst = async (page: Page): Promise<void> => {
  let calls = 0;
  await page.route('**/portal/api/**', (route) => {
    calls += 1;
    return calls === 1 ? route.abort('connectionfailed') : undefined;
  });
};
const answerAgain = (page: Page): Promise<void> => page.unroute('**/portal/api/**');

/** The frame, what lies over it, and what goes wrong. */
export const peopleScreens: readonly Screen[] = [
  { ...HOME, name: 'home' },
  { ...HOME, name: 'home-support', seat: 'support', pictures: 'none' },
  {
    ...HOME,
    name: 'person-menu',
    reach: (page) => button(page, /your menu/).click(),
    shows: at('.menu-item'),
    only: 'desk',
  },
  {
    ...HOME,
    name: 'person-menu-phone',
    reach: (page) => button(page, /your menu/).click(),
    shows: at('.menu-item'),
    only: 'phone',
  },
  {
    ...HOME,
    name: 'sections-phone',
    reach: (page) => button(page, 'Open menu').click(),
    shows: at('.side-open .side-link'),
    only: 'phone',
  },
  {
    ...HOME,
    name: 'palette',
    async reach(page) {
      await HOME.shows(page).waitFor();
      await page.keyboard.press('Control+k');
    },
    shows: at('.palette-list .menu-item'),
  },
  {
    ...HOME,
    name: 'shortcuts',
    async reach(page) {
      await HOME.shows(page).waitFor();
      await page.keyboard.press('?');
    },
    shows: at('.shortcut-list'),
  },
  ...accountScreens,
  ...operatorScreens,
  ...operatorStayScreens,
  { name: 'not-found', seat: 'admin', path: inTenant('/nowhere'), shows: at('main a.link') },
  {
    name: 'away',
    seat: 'admin',
    path: inTenant('/transactions'),
    async reach(page) {
      await at('.row-table tbody th')(page).waitFor();
      await failFirst(page);
      await button(page, 'Refresh').click();
    },
    shows: at('.bar-notice'),
    expectedFaults: /ERR_/,
    leave: answerAgain,
    // The text of the marks is drawn a part of a pixel aside in some runs.
    pictures: 'none',
  },
  {
    name: 'part-failed',
    seat: 'admin',
    path: inTenant('/team'),
    async reach(page) {
      await page.route('**/portal/api/t/*/team', (route) =>
        route.fulfill({
          status: 500,
          headers: { 'x-request-id': '0199a1c2-7a52-7c3e-9d1f-3a2b4c5d6e90' },
          json: { code: '50001', message: 'no' },
        }),
      );
      await page.reload();
    },
    shows: at('.failure'),
    expectedFaults: /status of 500/,
    leave: (page) => page.unroute('**/portal/api/t/*/team'),
  },
];
