import { createLog } from '@titular/server/kernel/base/log.ts';
import { runTask } from '@titular/test-kit/service-tasks.ts';
import type { Page } from 'playwright-core';
import { at, inTenant, type Screen } from './screen.ts';
import type { World } from './world.ts';

const FIGURES_CALL = /\/portal\/api\/t\/[^/]+\/figures$/;

/** What pages told of today: by event and browser, how many sessions did. */
const VISITS: readonly (readonly [string, string, number])[] = [
  ...(['opened', 'consent_given', 'camera_opened', 'attempt_started', 'attempt_completed'] as const).flatMap(
    (step, index) => [
      [step, 'chromium', 40 - 3 * index] as const,
      [step, 'safari', 22 - 2 * index] as const,
      [step, 'in_app', 9 - 2 * index] as const,
    ],
  ),
  ['in_app_browser', 'in_app', 9],
  ['low_light', 'chromium', 6],
  ['camera_denied', 'safari', 4],
];

/** Counts what there is, as the job does each minute, and looks again. */
async function count(page: Page, { journey, clock }: World): Promise<void> {
  const { db, pool } = journey.service.service.database;
  const { tenantId, companyId } = journey.tenant;
  const day = clock.now().toISOString().slice(0, 10);
  const of = { tenant_id: tenantId, company_id: companyId, day };
  await db
    .insertInto('page_event_counts')
    .values(
      VISITS.map(([event, browser, sessions]) => ({
        ...of,
        event,
        browser,
        seen: String(sessions),
        sessions: String(sessions),
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute();
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
