import type { SandboxFill } from '@titular/contract';
import type { Page } from 'playwright-core';
import { at, button, inTenant, type Screen } from './screen.ts';
import type { World } from './world.ts';

const SEARCH_CALL = /\/transactions\/search$/;
const FILL_CALL = /\/portal\/api\/t\/[^/]+\/sandbox-fill$/;
const TASK = {
  transactionId: '0199a1c2-7a52-7c3e-9d1f-3a2b4c5d6e91',
  orderNumber: 'AUR-20500',
  isRenewed: false,
};

/** Answers as a tenant with such a fill would be, and looks again. */
const standsAt =
  (fill: SandboxFill, isEmpty = false) =>
  async (page: Page): Promise<void> => {
    await page.route(FILL_CALL, (route) => route.fulfill({ json: fill }));
    if (isEmpty) await page.route(SEARCH_CALL, (route) => route.fulfill({ json: { transactions: [] } }));
    await page.reload();
  };

async function leave(page: Page): Promise<void> {
  await page.unroute(FILL_CALL);
  await page.unroute(SEARCH_CALL);
}

/** Has the guided task be under way: the order was found. */
async function beginTask(page: Page, { journey }: World): Promise<void> {
  const task = { tenantId: journey.tenant.tenantId, isShown: true, isFound: true, isRead: false };
  await page.evaluate((kept) => localStorage.setItem('titular-portal', JSON.stringify({ task: kept })), task);
  await standsAt({ state: 'filled', total: 500, made: 500, removed: 0, task: TASK })(page);
}

const OVERVIEW = { seat: 'admin', path: inTenant('/overview'), leave } as const;

/** Sandbox transactions of a tenant, from the offer to the guided task. */
export const fillScreens: readonly Screen[] = [
  {
    ...OVERVIEW,
    name: 'overview-offer',
    reach: standsAt({ state: 'none', total: 500, made: 0, removed: 0 }, true),
    shows: (page) => page.locator('.panel .button-primary').first(),
  },
  {
    ...OVERVIEW,
    name: 'overview-filling',
    reach: standsAt({ state: 'filling', total: 500, made: 180, removed: 0 }),
    shows: at('.fill-progress progress'),
    pictures: 'none',
  },
  {
    ...OVERVIEW,
    name: 'overview-removal',
    reach: async (page) => {
      await standsAt({ state: 'filled', total: 500, made: 500, removed: 0, task: TASK })(page);
      await button(page, 'Remove all of it').click();
    },
    shows: at('.modal .command'),
    pictures: 'none',
  },
  {
    ...OVERVIEW,
    name: 'overview-task',
    reach: beginTask,
    shows: at('.task-strip .task-steps'),
    leave: async (page) => {
      await leave(page);
      await page.evaluate(() => localStorage.removeItem('titular-portal'));
    },
  },
];
