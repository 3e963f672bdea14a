import { type IncomingHttpHeaders, request } from 'node:http';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { createManualClock, startTestService, type TestService } from '@titular/test-kit';
import { asId } from '@titular/test-kit/as-id.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Merchant, newMerchant } from '../transactions/api.ts';
import { codeOf, openCamera, openPhone, Phone } from './phone.ts';

let service: TestService;
let merchant: Merchant;
const clock = createManualClock();

beforeAll(async () => {
  service = await startTestService({ clock });
  merchant = await newMerchant(service);
});
afterAll(() => service.close());

describe('the page', () => {
  test.each([
    ['openLink', '/c/0123456789012345678901234567890'],
    ['openPage', '/capture/'],
  ])(
    '%s 200: is served with a policy that allows nothing from elsewhere and no frame around it (R55)',
    async (_operation, path) => {
      const response = await fetch(service.url + path);
      expect(response.status).toBe(200);
      expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
      const policy = response.headers.get('content-security-policy') ?? '';
      for (const rule of [
        "default-src 'none'",
        "frame-ancestors 'none'",
        "script-src 'self'",
        "style-src 'self'",
      ]) {
        expect(policy).toContain(rule);
      }
      expect(policy).not.toMatch(/unsafe|http:|https:|\*/);
      expect(response.headers.get('permissions-policy')).toContain('camera=(self)');
      expect(response.headers.get('referrer-policy')).toBe('no-referrer');
      expect(await response.text()).not.toMatch(/<script>|style="|\son[a-z]+="|https?:/);
    },
  );

  test('readPageAsset 200: what the page names is there and may be kept for ever', async () => {
    const page = await (await fetch(`${service.url}/capture/`)).text();
    const names = [...page.matchAll(/\/capture\/assets\/[^"]+/g)].map(([name]) => name);
    expect(names.length).toBeGreaterThanOrEqual(2);
    for (const name of names) {
      const response = await fetch(service.url + name);
      expect(response.status).toBe(200);
      expect(response.headers.get('cache-control')).toContain('immutable');
      expect(response.headers.get('x-content-type-options')).toBe('nosniff');
    }
  });

  test.each([
    [undefined, null],
    ['gzip, deflate, br', 'br'],
    ['gzip;q=1.0, br;q=0', 'gzip'],
    ['GZIP', 'gzip'],
    ['*', 'br'],
    ['*;q=0', null],
    ['identity', null],
    ['br;q=2, gzip;;', null],
  ])(
    'readPageAsset 200: who accepts %s gets the script coded as %s, and caches are told that it depends on that',
    async (accepted, coding) => {
      const page = await (await fetch(`${service.url}/capture/`)).text();
      const name = /\/capture\/assets\/[^"]+\.js/.exec(page)?.[0] ?? '';
      const get = (headers: Record<string, string>) =>
        new Promise<{ headers: IncomingHttpHeaders; body: Buffer }>((resolve, reject) => {
          request(service.url + name, { headers }, (response) => {
            const parts: Buffer[] = [];
            response.on('data', (part: Buffer) => parts.push(part));
            response.on('end', () => resolve({ headers: response.headers, body: Buffer.concat(parts) }));
          })
            .on('error', reject)
            .end();
        });
      const plain = await get({});
      const answer = await get(accepted === undefined ? {} : { 'accept-encoding': accepted });
      expect(answer.headers['content-encoding'] ?? null).toBe(coding);
      expect(answer.headers.vary).toBe('accept-encoding');
      expect(Number(answer.headers['content-length'])).toBe(answer.body.length);
      const undo = { br: brotliDecompressSync, gzip: gunzipSync }[coding ?? ''] ?? ((body: Buffer) => body);
      expect(undo(answer.body).equals(plain.body)).toBe(true);
      if (coding) expect(answer.body.length).toBeLessThan(plain.body.length / 2);
    },
  );

  test.each(['nothing.js', '..%2f..%2fpackage.json'])(
    'readPageAsset 404: %s is no file of the page',
    async (name) => {
      const response = await fetch(`${service.url}/capture/assets/${name}`);
      expect(response.status).toBe(404);
      expect(await response.json()).toMatchObject({ code: '40400' });
    },
  );
});

describe('opening', () => {
  test('openSession 200: looking at a link does not use it up; the code opens one session (R53)', async () => {
    const { body } = await merchant.create();
    await fetch(String(body['link']));
    await fetch(String(body['link']), { method: 'HEAD' });
    const phone = new Phone(service);
    const opened = await phone.open({ code: codeOf(body['link']) });
    expect(opened.body).toMatchObject({
      stage: 'consent',
      companyName: 'Test Shop',
      firstName: 'Maria',
      maskedCard: '4111 •••• •••• 1111',
      cardBrand: 'Visa',
      cardKind: null,
      attemptsLeft: 3,
      retryUntil: null,
      redirectUrl: null,
    });
    expect(opened.headers.get('set-cookie')).toMatch(
      /^titular-capture=[^;]+; Path=\/; HttpOnly; SameSite=Strict; Max-Age=5400$/,
    );
  });

  test('openSession 200: the browser that holds the session may open the link again', async () => {
    const { phone, link } = await openPhone(service, merchant);
    expect((await phone.open({ code: codeOf(link) })).status).toBe(200);
  });

  test('openSession 200: the page that lost the answer may ask again with its own random text, within two minutes (R58)', async () => {
    const { body } = await merchant.create();
    const code = codeOf(body['link']);
    const pageLoad = '0123456789abcdef'.repeat(2);
    await new Phone(service).open({ code, pageLoad });
    for (const other of [{}, { pageLoad: 'f'.repeat(32) }])
      expect((await new Phone(service).open({ code, ...other })).status).toBe(403);
    expect((await new Phone(service).open({ code, pageLoad })).status).toBe(200);
    clock.advanceSeconds(120);
    expect((await new Phone(service).open({ code, pageLoad })).status).toBe(403);
    expect((await new Phone(service).open({ code, pageLoad: 'short' })).status).toBe(400);
  });

  test('openSession 403: the page that lost the answer opens its link twice more, however many ask at once, and the session before ends (A-18, R53)', async () => {
    const { body } = await merchant.create();
    const code = codeOf(body['link']);
    const pageLoad = 'fedcba9876543210'.repeat(2);
    const phones: Phone[] = [];
    const open = async (): Promise<number> => {
      const phone = new Phone(service);
      const { status } = await phone.open({ code, pageLoad });
      if (status === 200) phones.push(phone);
      return status;
    };
    await open();
    for (let round = 0; round < 2; round += 1) await Promise.all(Array.from({ length: 30 }, open));
    expect(phones).toHaveLength(3);
    expect(await open()).toBe(403);
    const standing = await Promise.all(phones.map((phone) => phone.view()));
    expect(standing.map(({ status }) => status).sort()).toEqual([200, 403, 403]);
  });

  test('openSession 403: a second browser, an unknown code and an expired one are refused alike (R53)', async () => {
    const { link } = await openPhone(service, merchant);
    const used = await new Phone(service).open({ code: codeOf(link) });
    const unknown = await new Phone(service).open({ code: 'x'.repeat(32) });
    const { body } = await merchant.create();
    await service.service.database.db
      .updateTable('capture_links')
      .set({ expires_at: clock.now() })
      .where('subject_id', '=', asId(String(body['id'])))
      .execute();
    const expired = await new Phone(service).open({ code: codeOf(body['link']) });
    for (const answer of [used, unknown, expired])
      expect([answer.status, answer.text]).toEqual([403, used.text]);
    expect(used.body['code']).toBe('40310');
  });

  test('openSession 400: what is no code is not looked for', async () => {
    for (const body of [{}, { code: 'short' }, { code: 7 }, { code: 'x'.repeat(101) }]) {
      expect((await new Phone(service).open(body)).status).toBe(400);
    }
  });
});

describe('the session', () => {
  test('readSession 200: tells what the page may know, and after its end where to go', async () => {
    const { phone, id } = await openPhone(service, merchant, { redirectUrl: 'https://shop.example/back' });
    expect((await phone.view()).body).toMatchObject({ stage: 'consent' });
    await service.service.database.db
      .updateTable('transactions')
      .set({ status: 'canceled' })
      .where('transaction_id', '=', asId(id))
      .execute();
    const { body } = await phone.view();
    expect(body['stage']).toBe('ended');
    expect(body['redirectUrl']).toBe(`https://shop.example/back?id=${id}&status=canceled`);
  });

  test('readSession 200: a host that the company took off its list is gone to no more (R52)', async () => {
    const own = await newMerchant(service);
    const setHosts = (hosts: string[]) =>
      service.service.database.db
        .updateTable('companies')
        .set({ redirect_hosts: hosts })
        .where('company_id', '=', own.tenant.companyId)
        .execute();
    await setHosts(['shop.example']);
    const { phone } = await openPhone(service, own, { redirectUrl: 'https://shop.example/back' });
    expect((await phone.view()).body['redirectUrl']).toMatch(/^https:\/\/shop\.example\/back\?/);
    await setHosts(['other.example']);
    clock.advanceSeconds(5);
    expect((await phone.view()).body['redirectUrl']).toBeNull();
  });

  test('readSession 403: without the cookie, with a wrong one or after its time there is no session', async () => {
    const { phone } = await openPhone(service, merchant);
    const cookies = [
      undefined,
      'titular-capture=nonsense',
      `titular-capture=tcs_${'x'.repeat(43)}`,
      `${phone.cookie}; ${phone.cookie}`,
    ];
    for (const cookie of cookies) {
      expect((await phone.call('readSession', 'GET', '', undefined, { cookie })).status).toBe(403);
    }
    clock.advanceSeconds(1800);
    expect((await phone.view()).status).toBe(403);
    merchant = await newMerchant(service);
  });

  test('answerConsent 200: agreement leads to the camera and is kept with its version; it can be taken back (R94)', async () => {
    const { phone } = await openPhone(service, merchant);
    expect((await phone.consent()).body['stage']).toBe('camera');
    expect((await phone.consent(false)).body['stage']).toBe('consent');
  });

  test('answerConsent 400: a text that is no longer shown cannot be agreed to', async () => {
    const { phone } = await openPhone(service, merchant);
    const { status, body } = await phone.consent(true, '1999-1');
    expect([status, body['code']]).toEqual([400, '40060']);
  });

  test('answerConsent 403: another site cannot answer for the person', async () => {
    const { phone } = await openPhone(service, merchant);
    const foreign = { headers: { 'sec-fetch-site': 'cross-site' } };
    const body = { version: '2026-11-1', language: 'pt', accepted: true };
    expect((await phone.call('answerConsent', 'PUT', '/consent', body, foreign)).status).toBe(403);
  });

  test('startAttempt 200: draws a challenge, and a reload goes on with it', async () => {
    const { phone, attempt } = await openCamera(service, merchant);
    expect([7, 9]).toContain(attempt.poses.length);
    const between = attempt.poses.filter((_pose, index) => index % 2 === 0);
    expect(new Set(between)).toEqual(new Set(['front']));
    expect((await phone.start()).body).toEqual({ ...attempt });
  });

  test('startAttempt 400: there is no attempt before consent (R94)', async () => {
    const { phone } = await openPhone(service, merchant);
    const { status, body } = await phone.start();
    expect([status, body['code']]).toEqual([400, '40062']);
  });

  test('startAttempt 403: there is no attempt without a session', async () => {
    expect((await new Phone(service).start()).status).toBe(403);
  });
});

describe('faults', () => {
  test('openSession 500: readSession 500: answerConsent 500: stateIdentity 500: startAttempt 500: submitFrame 500: a fault is answered plainly', async () => {
    const broken = await startTestService();
    try {
      const { phone, attempt, link } = await openCamera(broken, await newMerchant(broken));
      await sql`ALTER TABLE capture_sessions RENAME TO capture_sessions_gone`.execute(
        broken.service.database.db,
      );
      const answers = [
        await phone.open({ code: codeOf(link) }),
        await phone.view(),
        await phone.consent(),
        await phone.call('stateIdentity', 'PUT', '/identity', { key: 'cpf', value: '52998224725' }),
        await phone.start(),
        await phone.frame(attempt.attemptId, 0, new Uint8Array(10)),
      ];
      for (const { status, body } of answers) expect([status, body['code']]).toEqual([500, '50001']);
    } finally {
      await broken.close();
    }
  });
});
