import { at, button, inEveryLanguage, inTenant, type Screen } from './screen.ts';

const ACCOUNTS = { seat: 'admin', path: inTenant('/developers/accounts') } as const;
const account = (name: string) =>
  ({ seat: 'admin', path: inTenant(`/developers/accounts/${name}`) }) as const;

const SEARCH_CALL = /\/portal\/api\/t\/[^/]+\/accounts\/search$/;
const ROTATE_CALL = /\/portal\/api\/t\/[^/]+\/accounts\/[^/]+\/secrets\/rotate$/;

/** What a rotation answers, as no rotation of the world does: its secret is the same at every run. */
const ROTATED = {
  account: 'reporting',
  clientId: 'tcl_0199a1c2-7a52-7c3e-9d1f-3a2b4c5d6e90',
  tokenUrl: 'https://api.example/oauth2/token',
  secret: { id: '0199a1c2-7a52-7c3e-9d1f-3a2b4c5d6e91', secret: `tsk_${'aB3'.repeat(14)}x` },
  othersEndAt: '2026-03-05T17:20:00Z',
};

/** Screens of service accounts, their credentials and their dialogs. */
export const accountScreens: readonly Screen[] = [
  { ...ACCOUNTS, name: 'accounts', shows: at('main .table tbody tr') },
  {
    ...ACCOUNTS,
    name: 'accounts-none',
    async reach(page) {
      await page.route(SEARCH_CALL, (route) => route.fulfill({ json: { accounts: [] } }));
      await page.reload();
    },
    shows: at('.empty .command'),
    leave: (page) => page.unroute(SEARCH_CALL),
    pictures: 'desk',
  },
  {
    ...ACCOUNTS,
    name: 'accounts-create',
    async reach(page) {
      await button(page, 'Create account').click();
      await page.getByRole('dialog').getByLabel('Name').fill('Shop');
      await page.getByRole('dialog').getByRole('button', { name: 'Create account' }).click();
    },
    shows: at('.modal .field-error'),
    pictures: 'desk',
  },
  { ...account('shop-backend'), name: 'account', shows: at('#secrets tbody tr'), ...inEveryLanguage },
  {
    ...account('shop-backend'),
    name: 'account-end',
    reach: (page) =>
      page
        .getByRole('button', { name: /^End now/ })
        .first()
        .click(),
    shows: at('.modal .dialog-acts'),
    pictures: 'none',
  },
  {
    ...account('shop-backend'),
    name: 'account-add-key',
    async reach(page) {
      await button(page, 'Add key').click();
      await page.getByLabel('Public key').fill('-----BEGIN PRIVATE KEY-----');
    },
    shows: at('.modal .field-error'),
    pictures: 'desk',
  },
  {
    ...account('reporting'),
    name: 'account-rotate',
    reach: (page) => button(page, 'Rotate').click(),
    shows: at('.modal .dialog-acts'),
    pictures: 'none',
  },
  {
    ...account('reporting'),
    name: 'account-rotated',
    async reach(page) {
      await page.route(ROTATE_CALL, (route) => route.fulfill({ json: ROTATED }));
      await button(page, 'Rotate').click();
      await page.getByRole('dialog').getByRole('button', { name: 'Rotate' }).click();
    },
    shows: at('.modal .secret'),
    leave: (page) => page.unroute(ROTATE_CALL),
  },
  {
    ...account('old-shop'),
    name: 'account-off',
    reach: (page) => button(page, 'Switch on').click(),
    shows: at('.modal .dialog-acts'),
    pictures: 'none',
  },
  {
    ...account('shop'),
    name: 'account-withheld',
    shows: at('#keys tbody tr, #keys .empty'),
    pictures: 'none',
  },
];
