import { randomInt } from 'node:crypto';
import { type PortalOperation, type PortalOperationName, TENANT_ROLES } from '@titular/contract';
import { createCompany } from '@titular/server/tenants/administer-tenants.ts';
import { operatorOf, startTestService, type TestService } from '@titular/test-kit';
import { asId } from '@titular/test-kit/as-id.ts';
import {
  addMember,
  addOperator,
  openBrowser,
  type PasskeyPerson,
  portalUrlOf,
} from '@titular/test-kit/portal/people.ts';
import type { PortalReply } from '@titular/test-kit/portal/portal-browser.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newMerchant } from '../transactions/api.ts';
import { eventOf, finish, register } from '../webhooks/log-fixture.ts';
import { createChooser } from './edge-values.ts';
import { bodyOf, operations } from './portal-calls.ts';
import { servedOperations } from './served-operations.ts';

/** Which addresses are tried; put it in the place of the random number to try the same ones again. */
const SEED = randomInt(2 ** 31);
/** Addresses of each call for each role, of all that there are. */
const TRIES = 2;

const WORD = 'Canary';
const ROLES = [...TENANT_ROLES, 'visitor', 'operator', 'nobody'] as const;
type Role = (typeof ROLES)[number];

type Ids = Readonly<Record<string, string>>;
let service: TestService;
let own: Ids;
let others: Ids;
const people = new Map<Role, PasskeyPerson>();

/** Somebody's things, one for each parameter that an address may have; all names and numbers have `word` in them. */
async function makeThings(word: string): Promise<Ids> {
  const merchant = await newMerchant(service);
  const { tenantId } = merchant.tenant;
  const companyId = await createCompany(operatorOf(service), tenantId, { name: `${word} company` });
  const { endpointId } = await register(service, merchant, `http://127.0.0.1:9/${word}`);
  const id = await finish(merchant, { orderNumber: `${word}-1` });
  const { id: eventId } = await eventOf(merchant, id);
  const { userId } = await addMember(service, tenantId, { role: 'viewer' });
  return {
    ...{ tenant_id: tenantId, company_id: companyId, transaction_id: id, user_id: userId },
    ...{ endpoint_id: endpointId, event_id: eventId, account: merchant.tenant.account },
  };
}

beforeAll(async () => {
  service = await startTestService();
  own = await makeThings('Plain');
  others = await makeThings(WORD);
}, 360_000);
afterAll(() => service?.close());

async function newPerson(role: Role): Promise<PasskeyPerson> {
  const tenantId = asId(own['tenant_id'] ?? '');
  if (role !== 'operator' && role !== 'visitor' && role !== 'nobody')
    return addMember(service, tenantId, { role });
  const operator = await addOperator(service);
  if (role === 'visitor')
    await operator.browser.call('enterTenant', {
      params: { tenant_id: tenantId },
      body: { reason: 'odd addresses' },
    });
  return role === 'nobody' ? { ...operator, browser: openBrowser(service) } : operator;
}

/** Whoever may make a call, signed in; a call may have ended the session of the one before. */
async function personFor(role: Role): Promise<PasskeyPerson> {
  const person = people.get(role) ?? (await newPerson(role));
  people.set(role, person);
  return person;
}

const idOf = (ids: Ids, name: string): string => ids[name] ?? crypto.randomUUID();

/** What stands in the place of an id, as the browser sends it. */
const ODD: readonly ((name: string) => string)[] = [
  (name) => idOf(others, name),
  (name) => idOf(own, name).toUpperCase(),
  (name) => `%20${idOf(own, name)}`,
  () => '%00',
  () => '%2e%2e',
  () => '%252e%252e',
  () => '..%2F..%2Fop',
  () => '%F0%9F%98%80',
  () => '%zz',
  () => '%',
  () => "';--",
  () => '{}',
  () => '',
  () => 'x'.repeat(4_000),
];

const QUERIES = [
  '',
  '?page=0',
  '?page=-1',
  '?page=9999999&after=garbage',
  '?limit=1e400&limit=2',
  '?%00=%00',
  '?__proto__[x]=1&constructor=x',
  `?${'x'.repeat(4_000)}=1`,
  '?%zz',
];

type Asked = { method: string; address: string };

