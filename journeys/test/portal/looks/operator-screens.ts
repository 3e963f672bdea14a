import type { PortalAnswer } from '@titular/contract';
import { readConfig } from '@titular/server/config/config.ts';
import { describeConfig } from '@titular/server/portal/deployment/describe-config.ts';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { at, button, type Screen } from './screen.ts';

const SEAT = { seat: 'operator' } as const;

/** Has the server answer the same at every run: ids, times and settings of a deployment differ. */
const answering = (path: string, json: object) => async (page: Page) => {
  await page.route(`**/portal/api/deployment/${path}`, (route) => route.fulfill({ json }));
  await page.reload();
};
const answerAgain = (path: string) => (page: Page) => page.unroute(`**/portal/api/deployment/${path}`);

const id = (last: number): string => `0199a1c2-7a52-7c3e-9d1f-3a2b4c5d6e0${last}`;
const company = (last: number, name: string, isActive = true) => ({ id: id(last), name, isActive });

const TENANTS: PortalAnswer<'searchTenants'> = {
  tenants: [
    {
      ...{ id: id(1), name: 'Cartões do Norte', isActive: true, createdAt: '2026-03-04T09:12:00.000Z' },
      ...{ companies: [], companyCount: 0, adminCount: 0, takesFirstAdmin: true },
    },
    {
      ...{ id: id(2), name: 'Loja Azul', isActive: true, createdAt: '2026-03-01T17:40:00.000Z' },
      ...{
        companies: [company(3, 'Loja Azul Online')],
        companyCount: 1,
        adminCount: 0,
        takesFirstAdmin: true,
      },
      invitedUntil: '2026-03-06T12:00:00.000Z',
    },
    {
      ...{ id: id(4), name: 'Mercado Central de Produtos Orgânicos e Artesanais', isActive: false },
      createdAt: '2025-11-20T08:00:00.000Z',
      companies: [company(5, 'Feira'), company(6, 'Empório', false), company(7, 'Entregas')],
      ...{ companyCount: 5, adminCount: 2, takesFirstAdmin: false },
    },
  ],
  nextCursor: id(4),
};

const SIGNED = { createdAt: '2026-02-20T10:00:00.000Z', isValid: true };
const KEYS: PortalAnswer<'readDeploymentKeys'> = {
  signing: [
    { id: 'oSkPQyL6hN2vJr8dQ1m5yw0aXc3bT7uE', purpose: 'access-token', ...SIGNED },
    { id: 'Zp3fW9kRt1xV6sGq8hJ2nB4mLc7dY5eA', purpose: 'sdk-token', ...SIGNED },
    { id: 'Hy7uI2oPq9rS4tVw6xZa1bC3dE5fG8hJ', purpose: 'receipt', ...SIGNED },
    {
      ...{ id: 'Kl1mN3oP5qR7sT9uV2wX4yZ6aB8cD0eF', purpose: 'access-token' },
      ...{ createdAt: '2025-11-22T10:00:00.000Z', endsAt: '2026-02-20T12:10:00.000Z', isValid: false },
    },
  ],
  master: [
    {
      ...{ id: '5f0c3b9a7d21e684', isPresent: true, isPrepared: false },
      ...{ tenants: 41, signingKeys: 4, deploymentKeys: 3 },
    },
    {
      ...{ id: '91d2e4f6a8b0c3d5', isPresent: false, isPrepared: true },
      ...{ tenants: 0, signingKeys: 0, deploymentKeys: 0 },
    },
  ],
};

const DESCRIBED = describeConfig(readConfig({}));
const SETTING = { isSecret: false, isSet: true, source: 'default', differs: false } as const;
type ConfiguredSetting = PortalAnswer<'readConfiguration'>['settings'][number];

/** A setting with what it is for, and values that are the same on every machine. */
function setting(variable: string, changes: Partial<ConfiguredSetting>): ConfiguredSetting {
  const described = DESCRIBED.find((one) => one.variable === variable) ?? expect.fail(variable);
  const { bounds, purpose, purposes = expect.fail(variable) } = described;
  return { ...{ variable, bounds, purpose, purposes }, ...SETTING, ...changes };
}

const CONFIGURATION: PortalAnswer<'readConfiguration'> = {
  settings: [
    setting('TITULAR_PUBLIC_URL', { value: 'https://pay.example', source: 'environment' }),
    setting('DATABASE_URL', { isSecret: true, source: 'file' }),
    setting('TITULAR_TRUSTED_PROXIES', { isSet: false }),
    setting('TITULAR_MATCH_THRESHOLD', { value: '0.5', differs: true }),
  ],
  warnings: ['no-proxy-named'],
  unknown: ['TITULAR_PROT (did you mean TITULAR_PORT?)'],
};

const tenants = (name: string, reach: (page: Page) => Promise<unknown>, shown: string): Screen => ({
  ...{ ...SEAT, name, path: () => '/op/tenants', shows: at(shown), leave: answerAgain('tenants/search') },
  async reach(page) {
    await answering('tenants/search', TENANTS)(page);
    await at('.tenants tbody tr')(page).waitFor();
    await reach(page);
  },
});

/** Opens a line of the menu of the second tenant, which has a company and no admin. */
const actOn = async (page: Page, act: string): Promise<void> => {
  await button(page, 'Actions for Loja Azul').click();
  await page.getByRole('menuitem', { name: act }).click();
};

/** What operators see of the deployment, and their dialogs. */
export const operatorScreens: readonly Screen[] = [
  // Its figures differ from run to run.
  { ...SEAT, name: 'operator', path: () => '/op', shows: at('.deployment-facts dd'), pictures: 'none' },
  tenants('operator-tenants', async () => undefined, '.tenants tbody tr'),
  {
    ...tenants('operator-tenant-add', (page) => button(page, 'New organization').click(), '.modal input'),
    pictures: 'none',
  },
  {
    ...tenants('operator-tenant-company', (page) => actOn(page, 'Add a company'), '.modal input'),
    pictures: 'none',
  },
  {
    ...tenants('operator-tenant-invite', (page) => actOn(page, 'Invite the first admin'), '.modal .command'),
    pictures: 'desk',
  },
  {
    ...tenants('operator-tenant-off', (page) => actOn(page, 'Switch off'), '.modal .button-danger'),
    pictures: 'none',
  },
  {
    ...tenants(
      'operator-tenants-none',
      async (page) => {
        await answering('tenants/search', { tenants: [] })(page);
        await at('.empty-title')(page).waitFor();
      },
      '.empty-title',
    ),
    pictures: 'none',
  },
  {
    ...{ ...SEAT, name: 'operator-keys', path: () => '/op/keys', shows: at('.panel tbody tr') },
    ...{ reach: answering('keys', KEYS), leave: answerAgain('keys') },
  },
  {
    ...{ ...SEAT, name: 'operator-key-new', path: () => '/op/keys', pictures: 'none' },
    async reach(page) {
      await answering('keys', KEYS)(page);
      await button(page, 'New key for SDK tokens').click();
    },
    ...{ shows: at('.modal .command'), leave: answerAgain('keys') },
  },
  {
    ...{ ...SEAT, name: 'operator-configuration', path: () => '/op/configuration' },
    ...{ reach: answering('configuration', CONFIGURATION), leave: answerAgain('configuration') },
    shows: at('.configuration tbody tr'),
  },
];
