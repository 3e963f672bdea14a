import { at, inEveryLanguage, inTenant, type Screen } from './screen.ts';

const LIMITS = { seat: 'admin', path: inTenant('/developers/limits') } as const;

const NOW_CALL = /\/portal\/api\/t\/[^/]+\/limits$/;
const TIMES_CALL = /\/portal\/api\/t\/[^/]+\/limits\/calls$/;

const NONE = { calls: 0, isMore: false, accounts: [], areAccountsCut: false };

const company = (name: string, isActive: boolean, ofIdentity: number) => ({
  company: `0199a1c2-7a52-7c3e-9d1f-${String(ofIdentity).padStart(12, '0')}`,
  ...{ name, isActive, ofIdentity, attempts: 3 * ofIdentity, ofCard: 10 },
});

const NOW = {
  rate: { perSecond: 10, burst: 20, remaining: 13, resetSeconds: 1 },
  concurrency: 100,
  refusedSince: '2026-03-04T16:20:00.000Z',
  refused: {
    rate: {
      ...{ calls: 312, isMore: false, areAccountsCut: false },
      accounts: [
        { account: 'shop-backend', calls: 300 },
        { account: 'reports', calls: 12 },
      ],
    },
    concurrency: NONE,
  },
  companies: [company('Loja Azul', true, 10), company('Loja Verde', false, 25)],
  hasMoreCompanies: false,
  exports: { writing: 1, maxWriting: 3, maxOwn: 5 },
  apiUrl: 'https://api.example/api/public/v1/limits',
};

/** Half an hour of calls: two a second, and every five minutes 60 at once. */
const SLOTS = Array.from({ length: 3_600 }, (_, index) => [
  index === 0 ? 0 : 500,
  index % 600 === 300 ? 60 : 1,
  0,
]);

const TIMES = { startAt: '2026-03-04T16:50:00.000Z', slots: SLOTS, refused: 312 };

/** Shows limits and calls that are the same at every run. */
const showing =
  (times: object): NonNullable<Screen['reach']> =>
  async (page) => {
    await page.route(NOW_CALL, (route) => route.fulfill({ json: NOW }));
    await page.route(TIMES_CALL, (route) => route.fulfill({ json: times }));
    await page.reload();
  };

const leave: NonNullable<Screen['leave']> = async (page) => {
  await page.unroute(NOW_CALL);
  await page.unroute(TIMES_CALL);
};

/** Screens of limits, and of calls under other limits. */
export const limitScreens: readonly Screen[] = [
  { ...LIMITS, name: 'limits', reach: showing(TIMES), shows: at('.chart-bars'), leave, ...inEveryLanguage },
  {
    ...LIMITS,
    name: 'limits-table',
    path: inTenant('/developers/limits?rate=5&burst=10'),
    reach: async (page, world) => {
      // Times out of a bounded log, so that older ones are told of.
      await showing({
        ...TIMES,
        refused: 3,
        slots: SLOTS.slice(0, 30),
        nextCursor: NOW.companies[0]?.company,
      })(page, world);
      await page.locator('.chart-summary').click();
      // Pressing it scrolls as far as the parts above it are high.
      await page.evaluate(() => window.scrollTo({ top: 0, behavior: 'instant' }));
    },
    shows: at('.chart-table tbody tr'),
    leave,
    pictures: 'desk',
  },
  {
    ...LIMITS,
    name: 'limits-none',
    reach: showing({ slots: [], refused: 0 }),
    shows: at('.panel .empty'),
    leave,
    pictures: 'none',
  },
];
