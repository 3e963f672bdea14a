import type { PortalAnswer } from '@titular/contract';
import { listForms } from '@titular/server/settings/index.ts';
import type { Page } from 'playwright-core';
import { at, button, inTenant, type Screen } from './screen.ts';

const id = (last: number): string => `0199a1c2-7a52-7c3e-9d1f-3a2b4c5d6e0${last}`;
const API = '**/portal/api';

/** Has the server answer the same at every run: ids, times and numbers of a deployment differ. */
const answering = (path: string, json: object) => async (page: Page) => {
  await page.route(`${API}/${path}`, (route) => route.fulfill({ json }));
  await page.reload();
};
const answerAgain = (path: string) => (page: Page) => page.unroute(`${API}/${path}`);

const SETTING_VALUES: Readonly<Record<string, string>> = {
  ...{ 'rate-per-second': '50', 'rate-burst': '10', 'operator-entry': 'allowed' },
};

const STATE: PortalAnswer<'readTenantState'> = {
  tenant: {
    ...{ id: id(2), name: 'Loja Azul', isActive: true, createdAt: '2026-03-01T17:40:00.000Z' },
    companies: [{ id: id(3), name: 'Loja Azul Online', isActive: true }],
    ...{ companyCount: 1, adminCount: 2, takesFirstAdmin: false },
  },
  entry: 'allowed',
  settings: listForms(['rate-per-second', 'rate-burst', 'operator-entry']).map((form) => ({
    ...form,
    ...{ value: SETTING_VALUES[form.name] ?? '', isDefault: form.name !== 'rate-per-second' },
  })),
  transactions: [
    { days: 1, created: 1_204, approved: 1_101, refused: 62 },
    { days: 7, created: 9_877, approved: 9_004, refused: 512 },
    { days: 30, created: 41_310, approved: 37_655, refused: 2_204 },
  ],
  endpoints: { on: 2, off: 1, offByItself: 1, failing: 1 },
  deliveries: { waiting: 1_001, oldestSeconds: 5_412 },
  lastCallAt: '2026-03-03T17:19:00.000Z',
};

const PEOPLE: PortalAnswer<'searchPeople'> = {
  people: [
    {
      ...{ id: id(4), name: 'Olívia Reis', isOperator: true, isActive: true, memberships: [] },
      ...{ membershipCount: 0, sessions: 1, lastSignInAt: '2026-03-03T12:00:00.000Z' },
    },
    {
      ...{ id: id(5), name: 'Bruno Lima', isOperator: false, isActive: false },
      memberships: [
        { tenantId: id(2), tenantName: 'Loja Azul', role: 'support', isActive: true },
        { tenantId: id(6), tenantName: 'Mercado Central', role: 'viewer', isActive: false },
      ],
      ...{ membershipCount: 7, sessions: 0 },
    },
  ],
  nextCursor: id(5),
};

const COUNTS = { oldestSeconds: 0, later: 0, running: 0, failing: 0, failed: 0 };
const QUEUES: PortalAnswer<'readQueues'> = {
  tasks: [
    { ...COUNTS, task: 'write-export', due: 0, failed: 3, lastError: 'connect ECONNREFUSED #' },
    { ...COUNTS, task: 'decide-transaction', due: 12, oldestSeconds: 4, running: 4 },
    { ...COUNTS, task: 'take-platform-result', due: 0, later: 2, failing: 2, lastError: 'timeout' },
  ],
  isCut: false,
  tenants: [{ id: id(2), name: 'Loja Azul', endpoints: 1, waiting: 812, oldestSeconds: 5_412 }],
};
const JOB = { maxAttempts: 3, attempts: 3, task: 'write-export', error: 'connect ECONNREFUSED #' };
const JOBS: PortalAnswer<'searchJobs'> = {
  jobs: [
    { ...JOB, id: '4711', createdAt: '2026-03-03T10:00:00.000Z', runAt: '2026-03-03T11:00:00.000Z' },
    { ...JOB, id: '4702', createdAt: '2026-03-02T10:00:00.000Z', runAt: '2026-03-02T11:00:00.000Z' },
  ],
};

const operator = { id: id(4), name: 'Olívia Reis' };
const STAYS: PortalAnswer<'searchStays'> = {
  stays: [
    {
      ...{ id: id(7), operator, reason: 'Ticket 4711: webhooks are late', isOpen: true },
      ...{ enteredAt: '2026-03-04T17:00:00.000Z', until: '2026-03-04T18:00:00.000Z' },
      views: [
        { permission: 'transactions:read', count: 12 },
        { permission: 'settings:read', count: 1 },
      ],
    },
    {
      ...{ id: id(8), operator, reason: 'Asked by Ana, by phone', isOpen: false, views: [] },
      ...{ enteredAt: '2026-02-20T12:00:00.000Z', until: '2026-02-20T12:07:00.000Z' },
    },
  ],
};

const TENANT = `deployment/tenants/${id(2)}`;
const tenantPage = {
  seat: 'operator',
  path: () => `/op/tenants/${id(2)}`,
  leave: answerAgain(TENANT),
} as const;

/** A tenant for operators and the way in, the people, the queues, and what admins see of stays. */
export const operatorStayScreens: readonly Screen[] = [
  { ...tenantPage, name: 'operator-tenant', reach: answering(TENANT, STATE), shows: at('.deployment-facts') },
  {
    ...{ ...tenantPage, name: 'operator-enter', pictures: 'none' },
    async reach(page) {
      await answering(TENANT, STATE)(page);
      await button(page, 'Enter').click();
    },
    shows: at('.modal input'),
  },
  {
    ...{ seat: 'operator', name: 'operator-users', path: () => '/op/users' },
    reach: answering('deployment/users/search', PEOPLE),
    ...{ shows: at('.panel tbody tr'), leave: answerAgain('deployment/users/search') },
  },
  {
    ...{ seat: 'operator', name: 'operator-queues', path: () => '/op/queues?state=failed&task=write-export' },
    async reach(page) {
      await page.route(`${API}/deployment/queues/jobs/search`, (route) => route.fulfill({ json: JOBS }));
      await answering('deployment/queues', QUEUES)(page);
    },
    shows: (page) => page.getByText('4711'),
    async leave(page) {
      await page.unroute(`${API}/deployment/queues/jobs/search`);
      await page.unroute(`${API}/deployment/queues`);
    },
  },
  {
    ...{ seat: 'admin', name: 'team-stays', path: inTenant('/team') },
    reach: answering('t/*/stays/search', STAYS),
    ...{
      shows: (page) => page.getByRole('row').getByText('Ticket 4711'),
      leave: answerAgain('t/*/stays/search'),
    },
  },
  {
    ...{ seat: 'admin', name: 'overview-stay', path: inTenant('/overview'), pictures: 'none' },
    reach: answering('t/*/stays/search', STAYS),
    ...{ shows: at('aside.bar-notice'), leave: answerAgain('t/*/stays/search') },
  },
];
