import { CONSENT_VERSION, DEVICE_CONSENT_VERSION, SESSION_HEADER } from '@titular/contract';
import { createManualClock, fetchToken, newCpf, startTestService, type TestService } from '@titular/test-kit';
import { eventually } from '@titular/test-kit/time/eventually.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { checked, type Merchant, newMerchant } from '../transactions/api.ts';
import { openPhone, Phone, perform, REAL_CAMERA } from './phone.ts';

const SHOP = 'https://shop.example';

let service: TestService;
let merchant: Merchant;
const clock = createManualClock();

beforeAll(async () => {
  service = await startTestService({ clock });
});
afterAll(() => service.close());
beforeEach(async () => {
  merchant = await newMerchant(service);
  await setOrigins([SHOP, 'http://localhost:3000']);
});

const setOrigins = (origins: string[]) =>
  service.service.database.db
    .updateTable('companies')
    .set({ web_origins: origins })
    .where('company_id', '=', merchant.tenant.companyId)
    .execute();

async function ask(form: Record<string, string>, origin: string | undefined = SHOP, target = service) {
  const response = await fetch(`${target.url}/capture/openings`, {
    method: 'POST',
    body: new URLSearchParams(form),
    headers: origin === undefined ? {} : { origin },
  });
  expect(response.headers.get('access-control-allow-origin')).toBe('*');
  return checked('openBySdk', response);
}
const created = async () => {
  const { body } = await merchant.create();
  return { token: String(body['token']), id: String(body['id']) };
};
const openFrame = (body: Record<string, unknown>, embedder?: string, cookie?: string) =>
  new Phone(service, cookie).call('openSession', 'POST', '', {
    code: body['code'],
    ...(embedder === undefined ? {} : { embedder }),
  });

