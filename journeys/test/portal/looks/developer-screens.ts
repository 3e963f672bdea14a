import type { Page } from 'playwright-core';
import { fetchAsPage } from '../open-pages.ts';
import { at, button, inTenant, type Screen } from './screen.ts';
import type { World } from './world.ts';

const ENDPOINTS = { seat: 'admin', path: inTenant('/developers/endpoints') } as const;
const EVENTS = { seat: 'admin', path: inTenant('/developers/events') } as const;
const ROW = '.row-table tbody th';

/** An address of the section with an id of the world. */
const withId =
  (before: string, name: string, after = '') =>
  (world: World): string =>
    inTenant(`/developers/${before}/${world.ids.get(name)}${after}`)(world);

const OPENED = (world: World): string =>
  withId('endpoints', 'endpoint', `?open=${world.ids.get('approved delivery')}`)(world);

const ENDPOINT_CALL = /\/portal\/api\/t\/[^/]+\/endpoints\/[0-9a-f-]+$/;

/** Shows the endpoint as one that was switched off by itself: the world's own stays on, for what else is sent there. */
async function showOff(page: Page, { journey }: World): Promise<void> {
  await page.route(ENDPOINT_CALL, async (route) => {
    const response = await fetchAsPage(route, journey);
    const off = { enabled: false, disabledReason: 'failing', disabledAt: '2026-03-04T17:00:00Z' };
    await route.fulfill({ response, json: { ...(await response.json()), ...off } });
  });
  await page.reload();
}

/** One endpoint, its deliveries, and sending failed ones again. */
const endpointScreens: readonly Screen[] = [
  { name: 'endpoint', seat: 'admin', path: withId('endpoints', 'endpoint'), shows: at(ROW) },
  {
    name: 'endpoint-none-failed',
    seat: 'admin',
    path: withId('endpoints', 'endpoint', '?state=failed'),
    shows: at('.empty'),
    pictures: 'none',
  },
  {
    name: 'endpoint-delivery',
    seat: 'admin',
    path: OPENED,
    reach: (page) => page.getByText('Headers of the request').first().click(),
    shows: at('.opened-part .code'),
    // How far the page is scrolled depends on when the part above it came.
    pictures: 'none',
  },
  {
    name: 'endpoint-off',
    seat: 'admin',
    path: withId('endpoints', 'endpoint'),
    reach: showOff,
    shows: at('.case-status-danger'),
    leave: (page) => page.unroute(ENDPOINT_CALL),
  },
  {
    name: 'endpoint-resend-failed',
    seat: 'admin',
    path: withId('endpoints', 'endpoint'),
    async reach(page) {
      // How far the page is scrolled behind the dialog would depend on what came last above the button.
      await page.getByText('No link and no session is open.').waitFor();
      await button(page, 'Send failed ones again').dispatchEvent('click');
    },
    shows: at('.modal [role=status]'),
    pictures: 'desk',
  },
  {
    name: 'endpoint-change',
    seat: 'admin',
    path: withId('endpoints', 'endpoint'),
    async reach(page) {
      await button(page, /^Actions for/).click();
      await page.getByRole('menuitem', { name: 'Change' }).click();
      await page.getByText('Transaction changed').click();
    },
    shows: at('.modal .choices > .hint'),
    // The port in its field differs from run to run.
    pictures: 'none',
  },
];

/** Screens of the developers' section. */
export const developerScreens: readonly Screen[] = [
  { ...ENDPOINTS, name: 'endpoints', shows: at('main .table tbody tr') },
  {
    ...ENDPOINTS,
    name: 'endpoints-add',
    reach: (page) => button(page, 'Add endpoint').click(),
    shows: at('[role=dialog] input'),
    pictures: 'none',
  },
  ...endpointScreens,
  { ...EVENTS, name: 'events', shows: at(ROW) },
  {
    ...EVENTS,
    name: 'events-wrong-id',
    path: inTenant('/developers/events?type=process.finished'),
    async reach(page) {
      if (await button(page, 'Filters').isVisible()) await button(page, 'Filters').click();
      await page.getByLabel('Id of a transaction or process').fill('x'.repeat(36));
    },
    shows: at('.field-error'),
    pictures: 'none',
  },
  { name: 'event', seat: 'admin', path: withId('events', 'approved event'), shows: at('.case-main .card') },
  {
    name: 'event-resend',
    seat: 'admin',
    path: withId('events', 'approved event'),
    reach: (page) => button(page, 'Send to all again').click(),
    shows: at('.modal .dialog-acts'),
    pictures: 'none',
  },
  {
    name: 'event-types',
    seat: 'admin',
    path: inTenant('/developers/event-types'),
    reach: (page) => page.getByText('Fields of the body').first().click(),
    shows: at('main .table tbody tr'),
    pictures: 'desk',
  },
];
