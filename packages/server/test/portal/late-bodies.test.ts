import { type ClientRequest, type IncomingMessage, request } from 'node:http';
import { createManualClock, startTestService, type TestService } from '@titular/test-kit';
import { addMember, type PasskeyPerson, portalUrlOf } from '@titular/test-kit/portal/people.ts';
import { addTenant, type TestTenant } from '@titular/test-kit/start-test-service.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';

/** Seconds after which the use of a session is noted, by which a test sees that a call was let in. */
const NOTED_SECONDS = 11;
const BODY = JSON.stringify({ role: 'admin', companies: 'all', name: 'New auditor' });

let service: TestService;
let tenant: TestTenant;
let admin: PasskeyPerson;
let mallory: PasskeyPerson;
const clock = createManualClock();
beforeAll(async () => {
  service = await startTestService({ clock });
}, 360_000);
beforeEach(async () => {
  tenant = await addTenant(service);
  admin = await addMember(service, tenant.tenantId, { role: 'admin' });
  mallory = await addMember(service, tenant.tenantId, { role: 'admin' });
});
afterAll(() => service?.close());

const db = () => service.service.database.db;

/** Sends headers and a first part of an invitation's body, and waits until the call was let in. */
async function begin({ browser, userId }: PasskeyPerson, path: string, body = BODY): Promise<ClientRequest> {
  clock.advanceSeconds(NOTED_SECONDS);
  const portalUrl = portalUrlOf(service);
  const outgoing = request(new URL(path, service.url), {
    method: 'POST',
    setHost: false,
    headers: {
      ...{ host: new URL(portalUrl).host, origin: portalUrl },
      ...{ 'sec-fetch-site': 'same-origin', 'sec-fetch-dest': 'empty' },
      ...{ 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) },
      cookie: [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
      'x-titular-csrf': browser.session?.csrf ?? '',
    },
  });
  outgoing.write(body.slice(0, -1));
  await expect
    .poll(async () => {
      const row = await db()
        .selectFrom('user_sessions')
        .select('last_seen_at')
        .where('user_id', '=', userId)
        .executeTakeFirst();
      return row?.last_seen_at;
    })
    .toEqual(clock.now());
  return outgoing;
}

/** Sends the rest of a body; what was answered. */
async function end(outgoing: ClientRequest, body = BODY): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  outgoing.on('error', reject);
  outgoing.on('response', (incoming: IncomingMessage) => {
    const parts: Buffer[] = [];
    incoming.on('data', (part: Buffer) => parts.push(part));
    incoming.on('end', () => resolve(Buffer.concat(parts).toString('utf8')));
  });
  outgoing.end(body.slice(-1));
  return promise;
}

const invitations = () => `/portal/api/t/${tenant.tenantId}/invitations`;

describe('a call whose body comes late', () => {
  test('is made with the rights that are there when the body is (P30, R96)', async () => {
    expect(await end(await begin(mallory, invitations()))).toContain('/invite#');
  });

  test('is refused where its session ended meanwhile (P30, R96)', async () => {
    const held = await begin(mallory, invitations());
    const params = { tenant_id: tenant.tenantId, user_id: mallory.userId };
    await admin.browser.call('changeMember', {
      params,
      body: { role: 'admin', companies: 'all', isActive: false },
    });
    expect(await end(held)).toContain('40340');
    const { invitations: open } = await admin.browser.call('readTeam', {
      params: { tenant_id: tenant.tenantId },
    });
    expect(open).toEqual([]);
  });

  test('is refused where the authentication is fresh no more (P30)', async () => {
    const held = await begin(mallory, invitations());
    clock.advanceSeconds(300);
    expect(await end(held)).toContain('40342');
  });
});