describe('an SDK token', () => {
  test('openBySdk 200: for a frame gives a code that opens once, on the origin that asked, and whose session goes in a header (R56)', async () => {
    const { token, id } = await created();
    const { body } = await ask({ token, type: 'IFRAME', transactionId: id.toUpperCase() });
    const { tenantId, companyId } = merchant.tenant;
    expect(body).toMatchObject({
      transactionId: id,
      path: `/capture/frame/${tenantId}/${companyId}?origin=${encodeURIComponent(SHOP)}`,
    });
    for (const wrong of [undefined, 'https://evil.example', 'http://localhost:3000', `${SHOP}/`])
      expect((await openFrame(body, wrong)).body['code']).toBe('40310');
    const opened = await openFrame(body, SHOP);
    expect(opened.body).toMatchObject({ opening: 'sdk', redirectUrl: null, transactionId: id });
    expect(opened.headers.get('set-cookie')).toBeNull();
    const secret = String(opened.headers.get(SESSION_HEADER));
    expect(secret).toMatch(/^tcs_/);
    expect((await openFrame(body, SHOP)).status).toBe(403);
    const phone = new Phone(service);
    const view = (headers: Record<string, string>) =>
      phone.call('readSession', 'GET', '', undefined, { headers });
    expect((await view({ [SESSION_HEADER]: secret })).body).toMatchObject({ transactionId: id });
    for (const wrong of [{ cookie: `titular-capture=${secret}` }, { [SESSION_HEADER]: 'x' }, {}])
      expect((await view(wrong)).status).toBe(403);
    const renewal = { headers: { cookie: `titular-capture=${secret}` } };
    expect((await phone.call('renewSession', 'POST', '/renewal', {}, renewal)).status).toBe(403);
  });

  test('openBySdk 200: a cookie of the same browser counts for nothing in a frame, and the header for nothing outside', async () => {
    const { token } = await created();
    const { phone } = await openPhone(service, merchant);
    const { body } = await ask({ token, type: 'IFRAME' });
    const opened = await openFrame(body, SHOP, phone.cookie);
    expect(opened.body['transactionId']).toBe(body['transactionId']);
    const cookie = String(phone.cookie).split('=')[1] ?? '';
    const answer = await phone.call('readSession', 'GET', '', undefined, {
      headers: { [SESSION_HEADER]: cookie },
    });
    expect(answer.status).toBe(403);
  });

  /** A frame of a shop's page, of which `pageLoad` is the load that the SDK names. */
  const beginFrame = async (token: string, { origin = SHOP, pageLoad = 'a'.repeat(32), code = '' } = {}) => {
    const given = code || String((await ask({ token, type: 'IFRAME' }, origin)).body['code']);
    const phone = new Phone(service);
    const body = { code: given, embedder: origin, pageLoad };
    const opened = await phone.call('openSession', 'POST', '', body);
    const headers = { [SESSION_HEADER]: String(opened.headers.get(SESSION_HEADER)) };
    const call = (operation: string, method: string, path: string, sent?: object) =>
      new Phone(service).call(operation, method, path, sent, { headers });
    const agree = () =>
      call('answerConsent', 'PUT', '/consent', { version: CONSENT_VERSION, language: 'pt', accepted: true });
    return { opened, headers, call, agree };
  };

  test('openBySdk 200: a frame that is loaded anew on the same page goes on with consent and attempt; the session of before ends (R58)', async () => {
    const { token } = await created();
    const first = await beginFrame(token);
    await first.agree();
    const attempt = await first.call('startAttempt', 'POST', '/attempts', {});
    clock.advanceSeconds(1);
    const second = await beginFrame(token);
    expect(second.opened.body).toMatchObject({ stage: 'camera', attemptsLeft: 3 });
    expect((await second.call('startAttempt', 'POST', '/attempts', {})).body).toEqual(attempt.body);
    expect((await first.call('readSession', 'GET', '')).status).toBe(403);
    const elsewhere = await beginFrame(token, { origin: 'http://localhost:3000' });
    expect(elsewhere.opened.body).toMatchObject({ stage: 'consent' });
    expect((await second.call('readSession', 'GET', '')).status).toBe(200);
  });

  test('openBySdk 200: on another device nobody goes on with a consent that was given elsewhere, and neither does the first one with theirs (R53, R94)', async () => {
    const { token } = await created();
    const laptop = await beginFrame(token);
    await laptop.agree();
    clock.advanceSeconds(1);
    const phone = await beginFrame(token, { pageLoad: 'b'.repeat(32) });
    expect(phone.opened.body).toMatchObject({ stage: 'consent' });
    expect((await phone.call('startAttempt', 'POST', '/attempts', {})).body['code']).toBe('40062');
    await phone.agree();
    clock.advanceSeconds(1);
    expect((await beginFrame(token)).opened.body).toMatchObject({ stage: 'consent' });
  });

  test('openBySdk 200: a frame that is loaded anew while the decision runs can still ask for the deletion of the data (R93)', async () => {
    const { body } = await merchant.create({ identity: { key: 'cpf', value: newCpf() } });
    const [id, token] = [String(body['id']), String(body['token'])];
    const first = await beginFrame(token);
    await first.agree();
    const attempt = (await first.call('startAttempt', 'POST', '/attempts', { camera: REAL_CAMERA })).body;
    const { code } = (await ask({ token, type: 'IFRAME' })).body;
    const framed = new Phone(service, undefined, first.headers);
    await perform(framed, attempt as never, 'a');
    await eventually(async () => expect((await merchant.read(id)).body['status']).toBe('approved'));
    const second = await beginFrame(token, { code: String(code) });
    expect(second.opened.body).toMatchObject({
      stage: 'approved',
      erasure: { requestedAt: null, includesFace: true },
    });
  });

  test('openBySdk 200: in a frame no device cookie is named, set or kept, whatever the company counts (R94)', async () => {
    const { companyId } = merchant.tenant;
    const { db } = service.service.database;
    const count = (many: 'ignore' | 'note') =>
      db
        .updateTable('companies')
        .set({ device_many_identities: many })
        .where('company_id', '=', companyId)
        .execute();
    await count('note');
    clock.advanceSeconds(5);
    const opened = await openFrame(
      (await ask({ token: (await created()).token, type: 'IFRAME' })).body,
      SHOP,
    );
    expect(opened.body['dataNotice']).toMatchObject({ deviceDays: null });
    const sending = {
      cookie: `titular-device=${'A'.repeat(22)}`,
      headers: { [SESSION_HEADER]: String(opened.headers.get(SESSION_HEADER)) },
    };
    const phone = new Phone(service);
    const consent = { version: DEVICE_CONSENT_VERSION, language: 'pt', accepted: true };
    const refused = await phone.call('answerConsent', 'PUT', '/consent', consent, sending);
    expect([refused.body['code'], refused.headers.get('set-cookie')]).toEqual(['40060', null]);
    const shown = { ...consent, version: CONSENT_VERSION };
    const given = await phone.call('answerConsent', 'PUT', '/consent', shown, sending);
    expect([given.status, given.headers.get('set-cookie')]).toEqual([200, null]);
    expect((await phone.call('startAttempt', 'POST', '/attempts', {}, sending)).status).toBe(200);
    expect(await db.selectFrom('capture_devices').selectAll().execute()).toEqual([]);
    await count('ignore');
    clock.advanceSeconds(5);
  });

  test('openBySdk 403: of a company that is switched off nothing is opened', async () => {
    const { token } = await created();
    const { companyId } = merchant.tenant;
    const { db } = service.service.database;
    await db.updateTable('companies').set({ active: false }).where('company_id', '=', companyId).execute();
    clock.advanceSeconds(5);
    expect((await ask({ token, type: 'IFRAME' })).body['code']).toBe('40323');
  });

  test('openBySdk 200: for a redirect gives a link, which opens like any other, and goes back to the shop', async () => {
    const { body: made } = await merchant.create({ redirectUrl: 'https://shop.example/back' });
    const { body } = await ask({ token: String(made['token']), type: 'REDIRECT' });
    expect(body['code']).toBeNull();
    const phone = new Phone(service);
    const opened = await phone.open({ code: String(body['path']).split('/').at(-1) });
    expect(opened.body).toMatchObject({
      opening: 'sdk',
      redirectUrl: expect.stringContaining('shop.example'),
    });
  });

  test('openBySdk 200: the code is for at once: after two minutes it opens nothing', async () => {
    const { token } = await created();
    const { body } = await ask({ token, type: 'IFRAME' });
    clock.advanceSeconds(120);
    expect((await openFrame(body, SHOP)).body['code']).toBe('40310');
  });

  test.each([
    ['altered', async (token: string) => ({ token: `${token.slice(0, -2)}AA` }), SHOP, '40320'],
    ['no token', async () => ({ token: 'x'.repeat(40) }), SHOP, '40320'],
    ['an access token', async () => ({ token: await fetchToken(service, merchant.tenant) }), SHOP, '40320'],
    [
      'of another transaction',
      async (token: string) => ({ token, transactionId: crypto.randomUUID() }),
      SHOP,
      '40324',
    ],
    [
      'on an origin that is not registered',
      async (token: string) => ({ token }),
      'https://evil.example',
      '40322',
    ],
    ['on a subdomain', async (token: string) => ({ token }), 'https://www.shop.example', '40322'],
    ['on another port', async (token: string) => ({ token }), `${SHOP}:8443`, '40322'],
    ['on an opaque origin', async (token: string) => ({ token }), 'null', '40322'],
    ['without an origin', async (token: string) => ({ token }), undefined, '40322'],
  ] as const)('openBySdk 403: %s opens nothing (R56)', async (_what, change, origin, code) => {
    const { token } = await created();
    const form = await change(token);
    const response = await fetch(`${service.url}/capture/openings`, {
      method: 'POST',
      body: new URLSearchParams({ ...form, type: 'IFRAME' }),
      headers: origin === undefined ? {} : { origin },
    });
    const { status, body } = await checked('openBySdk', response);
    expect([status, body['code']]).toEqual([403, code]);
  });

  test('openBySdk 403: expired after its time, and used up once the transaction has ended (R56)', async () => {
    const ended = await created();
    await merchant.cancel(ended.id);
    expect((await ask({ token: ended.token, type: 'IFRAME' })).body['code']).toBe('40323');
    const { token } = await created();
    clock.advanceSeconds(1799);
    expect((await ask({ token, type: 'IFRAME' })).status).toBe(200);
    clock.advanceSeconds(1);
    expect((await ask({ token, type: 'IFRAME' })).body['code']).toBe('40321');
  });

  test.each([
    [{}, 'token'],
    [{ token: 'x'.repeat(5000), type: 'IFRAME' }, 'token'],
    [{ token: 'x'.repeat(40) }, 'type'],
    [{ token: 'x'.repeat(40), type: 'POPUP' }, 'type'],
    [{ token: 'x'.repeat(40), type: 'IFRAME', transactionId: '7' }, 'transactionId'],
  ])('openBySdk 400: %j is refused by the name of the field', async (form, field) => {
    const { status, body } = await ask(form as Record<string, string>);
    expect([status, body['code']]).toEqual([400, '40002']);
    expect(body['message']).toContain(field);
  });

  test('openBySdk 400: who opens it more often than anybody would gets no more codes', async () => {
    const { token } = await created();
    for (let opened = 0; opened < 200; opened += 20)
      await Promise.all(Array.from({ length: 20 }, () => ask({ token, type: 'REDIRECT' })));
    expect((await ask({ token, type: 'IFRAME' })).body['code']).toBe('40065');
  });

  test('openBySdk 500: openFrame 500: a fault is answered plainly', async () => {
    const broken = await startTestService();
    try {
      const own = await newMerchant(broken);
      await broken.service.database.db
        .updateTable('companies')
        .set({ web_origins: [SHOP] })
        .execute();
      const { body } = await own.create({}, broken);
      await sql`ALTER TABLE capture_links RENAME TO capture_links_gone`.execute(broken.service.database.db);
      const form = { token: String(body['token']), type: 'IFRAME' };
      expect((await ask(form, SHOP, broken)).body['code']).toBe('50001');
      await sql`ALTER TABLE companies RENAME TO companies_gone`.execute(broken.service.database.db);
      const frame = `${broken.url}/capture/frame/${own.tenant.tenantId}/${crypto.randomUUID()}`;
      expect((await checked('openFrame', await fetch(frame))).body['code']).toBe('50001');
    } finally {
      await broken.close();
    }
  });
});