/** Sends what the page of a person would send to an address, whatever the address is. */
function ask({ browser }: PasskeyPerson, name: PortalOperationName, { method, address }: Asked) {
  const token = browser.session?.csrf;
  const headers = { 'sec-fetch-site': 'same-origin', 'sec-fetch-dest': 'empty' };
  if (method === 'GET') return browser.fetch(method, address, { headers });
  const posted = {
    ...{ ...headers, origin: portalUrlOf(service), 'content-type': 'application/json' },
    ...(token === undefined ? {} : { 'x-titular-csrf': token }),
  };
  return browser.fetch(method, address, { headers: posted, rawBody: JSON.stringify(bodyOf(name)) });
}

const SENTENCE = /^\S.{9,}[.?]$/s;

/** What is wrong with an answer; undefined where nothing is. */
function findFault(reply: PortalReply, mayListAll: boolean): string | undefined {
  const { status, text, body } = reply;
  if (status >= 500) return `${status} ${text}`;
  if (!mayListAll && text.includes(WORD)) return `it tells of another tenant: ${text.slice(0, 200)}`;
  if (status < 400) return undefined;
  const { code, message } = (body ?? {}) as { code?: unknown; message?: unknown };
  if (typeof code !== 'string' || typeof message !== 'string') return `${status} without a code: ${text}`;
  return SENTENCE.test(message) ? undefined : `${code} says no sentence: ${message}`;
}

/** Whether a call, or one before it, ended the session of whoever made it. */
const isEnded = ({ access }: PortalOperation, role: Role, { body }: PortalReply): boolean =>
  role !== 'nobody' && access !== 'receiver' && (body as { code?: string } | undefined)?.code === '40340';

/** Whether the calls of an operation go on to list what is of any tenant. */
const isOfDeployment = ({ access }: PortalOperation, role: Role): boolean =>
  access === 'deployment:manage' && (role === 'operator' || role === 'visitor');

test.each(ROLES)(
  'every call by a %s at odd addresses is refused with a sentence or answered, and tells nothing of another tenant (P33, R26)',
  async (role) => {
    const faults: string[] = [];
    const choose = createChooser(SEED + ROLES.indexOf(role));
    for (const [name, operation] of operations.filter(([one]) => servedOperations.has(one))) {
      const { method, path } = operation;
      const names = [...path.matchAll(/:([a-z_]+)/g)].map(([, one = '']) => one);
      for (let tries = 0; tries < (names.length > 0 ? TRIES : 1); tries += 1) {
        const odd = choose(names.length > 0 ? names : ['']);
        const value = choose(ODD)(odd);
        const filled = path.replace(/:([a-z_]+)/g, (_, one) => (one === odd ? value : idOf(own, one)));
        const address = filled + choose(QUERIES);
        const reply = await ask(await personFor(role), name, { method, address });
        if (isEnded(operation, role, reply)) people.delete(role);
        const fault = findFault(reply, isOfDeployment(operation, role));
        if (fault !== undefined) faults.push(`${name} ${method} ${address.slice(0, 200)}: ${fault}`);
      }
    }
    expect(faults, `seed ${SEED}`).toEqual([]);
  },
  120_000,
);

/** Pages as they are opened by hand: what stands for `*` is odd. */
const PAGES = [
  '/',
  '/t/*',
  '/t/*/transactions/*',
  '/t/*/developers/accounts/*',
  '/op/tenants/*',
  '/verify',
  '/*',
];

test('every page at odd addresses is the page, or says what there is not (P59)', async () => {
  const browser = openBrowser(service);
  const headers = { 'sec-fetch-site': 'none', 'sec-fetch-dest': 'document', 'sec-fetch-mode': 'navigate' };
  const faults: string[] = [];
  for (const page of PAGES)
    for (const odd of ODD)
      for (const query of QUERIES) {
        const address = page.replaceAll('*', odd('tenant_id')) + query;
        const { status, text } = await browser.fetch('GET', address, { headers });
        const isWhole = text.includes('<div id="app"') || text.trim().length > 20;
        if (status >= 500 || !isWhole)
          faults.push(`${status} ${address.slice(0, 200)} ${text.slice(0, 200)}`);
      }
  expect(faults).toEqual([]);
});
