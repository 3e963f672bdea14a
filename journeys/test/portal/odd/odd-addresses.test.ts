import { randomInt } from 'node:crypto';
import { TENANT_ROLES } from '@titular/contract';
import { createCompany } from '@titular/server/tenants/administer-tenants.ts';
import { addTenant, operatorOf } from '@titular/test-kit';
import { addMember, addOperator, type PasskeyPerson } from '@titular/test-kit/portal/people.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openMerchant } from '../case-builders.ts';
import { type PortalJourney, startPortal } from '../portal-fixture.ts';
import { fillPage, OTHER_PAGES, type PageIds, TENANT_PAGES } from './pages.ts';
import { chooserOf, isWhole, openWithin, type Watched, watch } from './walk.ts';

/** Which addresses are opened; put it in the place of the random number to open the same ones again. */
const SEED = randomInt(2 ** 31);
/** Odd addresses that each role opens, of all that there are. */
const TRIES = 24;

const WORD = 'Canary';
const ROLES = [...TENANT_ROLES, 'narrow', 'stranger', 'visitor', 'operator'] as const;
type Role = (typeof ROLES)[number];

let journey: PortalJourney;
let own: PageIds;
let others: PageIds;
beforeAll(async () => {
  journey = await startPortal();
  own = await makeThings(journey, 'Plain');
  const other = await addTenant(journey.service);
  others = await makeThings({ ...journey, tenant: other }, WORD);
}, 120_000);
afterAll(() => journey?.close());

/** Things of a tenant that pages are about, with `word` in all of their names. */
async function makeThings(at: PortalJourney, word: string): Promise<PageIds> {
  const { tenantId, companyId, account } = at.tenant;
  await createCompany(operatorOf(at.service), tenantId, { name: `${word} company` });
  const merchant = await openMerchant(at);
  const { id } = await merchant.create({ orderNumber: `${word}-1` });
  return { tenant: tenantId, owner: companyId, account, transaction: id };
}

async function personOf(role: Role): Promise<PasskeyPerson> {
  const { service, tenant } = journey;
  if (role === 'narrow') return journey.add('admin', [tenant.companyId]);
  if (role === 'stranger') return addMember(service, (await addTenant(service)).tenantId, { role: 'admin' });
  if (role !== 'visitor' && role !== 'operator') return journey.add(role);
  const operator = await addOperator(service);
  const params = { tenant_id: tenant.tenantId };
  if (role === 'visitor')
    await operator.browser.call('enterTenant', { params, body: { reason: 'odd addresses' } });
  return operator;
}

/** What stands in the place of an id; the first is another tenant's. */
const ODD: readonly ((name: string) => string)[] = [
  (name) => others[name] ?? crypto.randomUUID(),
  (name) => (own[name] ?? crypto.randomUUID()).toUpperCase(),
  () => '%00',
  () => '%252e%252e',
  () => '%F0%9F%98%80',
  () => 'x'.repeat(4_000),
  () => '{}',
  () => "';--",
];

const QUERIES: readonly (() => string)[] = [
  () => '?page=-1&limit=9999999&after=garbage&cursor=zz&no=such',
  () =>
    '?company=x&from=2026-13-45&to=abc&before=zz&open=zz&part=zz&at=zz&status=zz&type=zz&actor=%00&subject=%25',
  () => `?company=${others['owner']}&open=${others['transaction']}&transaction=${others['transaction']}`,
  () => `?from=9999-12-31&to=0000-01-01&at=9999-12-31T23:59:59Z&before=${others['transaction']}`,
  () => '?from=2026-11-20&to=2026-11-01&part=&at=0000-01-01T00:00:00Z',
  () => '?company=%5B%22a%22%5D&from=%7B%22a%22%3A1%7D&to=true&before=null&part=1e400',
  () => `?open=${'x'.repeat(4_000)}`,
];

/** What is wrong with the page that an address led to. */
async function findFaults(watched: Watched, role: Role): Promise<string[]> {
  const { desk, refused } = watched;
  const whole = await isWhole(watched);
  const { text, heading } = await desk.page.evaluate(() => ({
    text: document.querySelector('main')?.textContent?.trim() ?? '',
    heading: document.querySelector('main h1')?.textContent?.trim() ?? '',
  }));
  const isAll = role === 'operator' || role === 'visitor';
  return [
    ...(whole ? [] : ['it never was whole']),
    ...(heading === '' || text.length < heading.length + 10 ? [`it is blank: "${text}"`] : []),
    ...(!isAll && text.includes(WORD) ? ['it tells of another tenant'] : []),
    ...refused.splice(0).filter((answer) => answer.startsWith('5')),
    ...desk.faults.splice(0),
  ];
}

/** Every address that is opened by a role: each page once as it is, for whoever it is made for, and some odd ones. */
function addressesFor(role: Role): string[] {
  const choose = chooserOf(SEED + ROLES.indexOf(role));
  const pages = [...TENANT_PAGES.map((path) => `/t/$tenant${path}`), ...OTHER_PAGES];
  const odd = Array.from({ length: TRIES }, () => {
    const path = choose(pages);
    const names = [...path.matchAll(/\$([a-z]+)/g)].map(([, name = '']) => name);
    const name = choose(names.length > 0 ? names : ['']);
    const filled = path.replace(`$${name}`, choose(ODD)(name));
    return fillPage(filled, own) + choose([() => '', ...QUERIES])();
  });
  const plain = role === 'admin' || role === 'operator' ? pages : [choose(pages), choose(pages)];
  return [...plain.map((path) => fillPage(path, own)), ...odd];
}

describe('a page at an odd address', () => {
  test.each(ROLES)(
    'is a page with a heading and words for a %s, without a fault, and with nothing of another tenant (P33, P59)',
    async (role) => {
      const desk = await journey.sitDown(await personOf(role), { expectedStatuses: [400, 404] });
      const watched = watch(desk);
      await desk.page.goto(`${journey.portalUrl}/me`);
      await desk.page.locator('main h1').waitFor();
      const found: string[] = [];
      for (const address of addressesFor(role)) {
        await openWithin(desk.page, address);
        const faults = await findFaults(watched, role);
        found.push(...faults.map((fault) => `${address.slice(0, 200)}: ${fault}`));
      }
      await desk.context.close();
      expect(found, `seed ${SEED}`).toEqual([]);
    },
    120_000,
  );

  test('typed by hand leads to the page with words, and never to a blank one (P59)', async () => {
    const desk = await journey.sitDown(await journey.add('support'), { expectedStatuses: [400, 404] });
    const choose = chooserOf(SEED);
    const found: string[] = [];
    for (const odd of ODD) {
      const path = choose(TENANT_PAGES.filter((one) => one.includes('$')));
      const tenant = choose([own['tenant'] ?? '', odd('tenant')]);
      const address = `/t/${tenant}${path.replace(/\$([a-z]+)/, (_, name) => odd(name))}`;
      const answer = await desk.page.goto(journey.portalUrl + address);
      const status = answer?.status() ?? 0;
      const text = await desk.page
        .locator('main h1, body > pre, h1')
        .first()
        .innerText({ timeout: 10_000 })
        .catch(() => '');
      if (status >= 500 || text.trim() === '') found.push(`${status} ${address.slice(0, 200)}: "${text}"`);
    }
    await desk.context.close();
    expect(found, `seed ${SEED}`).toEqual([]);
  });
});