describe('the page for a frame', () => {
  const frameOf = async (tenantId: string, companyId: string, origin = SHOP) => {
    const query = new URLSearchParams({ origin });
    const response = await fetch(`${service.url}/capture/frame/${tenantId}/${companyId}?${query}`);
    const policy = response.headers.get('content-security-policy') ?? '';
    return { response, ancestors: /frame-ancestors ([^;]+)/.exec(policy)?.[1], policy };
  };

  test("openFrame 200: names the origin that asks, and no other, where it is the company's, and is otherwise as strict (R55)", async () => {
    const { tenantId, companyId } = merchant.tenant;
    const { response, ancestors, policy } = await frameOf(tenantId, companyId);
    expect(response.status).toBe(200);
    expect(ancestors).toBe(SHOP);
    expect((await frameOf(tenantId.toUpperCase(), companyId.toUpperCase())).ancestors).toBe(SHOP);
    expect((await frameOf(tenantId, companyId, 'http://localhost:3000')).ancestors).toBe(
      'http://localhost:3000',
    );
    for (const other of ['https://evil.example', '*', `${SHOP} https://evil.example`, "'self'"])
      expect((await frameOf(tenantId, companyId, other)).ancestors).toBe("'none'");
    expect(response.headers.get('x-frame-options')).toBeNull();
    expect(policy.replace(/frame-ancestors [^;]+/, '')).not.toMatch(/unsafe|https?:|\*/);
    for (const rule of ["default-src 'none'", "script-src 'self'", "require-trusted-types-for 'script'"])
      expect(policy).toContain(rule);
    expect(await response.text()).toBe(await (await fetch(`${service.url}/capture/`)).text());
  });

  test.each([
    ['a company without origins', async () => setOrigins([])],
    [
      'a company that is switched off',
      async () => {
        const { companyId } = merchant.tenant;
        const { db } = service.service.database;
        await db
          .updateTable('companies')
          .set({ active: false })
          .where('company_id', '=', companyId)
          .execute();
      },
    ],
  ])('openFrame 200: of %s is shown in no frame (R55)', async (_what, change) => {
    await change();
    const { response, ancestors } = await frameOf(merchant.tenant.tenantId, merchant.tenant.companyId);
    expect([ancestors, response.headers.get('x-frame-options')]).toEqual(["'none'", 'DENY']);
  });

  test('openFrame 200: of nobody is shown in no frame, and told apart from nothing (R55)', async () => {
    const { tenantId, companyId } = merchant.tenant;
    for (const [tenant, company] of [
      [companyId, tenantId],
      ['x', 'y'],
      [crypto.randomUUID(), companyId],
    ] as const) {
      const { response, ancestors } = await frameOf(tenant, company);
      expect([response.status, ancestors]).toEqual([200, "'none'"]);
    }
  });
});
