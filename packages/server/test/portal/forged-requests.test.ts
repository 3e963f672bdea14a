import { addMember, openBrowser, type PasskeyPerson } from '@titular/test-kit/portal/people.ts';
import type { SentOtherwise } from '@titular/test-kit/portal/portal-browser.ts';
import {
  addTenant,
  startTestService,
  type TestService,
  type TestTenant,
} from '@titular/test-kit/start-test-service.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { operations, outcomeOf, sendAny } from './portal-calls.ts';
import { servedOperations } from './served-operations.ts';

let service: TestService;
let tenant: TestTenant;
let admin: PasskeyPerson;
beforeAll(async () => {
  service = await startTestService();
  tenant = await addTenant(service);
  admin = await addMember(service, tenant.tenantId, { role: 'admin' });
});
afterAll(() => service?.close());

const FOREIGN = 'https://evil.example';

/** Ways in which something else than the portal's page makes a call that changes something. */
const FORGED: Readonly<Record<string, SentOtherwise>> = {
  'from another site': { headers: { 'sec-fetch-site': 'cross-site', origin: FOREIGN } },
  'from another origin of the same site': {
    headers: { 'sec-fetch-site': 'same-site', origin: 'http://other.localhost' },
  },
  'typed into the address bar': { headers: { 'sec-fetch-site': 'none' } },
  'without Fetch Metadata': { headers: { 'sec-fetch-site': null } },
  'without an origin': { headers: { origin: null } },
  'from an opaque origin': { headers: { origin: 'null' } },
  'from another origin that claims to be the same site': { headers: { origin: FOREIGN } },
  'from the port beside': { headers: { origin: 'http://localhost:1' } },
  'as text': { headers: { 'content-type': 'text/plain' } },
  'as a form': { headers: { 'content-type': 'application/x-www-form-urlencoded' } },
  'as a form with parts': { headers: { 'content-type': 'multipart/form-data; boundary=x' } },
  'without a content type': { headers: { 'content-type': null } },
};

const TOKENS: Readonly<Record<string, SentOtherwise>> = {
  'without the token': { headers: { 'x-titular-csrf': null } },
  'with the token of another session': { headers: { 'x-titular-csrf': 'A'.repeat(43) } },
  'with an empty token': { headers: { 'x-titular-csrf': '' } },
};

/** What reads, and a page of somebody else tries to read. */
const READ: Readonly<Record<string, SentOtherwise>> = {
  'from another site': { headers: { 'sec-fetch-site': 'cross-site' } },
  'from another origin of the same site': { headers: { 'sec-fetch-site': 'same-site' } },
  'as a page': { headers: { 'sec-fetch-dest': 'document' } },
  'as a script': { headers: { 'sec-fetch-dest': 'script' } },
  'as an image': { headers: { 'sec-fetch-dest': 'image' } },
  'without Fetch Metadata': { headers: { 'sec-fetch-site': null, 'sec-fetch-dest': null } },
};

const served = operations.filter(([name]) => servedOperations.has(name));
const changing = served.filter(([, { method }]) => method !== 'GET');
const reading = served.filter(([, { method }]) => method === 'GET');

describe('calls that something else than the page did not make are refused before anything is done', () => {
  test.each(changing)('%s, in every way to forge it (P31)', async (name, { access }) => {
    // A receiver session has a token of its own (receivers/receiver-page.test.ts).
    const hasNoToken = access === 'anybody' || access === 'receiver';
    const ways = hasNoToken ? FORGED : { ...FORGED, ...TOKENS };
    const outcomes: Record<string, string> = {};
    for (const [way, otherwise] of Object.entries(ways))
      outcomes[way] = outcomeOf(
        await sendAny(admin.browser, name, { tenant_id: tenant.tenantId }, otherwise),
      );
    expect(outcomes).toEqual(Object.fromEntries(Object.keys(ways).map((way) => [way, '40344'])));
  });

  test.each(reading)('%s, read by the page of somebody else (P31)', async (name) => {
    for (const [way, otherwise] of Object.entries(READ)) {
      const reply = await sendAny(admin.browser, name, { tenant_id: tenant.tenantId }, otherwise);
      expect(outcomeOf(reply), way).toBe('40344');
    }
  });

  test('the table of calls is not empty, and the session that was forged in goes on', async () => {
    expect(changing.length).toBeGreaterThan(15);
    expect(reading.length).toBeGreaterThan(3);
    expect((await admin.browser.call('readPortalSession')).userId).toBe(admin.userId);
  });
});

describe('every answer of the portal', () => {
  test('is kept nowhere, and no other origin may read it (P31, P40)', async () => {
    for (const [name] of reading) {
      const { headers } = await sendAny(openBrowser(service), name, { tenant_id: tenant.tenantId });
      expect(headers['cache-control'], name).toBe('no-store');
      expect(headers['access-control-allow-origin'], name).toBeUndefined();
    }
  });
});
