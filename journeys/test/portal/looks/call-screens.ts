import { at, inEveryLanguage, inTenant, type Screen } from './screen.ts';

const CALLS = { seat: 'admin', path: inTenant('/developers/calls') } as const;
const ONE = '0199a1c2-7a52-7c3e-9d1f-3a2b4c5d6e90';

const SEARCH_CALL = /\/portal\/api\/t\/[^/]+\/calls\/search$/;
const COUNT_CALL = /\/portal\/api\/t\/[^/]+\/calls\/refusals$/;

/** A call as the log keeps it, so many minutes ago. */
const call = (minutes: number, operation: string, outcome: object) => ({
  requestId: `0199a1c2-7a52-7c3e-9d1f-${String(minutes).padStart(12, '0')}`,
  at: new Date(Date.UTC(2026, 2, 4, 17, 20 - minutes)).toISOString(),
  ...{ account: 'shop-backend', operation, method: 'POST', durationMs: 12, sourceAddress: '203.0.113.7' },
  ...{ path: '/api/public/v1/walletid/transaction', repeated: 0, ...outcome },
});

const SHAPE = JSON.stringify({ orderNumber: '[text of 6]', value: '[number]', '[unknown names]': 1 });
const ROWS = [
  call(1, 'createTransaction', { status: 200 }),
  call(2, 'createTransaction', { status: 400, code: '40002', request: SHAPE }),
  call(3, 'createTransaction', { status: 429, code: '42901', repeated: 311 }),
  call(4, 'readTransaction', { status: 200, method: 'GET', repeated: 99 }),
  call(5, 'renewLink', { status: 500, code: '50001' }),
];

const cause = (code: string, calls: number, operation: string, isMore = false) => ({
  ...{ code, calls, rows: calls, isMore, lastAt: '2026-03-04T17:18:00.000Z' },
  operations: [{ operation, calls }],
  accounts: [{ account: 'shop-backend', calls }],
  ...{ areOperationsCut: false, areAccountsCut: isMore },
});
const CAUSES = [
  cause('42901', 13_480, 'createTransaction', true),
  cause('40002', 214, 'createTransaction'),
  cause('50001', 1, 'renewLink'),
];

/** Shows calls of which times and durations are the same at every run. */
const showing =
  (calls: readonly object[], causes: readonly object[]): NonNullable<Screen['reach']> =>
  async (page) => {
    await page.route(SEARCH_CALL, (route) => route.fulfill({ json: { calls } }));
    await page.route(COUNT_CALL, (route) => route.fulfill({ json: { causes } }));
    await page.reload();
  };

const leave: NonNullable<Screen['leave']> = async (page) => {
  await page.unroute(SEARCH_CALL);
  await page.unroute(COUNT_CALL);
};

/** Screens of the log of API calls. */
export const callScreens: readonly Screen[] = [
  { ...CALLS, name: 'calls', reach: showing(ROWS, CAUSES), shows: at('.causes li'), leave },
  {
    ...CALLS,
    name: 'calls-none',
    reach: showing([], []),
    shows: at('.list-panel .empty'),
    leave,
    pictures: 'desk',
  },
  {
    ...CALLS,
    name: 'calls-narrow',
    path: inTenant('/developers/calls?operation=createTransaction&code=40002&from=2020-01-01&to=2020-01-02'),
    shows: at('.list-panel .empty'),
    pictures: 'none',
  },
  {
    seat: 'admin',
    name: 'call',
    ...inEveryLanguage,
    path: inTenant(`/developers/calls/${ONE}`),
    reach: showing(ROWS.slice(1, 2), []),
    shows: at('.case-main .code'),
    leave,
  },
  {
    seat: 'admin',
    name: 'call-unknown',
    path: inTenant(`/developers/calls/${ONE}`),
    shows: at('.empty'),
    pictures: 'none',
  },
];
