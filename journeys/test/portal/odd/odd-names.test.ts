import { randomInt } from 'node:crypto';
import { createCompany } from '@titular/server/tenants/administer-tenants.ts';
import { registerEndpoint } from '@titular/server/webhooks/endpoints/register-endpoint.ts';
import { openTenantKey, operatorOf } from '@titular/test-kit';
import { asId } from '@titular/test-kit/as-id.ts';
import { addOperator, type PasskeyPerson } from '@titular/test-kit/portal/people.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findLayoutFaults } from '../../visual/check-layout.ts';
import { openMerchant } from '../case-builders.ts';
import { PORTAL_RULES } from '../looks/layout-rules.ts';
import { type PortalJourney, startPortal } from '../portal-fixture.ts';
import { findReordered } from './check-direction.ts';
import { fillPage, OTHER_PAGES, TENANT_PAGES } from './pages.ts';
import { isWhole, openWithin, watch } from './walk.ts';

/** Which name stands in which window; put it in the place of the random number to have the same ones again. */
const SEED = randomInt(2 ** 31);

/** Names as somebody may choose them: one word without an end, from right to left, pictures, and characters of no width. */
const NAMES = {
  word: 'Donaudampfschiff'.repeat(13).slice(0, 200),
  rightToLeft: 'طلب (1002) שלום <order> 7/8',
  pictures: '👩‍👩‍👧‍👦🦀'.repeat(12),
  zeroWidth: 'ze\u200Bro\u200D\u2060-wi\u200Cdth',
} as const;
const ALL = Object.values(NAMES);
const WINDOWS = [
  { width: 320, height: 640 },
  { width: 640, height: 800 },
  { width: 1280, height: 800 },
] as const;

let journey: PortalJourney;
let ids: Record<string, string>;
let admin: PasskeyPerson;
let operator: PasskeyPerson;

const db = () => journey.service.service.database.db;

beforeAll(async () => {
  journey = await startPortal();
  const { service, tenant } = journey;
  const { tenantId } = tenant;
  const key = await openTenantKey(service, tenantId);
  const merchant = await openMerchant(journey);
  ids = { tenant: tenantId, owner: tenant.companyId, account: tenant.account };
  for (const [index, name] of ALL.entries()) {
    const companyId = await createCompany(operatorOf(service), tenantId, { name: `company ${index}` });
    await db().updateTable('companies').set({ name }).where('company_id', '=', companyId).execute();
    const url = `https://shop.example/${index}/${encodeURIComponent(name)}`;
    const wanted = { tenantId, companyId, url, description: name, environment: 'test' } as const;
    ids['endpoint'] = (await registerEndpoint(service.service.database.db, key, wanted)).endpointId;
    const { id } = await merchant.create({ orderNumber: name.slice(0, 100) });
    if (index % 2 === 0) await merchant.step(id, 'reject');
    ids[`transaction${index}`] = id;
    const { userId } = await journey.add('support');
    await db().updateTable('users').set({ name }).where('user_id', '=', userId).execute();
  }
  admin = await journey.add('admin');
  operator = await addOperator(service);
}, 120_000);
afterAll(() => journey?.close());

/** Gives the tenant, its admin and an operator a name each. */
async function nameAll(name: string): Promise<void> {
  await db()
    .updateTable('tenants')
    .set({ name })
    .where('tenant_id', '=', asId(ids['tenant'] ?? ''))
    .execute();
  for (const { userId } of [admin, operator])
    await db().updateTable('users').set({ name }).where('user_id', '=', userId).execute();
}

test.each(WINDOWS.map((window, index) => [window.width, window, index] as const))(
  'every page holds together at %i pixels whatever things are called, and no name puts the text beside it in another order (P44, P47)',
  async (_width, window, index) => {
    const name = ALL[(SEED + index) % ALL.length] as string;
    await nameAll(name);
    const found: string[] = [];
    for (const person of [admin, operator]) {
      const desk = await journey.sitDown(person, { viewport: window, expectedStatuses: [404] });
      const watched = watch(desk);
      await desk.page.goto(`${journey.portalUrl}/me`);
      await desk.page.locator('main h1').waitFor();
      const pages =
        person === admin
          ? [...TENANT_PAGES.map((path) => `/t/$tenant${path}`), '/me']
          : OTHER_PAGES.filter((path) => path.startsWith('/op'));
      for (const path of pages) {
        const transaction = ids[`transaction${(SEED + index) % ALL.length}`] ?? '';
        await openWithin(desk.page, fillPage(path, { ...ids, transaction }));
        if (!(await isWhole(watched))) found.push(`${path} never was whole`);
        const faults = [
          ...(await findLayoutFaults(desk.page, PORTAL_RULES)),
          ...(await findReordered(desk.page, ALL)),
          ...desk.faults.splice(0),
        ];
        found.push(...faults.map((fault) => `${path}: ${fault}`));
      }
      await desk.context.close();
    }
    expect(found, `seed ${SEED}`).toEqual([]);
  },
  120_000,
);
