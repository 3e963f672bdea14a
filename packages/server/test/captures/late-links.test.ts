import { registerEndpoint } from '@titular/server/webhooks/endpoints/register-endpoint.ts';
import { createManualClock, startTestService, type TestService } from '@titular/test-kit';
import { asId } from '@titular/test-kit/as-id.ts';
import { openTenantKey } from '@titular/test-kit/start-test-service.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Merchant, newMerchant } from '../transactions/api.ts';
import { codeOf, openPhone, Phone } from './phone.ts';

let service: TestService;
let merchant: Merchant;
const clock = createManualClock();

beforeAll(async () => {
  service = await startTestService({ clock });
});
afterAll(() => service.close());
beforeEach(async () => {
  merchant = await newMerchant(service);
});

const set = async (settings: Record<string, unknown>) => {
  await service.service.database.db
    .updateTable('companies')
    .set(settings)
    .where('company_id', '=', merchant.tenant.companyId)
    .execute();
  clock.advanceSeconds(3);
};
const readLate = (phone: Phone, body: object) => phone.call('readLateLink', 'POST', '/late-link', body);
const ask = (phone: Phone, body: object) => phone.call('requestNewLink', 'POST', '/late-link/request', body);
const stranger = () => new Phone(service);
const create = async (changes: Record<string, unknown> = {}) => {
  const { body } = await merchant.create(changes);
  return { id: String(body['id']), code: codeOf(body['link']) };
};
const eventsOf = async (id: string) => {
  const { body } = await merchant.call('listEvents', { query: { transaction: id, type: 'link.requested' } });
  return body['events'] as Record<string, unknown>[];
};

describe('a link that nobody has opened', () => {
  test('openSession 200: opens for as long as its transaction, and not a second longer (D5)', async () => {
    await set({ transaction_expiry_seconds: 7200 });
    const [first, second] = [await create(), await create()];
    clock.advanceSeconds(7199);
    expect((await stranger().open({ code: first.code })).body).toMatchObject({ transactionId: first.id });
    clock.advanceSeconds(1);
    expect((await stranger().open({ code: second.code })).status).toBe(403);
  });

  test('openSession 403: lives as short as its company says, whatever the deployment says (D5)', async () => {
    await set({ link_lifetime_seconds: 60 });
    const { code } = await create();
    clock.advanceSeconds(60);
    expect((await stranger().open({ code })).status).toBe(403);
  });

  test('openSession 403: keeps to TITULAR_LINK_LIFETIME_SECONDS where an operator set it, unless its company says otherwise (D5)', async () => {
    const strict = await startTestService({ clock, env: { TITULAR_LINK_LIFETIME_SECONDS: '90' } });
    try {
      const other = await newMerchant(strict);
      const short = codeOf((await other.create()).body['link']);
      await strict.service.database.db.updateTable('companies').set({ link_lifetime_seconds: 0 }).execute();
      clock.advanceSeconds(3);
      const long = codeOf((await other.create()).body['link']);
      clock.advanceSeconds(90);
      expect((await new Phone(strict).open({ code: short })).status).toBe(403);
      expect((await new Phone(strict).open({ code: long })).status).toBe(200);
    } finally {
      await strict.close();
    }
  });

  test('openSession 403: once opened belongs to the browser that opened it, however long it would have lived (D5)', async () => {
    const { link } = await openPhone(service, merchant);
    expect((await stranger().open({ code: codeOf(link) })).body['code']).toBe('40310');
  });
});

