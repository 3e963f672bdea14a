import { createLog } from '@titular/server/kernel/base/log.ts';
import { runTask } from '@titular/test-kit/service-tasks.ts';
import type { Page } from 'playwright-core';
import { at, inTenant, type Screen } from './screen.ts';
import type { World } from './world.ts';

const FIGURES_CALL = /\/portal\/api\/t\/[^/]+\/figures$/;

/** Counts what there is, as the job does each minute, and looks again. */
async function count(page: Page, { journey, clock }: World): Promise<void> {
  const { db, pool } = journey.service.service.database;
  await runTask({ db, pool, clock, log: createLog('silent') }, 'fold-figures');
  await page.reload();
}

const OVERVIEW = { seat: 'admin', path: inTenant('/overview'), reach: count } as const;

/** Figures of a tenant: of days, of today, of a company without transactions, and not to be had. */
export const overviewScreens: readonly Screen[] = [
  { ...OVERVIEW, name: 'overview', shows: at('.chart-bars') },
  {
    ...OVERVIEW,
    name: 'overview-table',
    path: inTenant('/overview?days=1'),
    reach: async (page, world) => {
      await count(page, world);
      await page.locator('.chart details summary').first().click();
    },
    shows: at('.chart details .chart-table'),
    pictures: 'none',
  },
  {
    ...OVERVIEW,
    name: 'overview-empty',
    path: (world) => inTenant(`/overview?company=${world.ids.get('second company')}`)(world),
    shows: at('.first-steps .command'),
  },
  {
    ...OVERVIEW,
    name: 'overview-failed',
    reach: async (page) => {
      await page.route(FIGURES_CALL, (route) =>
        route.fulfill({
          status: 500,
          headers: { 'x-request-id': '0199a1c2-7a52-7c3e-9d1f-3a2b4c5d6e90' },
          json: { code: '50001', message: 'no' },
        }),
      );
      await page.reload();
    },
    shows: at('.failure'),
    pictures: 'none',
    expectedFaults: /status of 500/,
    leave: (page) => page.unroute(FIGURES_CALL),
  },
];
