import { PROBES, type Probe } from '@titular/contract';
import type { Page } from 'playwright-core';
import { fetchAsPage } from '../open-pages.ts';
import { at, button, inEveryLanguage, inTenant, type Screen } from './screen.ts';
import type { World } from './world.ts';

const SANDBOX = { seat: 'admin', path: inTenant('/developers/sandbox') } as const;
const RUN_CALL = /\/scenarios\/run$/;
const SESSION_CALL = '**/portal/api/session';

/** What a refusal that passes is answered; the call itself would leave an entry that other screens show. */
const REPLIES = {
  scenario: 'error-42901-then-served',
  replies: [
    {
      ...{ operation: 'createTransaction', status: 429, code: '42901', retryAfterSeconds: 1 },
      message: 'Too many requests of this tenant.',
    },
    { operation: 'createTransaction', status: 200 },
  ],
};

const EXAMINATION_CALL = /\/examination$/;
const ENDPOINT = (world: World): string =>
  inTenant(`/developers/endpoints/${world.ids.get('endpoint')}`)(world);

const TAKEN = { expected: 'taken', status: 204, verdict: 'right' };
const REFUSED = { expected: 'refused', status: 400, verdict: 'right' };
const FOUND: Partial<Record<Probe, object>> = {
  twice: { expected: 'taken', status: 409, verdict: 'wrong' },
  'bad-signature': { expected: 'refused', status: 200, verdict: 'wrong' },
  'old-timestamp': { expected: 'refused', error: 'no complete answer in time', verdict: 'no-answer' },
  closing: TAKEN,
};

/** An examination that found something of each kind; a true one would leave an entry, and ports that differ. */
const EXAMINATION = {
  ...{ state: 'finished', startedAt: '2026-03-04T17:00:00Z', finishedAt: '2026-03-04T17:00:04Z' },
  results: PROBES.map((probe) => ({
    probe,
    ...(FOUND[probe] ?? (PROBES.indexOf(probe) < 7 ? TAKEN : REFUSED)),
    webhookId: '0199a1c2-7a52-7c3e-9d1f-3a2b4c5d6e90',
    timestamp: '2026-03-04T17:00:00Z',
    request: '{"type":"transaction.finished","status":"approved","sequence":3}',
  })),
};

/** A run of a scenario by a transaction of the world. */
const runOf =
  (scenario: string, orderNumber: string) =>
  (world: World): string =>
    inTenant(`/developers/sandbox?scenario=${scenario}&transaction=${world.ids.get(orderNumber)}`)(world);

/** Shows the page as a portal of production does. */
async function showProduction(page: Page, { journey }: World): Promise<void> {
  await page.route(SESSION_CALL, async (route) => {
    const response = await fetchAsPage(route, journey);
    await route.fulfill({ response, json: { ...(await response.json()), environment: 'production' } });
  });
  await page.reload();
}

/** Screens of the sandbox. */
export const sandboxScreens: readonly Screen[] = [
  // All of it is a very long page: a kind shows the same.
  {
    ...SANDBOX,
    name: 'sandbox',
    ...inEveryLanguage,
    reach: (page) => page.getByLabel('Kind').selectOption('webhooks'),
    shows: at('.sandbox-table tbody tr'),
  },
  {
    ...SANDBOX,
    name: 'sandbox-none',
    reach: (page) => page.getByLabel('Search scenarios').fill('no such thing'),
    shows: at('.empty'),
    pictures: 'none',
  },
  {
    ...SANDBOX,
    name: 'sandbox-run',
    path: runOf('approved', 'A-1002'),
    reach: (page) => page.getByLabel('Search scenarios').fill('approved after'),
    shows: at('.sandbox-deliveries li'),
  },
  {
    ...SANDBOX,
    name: 'sandbox-step',
    path: runOf('too-dark-then-approved', 'A-1001'),
    reach: (page) => page.getByLabel('Search scenarios').fill('too dark'),
    shows: at('.sandbox-plan li'),
    pictures: 'desk',
  },
  {
    ...SANDBOX,
    name: 'sandbox-refused',
    async reach(page) {
      await page.route(RUN_CALL, (route) => route.fulfill({ json: REPLIES }));
      await page.getByLabel('Search scenarios').fill('42901 then');
      await button(page, 'Run: error-42901-then-served').click();
    },
    shows: at('.sandbox-replies li'),
    pictures: 'desk',
    leave: (page) => page.unroute(RUN_CALL),
  },
  {
    ...SANDBOX,
    name: 'sandbox-production',
    reach: showProduction,
    shows: at('main .command'),
    pictures: 'desk',
    leave: (page) => page.unroute(SESSION_CALL),
  },
  {
    name: 'endpoint-doctor',
    seat: 'admin',
    path: ENDPOINT,
    async reach(page) {
      await page.route(EXAMINATION_CALL, (route) => route.fulfill({ json: EXAMINATION }));
      await page.reload();
    },
    shows: at('.doctor-guide'),
    leave: (page) => page.unroute(EXAMINATION_CALL),
  },
];