describe('a link that does not open', () => {
  test('readLateLink 200: is used, expired or replaced, each said with the shop and nothing of person, order or card (D5)', async () => {
    await set({
      transaction_expiry_seconds: 3600,
      support_email: 'help@loja.example',
      brand_name: 'Loja Azul',
    });
    const { link } = await openPhone(service, merchant);
    const [unused, replaced] = [await create({ language: 'es', theme: 'dark' }), await create()];
    await merchant.call('renewLink', { id: replaced.id });
    const used = await readLate(stranger(), { code: codeOf(link) });
    expect(used.body).toEqual({
      state: 'used',
      subject: 'transaction',
      companyName: 'Loja Azul',
      brandColour: null,
      logoPath: null,
      contact: { url: null, email: 'help@loja.example', phone: null },
      language: null,
      theme: 'auto',
      mayRequest: true,
      requestedAt: null,
    });
    expect((await readLate(stranger(), { code: replaced.code })).body['state']).toBe('replaced');
    clock.advanceSeconds(3600);
    expect((await readLate(stranger(), { code: unused.code })).body).toMatchObject({
      state: 'expired',
      language: 'es',
      theme: 'dark',
      mayRequest: true,
    });
  });

  test('readLateLink 200: the browser whose page ran out of time is told so, by its cookie alone (D5)', async () => {
    const { phone, link } = await openPhone(service, merchant);
    clock.advanceSeconds(1800 + 3600);
    expect((await phone.view()).body['code']).toBe('40310');
    expect((await readLate(phone, {})).body).toMatchObject({ state: 'expired', mayRequest: true });
    expect((await readLate(phone, { code: codeOf(link) })).body['state']).toBe('expired');
    expect((await readLate(stranger(), { code: codeOf(link) })).body['state']).toBe('used');
  });

  test('readLateLink 200: a link that was opened and has been renewed is told as replaced, by code and by the open page alone (D5)', async () => {
    const { phone, link, id } = await openPhone(service, merchant);
    const { pageId } = (await phone.view()).body;
    await merchant.call('renewLink', { id });
    expect((await phone.view()).body['code']).toBe('40310');
    expect((await readLate(phone, { code: codeOf(link) })).body['state']).toBe('replaced');
    expect((await readLate(phone, {})).body).toMatchObject({ state: 'replaced', mayRequest: true });
    const headers = { 'x-capture-page': String(pageId) };
    expect((await phone.call('readLateLink', 'POST', '/late-link', {}, { headers })).body['state']).toBe(
      'replaced',
    );
    expect((await ask(phone, {})).status).toBe(200);
    expect(await eventsOf(id)).toEqual([expect.objectContaining({ linkState: 'replaced' })]);
  });

  test('readLateLink 403: a page that ended because its phone link was made anew is told nothing (D5)', async () => {
    const { phone } = await openPhone(service, merchant);
    const share = () => phone.call('createHandOver', 'POST', '/links', { purpose: 'phone' });
    const other = stranger();
    await other.open({ code: codeOf((await share()).body['link']) });
    await share();
    expect((await readLate(other, {})).body['code']).toBe('40310');
  });

  test('readLateLink 400: requestNewLink 400: a page that is open needs no other link, and nobody is told of one (D5)', async () => {
    const { phone, link, id } = await openPhone(service, merchant);
    for (const call of [readLate, ask])
      for (const body of [{}, { code: codeOf(link) }])
        expect((await call(phone, body)).body['code']).toBe('40064');
    expect(await eventsOf(id)).toEqual([]);
  });

  test('readLateLink 400: nor does one that takes a selfie while its link is renewed (D5)', async () => {
    const { phone, id } = await openPhone(service, merchant);
    await phone.consent();
    await phone.start();
    await merchant.call('renewLink', { id });
    expect((await readLate(phone, {})).body['code']).toBe('40064');
    clock.advanceSeconds(1800 + 3600);
    expect((await readLate(phone, {})).body['state']).toBe('replaced');
  });

  test.each([false, true])(
    'readLateLink 200: one on which an attempt was begun and left is put out by a renewed link (R53), with more time: %s',
    async (unhurried) => {
      const { phone, id } = await openPhone(service, merchant);
      await phone.consent();
      await phone.start({ unhurried });
      clock.advanceSeconds(unhurried ? 481 : 121);
      await merchant.call('renewLink', { id });
      expect((await phone.view()).body['code']).toBe('40310');
      expect((await phone.call('renewSession', 'POST', '/renewal', {})).body['code']).toBe('40310');
    },
  );

  test('readLateLink 403: requestNewLink 403: one that was never given names nobody, and no other site may ask (D5)', async () => {
    const { code } = await create();
    for (const call of [readLate, ask]) {
      expect((await call(stranger(), { code: 'x'.repeat(32) })).body['code']).toBe('40310');
      expect((await call(stranger(), {})).body['code']).toBe('40310');
    }
    const foreign = { headers: { 'sec-fetch-site': 'cross-site' } };
    for (const [operation, path] of [
      ['readLateLink', '/late-link'],
      ['requestNewLink', '/late-link/request'],
    ] as const)
      expect((await stranger().call(operation, 'POST', path, { code }, foreign)).status).toBe(403);
  });

  test('readLateLink 400: requestNewLink 400: what is no code is not looked for, and a link that opens needs no other', async () => {
    const { code } = await create();
    for (const call of [readLate, ask]) {
      expect((await call(stranger(), { code: 'short' })).status).toBe(400);
      expect((await call(stranger(), { code })).body['code']).toBe('40064');
    }
  });
});

