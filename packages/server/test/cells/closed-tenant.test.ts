import { randomUUID } from 'node:crypto';
import { insertMove, updatePhase } from '@titular/server/cells/move-store.ts';
import { addMember, type PasskeyPerson } from '@titular/test-kit/portal/people.ts';
import { startTestService, type TestService } from '@titular/test-kit/start-test-service.ts';
import { eventually } from '@titular/test-kit/time/eventually.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openCamera, openPhone, type Phone } from '../captures/phone.ts';
import { findValue, scrape } from '../operations/operations-fixture.ts';
import { operations, outcomeOf, sendAny } from '../portal/portal-calls.ts';
import { servedOperations } from '../portal/served-operations.ts';
import { type Merchant, newMerchant } from '../transactions/api.ts';

const LONG_MS = 360_000;
const CLOSED = { status: 503, retryAfter: '2', code: '50001' };

let service: TestService;
let [closed, open]: Merchant[] = [];
let [member, stranger]: PasskeyPerson[] = [];
let [phone, otherPhone]: Phone[] = [];
let attemptId = '';
let lateCode = '';

const tenantOf = (merchant: Merchant | undefined) =>
  merchant?.tenant.tenantId ?? expect.fail('there is a merchant');

beforeAll(async () => {
  service = await startTestService({ env: { TITULAR_OPERATIONS_PORT: '0' } });
  [closed, open] = [await newMerchant(service), await newMerchant(service)];
  member = await addMember(service, tenantOf(closed), { role: 'admin' });
  stranger = await addMember(service, tenantOf(open), { role: 'admin' });
  const opened = await openCamera(service, closed);
  [phone, attemptId, lateCode] = [
    opened.phone,
    opened.attempt.attemptId,
    opened.link.split('/').at(-1) ?? '',
  ];
  ({ phone: otherPhone } = await openPhone(service, open));
  // As a command leaves it that was killed in the middle of a switch.
  const move = { moveId: randomUUID(), phase: 'frozen', peer: 'elsewhere' } as const;
  await insertMove(service.service.database.db, { tenantId: tenantOf(closed), side: 'source', ...move });
  // Until the list of tenants that move is read again.
  await eventually(async () => expect((await askPage(phone, 'GET', '')).status).toBe(503));
}, LONG_MS);
afterAll(() => service?.close());

type Shown = { status: number; retryAfter: string | undefined; code: unknown };

async function askPage(from: Phone | undefined, method: string, path: string, body?: object): Promise<Shown> {
  const isImage = body instanceof Uint8Array;
  const response = await fetch(`${service.url}/capture/session${path}`, {
    method,
    headers: {
      cookie: from?.cookie ?? '',
      'sec-fetch-site': 'same-origin',
      ...(body && { 'content-type': isImage ? 'image/jpeg' : 'application/json' }),
      ...(isImage && { 'x-captured-at-ms': '1700000000000' }),
    },
    ...(body && { body: isImage ? (body as BodyInit) : JSON.stringify(body) }),
  });
  const { code } = (await response.json()) as { code?: unknown };
  return { status: response.status, retryAfter: response.headers.get('retry-after') ?? undefined, code };
}

const EVENTS = { browser: 'chromium', events: ['opened'] };
const ofTenant = operations.filter(
  ([name, { path }]) => servedOperations.has(name) && path.includes('/t/:tenant_id'),
);

describe('a tenant that was closed for its move, and left closed (S59)', () => {
  test.each(ofTenant)('%s of the portal is answered 503 with Retry-After', async (name) => {
    const reply = await sendAny(member?.browser ?? expect.fail('somebody'), name, {
      tenant_id: tenantOf(closed),
    });
    expect({
      ...{ status: reply.status, retryAfter: reply.headers['retry-after'] },
      code: (reply.body as { code?: unknown }).code,
    }).toEqual(CLOSED);
  });

  test('calls of the portal that are of no tenant are answered as ever', async () => {
    const { browser } = member ?? expect.fail('somebody');
    expect((await browser.send('readOwnAccount')).status).toBe(200);
  });

  test('somebody of another tenant does not learn that this one moves, and is served', async () => {
    const { browser } = stranger ?? expect.fail('somebody');
    expect(outcomeOf(await sendAny(browser, 'readTeam', { tenant_id: tenantOf(closed) }))).toBe('40420');
    expect((await sendAny(browser, 'readTeam', { tenant_id: tenantOf(open) })).status).toBe(200);
  });

  test.each([
    ['what happened on it', 'POST', '/events', EVENTS],
    ['where it stands', 'GET', '', undefined],
    ['the consent', 'PUT', '/consent', { version: '1', language: 'pt', accepted: true }],
    ['an attempt', 'POST', '/attempts', { camera: {} }],
    ['a hand-over', 'POST', '/links', { purpose: 'phone' }],
  ])('a page that was open is answered 503 with Retry-After about %s', async (_, method, path, body) => {
    expect(await askPage(phone, method, path, body)).toEqual(CLOSED);
  });

  test('a frame of an attempt under way and the opening of a link are answered so as well', async () => {
    const path = `/attempts/${attemptId}/frames/0`;
    expect(await askPage(phone, 'PUT', path, new Uint8Array([0xff, 0xd8, 0xff]))).toEqual(CLOSED);
    expect(await askPage(undefined, 'POST', '', { code: lateCode })).toEqual(CLOSED);
  });

  test('nothing of what it told is counted, and pages of another tenant are counted', async () => {
    await askPage(phone, 'POST', '/events', EVENTS);
    expect(await askPage(otherPhone, 'POST', '/events', EVENTS)).toMatchObject({ status: 200 });
    const rows = await service.service.database.db
      .selectFrom('page_event_counts')
      .select('tenant_id')
      .execute();
    expect(rows).toEqual([{ tenant_id: tenantOf(open) }]);
  });

  test('the gauge tells of it for as long as that lasts, and each is served again after an abort', async () => {
    const frozen = async () => findValue(await scrape(service), 'titular_tenant_moves', { phase: 'frozen' });
    expect(await frozen()).toBe(1);
    const row = { tenantId: tenantOf(closed), side: 'source' } as const;
    await updatePhase(service.service.database.db, row, ['frozen'], 'aborting');
    await eventually(async () =>
      expect(await askPage(phone, 'POST', '/events', EVENTS)).toMatchObject({ status: 200 }),
    );
    expect(await frozen()).toBe(0);
    expect(findValue(await scrape(service), 'titular_tenant_moves', { phase: 'aborting' })).toBe(1);
    // At a target, the copy of the source's row does not count.
    const arrived = { moveId: randomUUID(), phase: 'arrived', peer: 'elsewhere' } as const;
    await insertMove(service.service.database.db, { tenantId: tenantOf(closed), side: 'target', ...arrived });
    expect(findValue(await scrape(service), 'titular_tenant_moves', { phase: 'aborting' })).toBe(0);
    expect(findValue(await scrape(service), 'titular_tenant_moves', { phase: 'arrived' })).toBe(1);
  });
});