describe('who asks for a new link', () => {
  test('requestNewLink 200: the merchant hears it once in ten minutes, however often and by whichever link it is asked (D5)', async () => {
    const { phone, link, id } = await openPhone(service, merchant);
    await phone.consent();
    const code = codeOf(link);
    const passed = await phone.call('createHandOver', 'POST', '/links', { purpose: 'cardholder' });
    const second = codeOf(passed.body['link']);
    await new Phone(service).open({ code: second });
    const answers = await Promise.all(Array.from({ length: 5 }, () => ask(stranger(), { code })));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    await ask(stranger(), { code: second });
    expect(await eventsOf(id)).toEqual([
      expect.objectContaining({ type: 'link.requested', transactionId: id, linkState: 'used' }),
    ]);
    clock.advanceSeconds(601);
    const { body } = await ask(stranger(), { code });
    expect(body['requestedAt']).toBe(clock.now().toISOString());
    expect(await eventsOf(id)).toHaveLength(2);
  });

  test('requestNewLink 200: one link tells the merchant ten times at most (D5)', async () => {
    await set({ transaction_expiry_seconds: 600_000 });
    const { link, id } = await openPhone(service, merchant);
    for (let round = 0; round < 12; round += 1) {
      expect((await ask(stranger(), { code: codeOf(link) })).status).toBe(200);
      clock.advanceSeconds(601);
    }
    const { db } = service.service.database;
    const told = await db.selectFrom('events').select('type').where('subject_id', '=', asId(id)).execute();
    expect(told).toHaveLength(10);
  });

  test('requestNewLink 400: for a transaction that has ended otherwise than by its time nothing is sent (D5)', async () => {
    const { phone, link, id } = await openPhone(service, merchant);
    await phone.call('raiseObjection', 'POST', '/objection', { objection: 'unknown_purchase' });
    const late = await readLate(stranger(), { code: codeOf(link) });
    expect(late.body).toMatchObject({ state: 'used', mayRequest: false });
    expect((await ask(stranger(), { code: codeOf(link) })).body['code']).toBe('40064');
    expect(await eventsOf(id)).toEqual([]);
  });

  test('the delivery of link.requested carries ids and the state of the link, and no personal data (D5)', async () => {
    const { db } = service.service.database;
    const key = await openTenantKey(service, merchant.tenant.tenantId);
    const url = 'http://127.0.0.1:9/webhook';
    await registerEndpoint(db, key, { ...merchant.tenant, url, loopbackAllowed: true });
    const { link, id } = await openPhone(service, merchant);
    await ask(stranger(), { code: codeOf(link) });
    const [event] = await eventsOf(id);
    const { body } = await merchant.call('readEvent', { id: String(event?.['id']) });
    expect(body['deliveries']).toHaveLength(1);
    expect(Object.keys(event ?? {}).toSorted()).toEqual(
      ['companyId', 'environment', 'id', 'linkState', 'time', 'transactionId', 'type'].toSorted(),
    );
  });
});

test('readLateLink 500: requestNewLink 500: requestErasure 500: a fault is answered plainly and changes nothing', async () => {
  const broken = await startTestService();
  try {
    const { phone, link } = await openPhone(broken, await newMerchant(broken));
    await sql`ALTER TABLE capture_sessions RENAME TO capture_sessions_gone`.execute(
      broken.service.database.db,
    );
    const answers = [
      await readLate(phone, { code: codeOf(link) }),
      await ask(phone, { code: codeOf(link) }),
      await phone.call('requestErasure', 'POST', '/erasure', { confirmed: true }),
    ];
    for (const { status, body } of answers) expect([status, body['code']]).toEqual([500, '50001']);
  } finally {
    await broken.close();
  }
});
