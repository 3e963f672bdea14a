import { createHmac } from 'node:crypto';
import {
  addTenant,
  fetchToken,
  startTestService,
  type TestService,
  type TestTenant,
} from '@titular/test-kit';
import fc from 'fast-check';
import { exportJWK } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  addKey,
  newAssertion,
  ownKey,
  present,
  refusedWith,
  sendForm,
  signJws,
  soundClaims,
} from './assertions.ts';

let service: TestService;
let tenant: TestTenant;
const now = Math.floor(Date.now() / 1000);

beforeAll(async () => {
  service = await startTestService();
  tenant = await addTenant(service);
});
afterAll(() => service.close());

describe('claims (R4, R5)', () => {
  test.each([
    ['no iss', { iss: undefined }, 'missing_claim'],
    ['no sub', { sub: undefined }, 'missing_claim'],
    ['no aud', { aud: undefined }, 'missing_claim'],
    ['no exp', { exp: undefined }, 'missing_claim'],
    ['no iat', { iat: undefined }, 'missing_claim'],
    ['exp 31 seconds past', { iat: now - 200, exp: now - 31 }, 'assertion_expired'],
    ['exp as text', { exp: String(now + 60) }, 'bad_claim'],
    ['a negative exp', { exp: -1 }, 'bad_claim'],
    ['exp before iat', { exp: now - 5, iat: now }, 'assertion_lifetime'],
    ['iat in the future', { iat: now + 120, exp: now + 300 }, 'assertion_not_yet_valid'],
    ['nbf in the future', { nbf: now + 120 }, 'assertion_not_yet_valid'],
    ['nbf as text', { nbf: 'now' }, 'bad_claim'],
    ['a life over an hour', { iat: now, exp: now + 3601 }, 'assertion_lifetime'],
    ['an empty audience', { aud: '' }, 'wrong_audience'],
    ['no audience in the list', { aud: [] }, 'wrong_audience'],
    ['another audience', { aud: 'https://elsewhere.example' }, 'wrong_audience'],
    ['a number as audience', { aud: 7 }, 'wrong_audience'],
    ['another subject', { sub: 'somebody' }, 'wrong_subject'],
    ['a foreign domain', { iss: `shop@${crypto.randomUUID()}.elsewhere.example` }, 'wrong_issuer'],
    ['an issuer without a tenant', { iss: 'shop' }, 'wrong_issuer'],
    ['jti as a number', { jti: 7 }, 'bad_claim'],
    ['a control character in its scope', { scope: 'a\u0007' }, 'bad_claim'],
    ['a long jti', { jti: 'x'.repeat(256) }, 'bad_claim'],
    ['a scope it does not have', { scope: 'everything' }, 'scope_not_allowed'],
  ])('issueToken 400: refuses an assertion with %s', async (_what, claims, subCode) => {
    expect(await refusedWith(await present(service, newAssertion(service, tenant, claims)))).toEqual([
      400,
      subCode,
    ]);
  });

  test('issueToken 400: the audience is compared to the letter and has to stand alone', async () => {
    const url = service.config.publicUrl;
    for (const aud of [
      `${url}/`,
      url.toUpperCase(),
      `${url}/oauth2/token/`,
      [url, `${url}/oauth2/token`],
      [url, 'https://x.example'],
      [[url]],
    ]) {
      expect(await refusedWith(await present(service, newAssertion(service, tenant, { aud })))).toEqual([
        400,
        'wrong_audience',
      ]);
    }
  });

  test('issueToken 400: 1e400 is no time', async () => {
    const claims = JSON.stringify(soundClaims(service, tenant)).replace(/"exp":\d+/, '"exp":1e400');
    const assertion = signJws({ alg: 'ES256', kid: tenant.keyId }, claims, ownKey(tenant));
    expect((await refusedWith(await present(service, assertion)))[0]).toBe(400);
  });

  test('issueToken 400: an unknown tenant and an unknown account are told apart', async () => {
    const domain = new URL(service.config.publicUrl).host;
    const stranger = `shop@${crypto.randomUUID()}.${domain}`;
    const nobody = `nobody@${tenant.tenantId}.${domain}`;
    const answers = await Promise.all(
      [stranger, nobody].map((iss) => present(service, newAssertion(service, tenant, { iss, sub: iss }))),
    );
    expect(await Promise.all(answers.map(refusedWith))).toEqual([
      [400, 'tenant_unknown'],
      [400, 'account_unknown'],
    ]);
  });

  test('issueToken 400: no mutation of one claim is ever granted (seed printed on failure)', async () => {
    const value = fc.oneof(
      fc.constant(null),
      fc.boolean(),
      fc.double(),
      fc.string(),
      fc.array(fc.string()),
      fc.object(),
    );
    const claim = fc.constantFrom('iss', 'sub', 'aud', 'exp', 'iat');
    await fc.assert(
      fc.asyncProperty(claim, value, async (name, replacement) => {
        const sound = soundClaims(service, tenant);
        fc.pre(!(typeof replacement === 'number' && replacement > now && replacement <= now + 3600));
        const response = await present(
          service,
          newAssertion(service, tenant, { ...sound, [name]: replacement }),
        );
        expect(response.status).toBe(400);
        await response.arrayBuffer();
      }),
      { numRuns: 200 },
    );
  });
});

describe('signatures and headers (R7, R8)', () => {
  test.each([
    ['alg none', { alg: 'none' }, 'assertion_algorithm'],
    ['alg None', { alg: 'None' }, 'assertion_algorithm'],
    ['alg nOnE', { alg: 'nOnE' }, 'assertion_algorithm'],
    ['another algorithm than its key', { alg: 'PS256' }, 'assertion_algorithm'],
    ['an unknown critical parameter', { crit: ['exp'] }, 'assertion_header'],
    ['b64 false', { b64: false, crit: ['b64'] }, 'assertion_header'],
    ['jku', { jku: 'https://evil.example/keys' }, 'assertion_header'],
    ['x5u', { x5u: 'https://evil.example/cert' }, 'assertion_header'],
    ['x5c', { x5c: ['MIIB'] }, 'assertion_header'],
    ['jwk', { jwk: { kty: 'oct', k: 'AA' } }, 'assertion_header'],
    ['zip', { zip: 'DEF' }, 'assertion_header'],
    ['a key id that is a path', { kid: '../../etc/passwd' }, 'assertion_key_unknown'],
    ['a key id that is SQL', { kid: "' OR 1=1 --" }, 'assertion_key_unknown'],
    ['a key id that is a number', { kid: 7 }, 'assertion_header'],
    ['the type of an access token', { typ: 'at+jwt' }, 'assertion_header'],
  ])('issueToken 400: refuses %s', async (_what, header, subCode) => {
    const [status, given] = await refusedWith(
      await present(service, newAssertion(service, tenant, {}, header)),
    );
    expect(status).toBe(400);
    expect([subCode, 'assertion_malformed', 'assertion_header', 'assertion_algorithm']).toContain(given);
  });

  test('issueToken 400: an HMAC keyed with the public key is no signature', async () => {
    const key = await addKey(service, tenant, 'ES256');
    const secrets = [
      String(key.publicKey?.export({ format: 'pem', type: 'spki' })),
      JSON.stringify(await exportJWK(key.publicKey as never)),
    ];
    for (const secret of secrets) {
      const input = newAssertion(service, tenant, {}, { alg: 'HS256', kid: key.keyId })
        .split('.')
        .slice(0, 2)
        .join('.');
      const forged = `${input}.${createHmac('sha256', secret).update(input).digest('base64url')}`;
      expect((await refusedWith(await present(service, forged)))[0]).toBe(400);
    }
  });

  test('issueToken 400: RS256 and PS256 keys do not stand in for each other', async () => {
    const key = await addKey(service, tenant, 'RS256');
    const assertion = signJws({ alg: 'PS256', kid: key.keyId }, soundClaims(service, tenant), {
      ...key,
      algorithm: 'PS256',
    });
    expect(await refusedWith(await present(service, assertion))).toEqual([400, 'assertion_algorithm']);
  });

  test('issueToken 400: altered, mis-spelled and mis-built assertions of every kind', async () => {
    const sound = () => newAssertion(service, tenant);
    const parts = (change: (header: string, claims: string, signature: string) => string): string => {
      const [header = '', claims = '', signature = ''] = sound().split('.');
      return change(header, claims, signature);
    };
    const other = await addTenant(service);
    const wrong = [
      '',
      'x',
      '..',
      '.....',
      parts((h, c) => `${h}.${c}`),
      parts((h, c) => `${h}.${c}.`),
      parts((h, c, s) => `${h}.${c}.${s}.`),
      parts((h, c, s) => `${h}.${c}.${s}.${s}.${s}`),
      parts((h, c, s) => `${h}=.${c}.${s}`),
      parts((h, c, s) => `${h}.${c}.${s}==`),
      parts((h, c, s) => `${h}.${c}. ${s}`),
      parts((h, c, s) => `${h}.${c}\n.${s}`),
      parts((h, c, s) => `${h}.${c}.${s.slice(0, -4)}`),
      parts((h, c, s) => `${h}.${c}.${s.replace(/./, '+')}`),
      parts((h, c) => `${h}.${c}.${Buffer.alloc(64).toString('base64url')}`),
      parts((_h, c, s) => `${Buffer.from('[]').toString('base64url')}.${c}.${s}`),
      parts((h, _c, s) => `${h}.${Buffer.from('null').toString('base64url')}.${s}`),
      parts((h, c, s) => `${'A'.repeat(1_000)}${h}.${c}.${s}`),
      newAssertion(service, other).replace(/^[^.]+/, sound().split('.')[0] ?? ''),
      signJws({ alg: 'ES256', kid: tenant.keyId }, soundClaims(service, tenant), ownKey(other)),
    ];
    for (const assertion of wrong) {
      const [status] = await refusedWith(await present(service, assertion));
      expect(status, assertion.slice(0, 80)).toBe(400);
    }
  });

  test('issueToken 400: a header of a megabyte is cut off', async () => {
    const outcome = await present(service, `${'A'.repeat(1_000_000)}.e30.AA`).then(
      async (response) => (await refusedWith(response))[0],
      ({ cause }: { cause?: { code?: string } }) => cause?.code,
    );
    // The service may close the connection while the rest is on its way.
    expect([400, 'ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET']).toContain(outcome);
    expect((await fetch(`${service.url}/healthz`)).status).toBe(200);
  });
});

describe('used once (R6)', () => {
  const outcomes = async (responses: Promise<Response>[]): Promise<string[]> =>
    (
      await Promise.all(
        responses.map(async (one) => ((await one).ok ? 'granted' : (await refusedWith(await one))[1])),
      )
    ).sort();

  test.each([
    ['with a jti', {}],
    ['without one', { jti: undefined }],
  ])(
    'issueToken 400: of 50 at once over two processes one is granted, and none after a restart, for an assertion %s',
    async (_what, claims) => {
      const second = await startTestService({ sharedWith: service });
      const assertion = newAssertion(service, tenant, claims);
      const answers = await outcomes(
        Array.from({ length: 50 }, (_, index) => present(index % 2 ? second : service, assertion)),
      );
      expect(answers.filter((one) => one === 'granted')).toHaveLength(1);
      expect(answers.filter((one) => one === 'assertion_reused')).toHaveLength(49);
      await second.close();
      const third = await startTestService({ sharedWith: service });
      expect(await refusedWith(await present(third, assertion))).toEqual([400, 'assertion_reused']);
      await third.close();
    },
  );

  test('issueToken 400: another spelling of a used assertion is not another assertion', async () => {
    const order = BigInt('0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551');
    const assertion = newAssertion(service, tenant, { jti: undefined });
    await (await present(service, assertion)).arrayBuffer();
    const [header, claims, signature = ''] = assertion.split('.');
    const bytes = Buffer.from(signature, 'base64url');
    const flipped = (order - BigInt(`0x${bytes.subarray(32).toString('hex')}`))
      .toString(16)
      .padStart(64, '0');
    const twin = Buffer.concat([bytes.subarray(0, 32), Buffer.from(flipped, 'hex')]).toString('base64url');
    for (const spelling of [`${header}.${claims}.${twin}`, `${assertion}=`, ` ${assertion}`]) {
      const [status, subCode] = await refusedWith(await present(service, spelling));
      expect(status).toBe(400);
      expect(['assertion_reused', 'assertion_malformed']).toContain(subCode);
    }
    const same = { jti: crypto.randomUUID() };
    await (await present(service, newAssertion(service, tenant, same))).arrayBuffer();
    expect(
      await refusedWith(await present(service, newAssertion(service, tenant, { ...same, exp: now + 200 }))),
    ).toEqual([400, 'assertion_reused']);
  });
});

describe('requests (R15)', () => {
  const secret = () => ({ client_id: tenant.clientId, client_secret: tenant.clientSecret });
  test.each([
    ['an unknown grant', 'grant_type=password', 'unsupported_grant'],
    ['no grant', 'scope=x', 'missing_parameter'],
    ['an empty body', '', 'missing_parameter'],
    [
      'a parameter twice',
      'grant_type=client_credentials&grant_type=client_credentials',
      'duplicate_parameter',
    ],
    [
      '10,000 parameters',
      Array.from({ length: 3_000 }, (_, index) => `a${index}=1`).join('&'),
      'malformed_request',
    ],
    ['broken UTF-8', 'grant_type=%ff%fe', 'malformed_request'],
    ['no assertion', 'grant_type=urn:ietf:params:oauth:grant-type:jwt-bearer', 'missing_parameter'],
  ])('issueToken 400: refuses %s', async (_what, form, subCode) => {
    expect(await refusedWith(await sendForm(service, form))).toEqual([400, subCode]);
  });

  test('issueToken 400: JSON, no content type and an encoded body are no form', async () => {
    const body = JSON.stringify({ grant_type: 'client_credentials', ...secret() });
    for (const headers of [
      { 'content-type': 'application/json' },
      { 'content-type': '' },
      { 'content-encoding': 'gzip' },
    ]) {
      expect(await refusedWith(await sendForm(service, body, headers))).toEqual([400, 'malformed_request']);
    }
  });

  test('issueToken 400: two ways to authenticate at once (R2)', async () => {
    const basic = Buffer.from(`${tenant.clientId}:${tenant.clientSecret}`).toString('base64');
    const form = { grant_type: 'client_credentials', ...secret() };
    expect(await refusedWith(await sendForm(service, form, { authorization: `Basic ${basic}` }))).toEqual([
      400,
      'multiple_client_authentications',
    ]);
  });

  test('issueToken 400: an inactive account gets no token, and its earlier ones stop working within 5 seconds (R13)', async () => {
    const leaving = await addTenant(service);
    const token = await fetchToken(service, leaving);
    await service.service.database.db
      .updateTable('service_accounts')
      .set({ active: false })
      .where('tenant_id', '=', leaving.tenantId)
      .execute();
    expect(await refusedWith(await present(service, newAssertion(service, leaving)))).toEqual([
      400,
      'account_inactive',
    ]);
    const address = `${service.url}/api/public/v1/walletid/transactions/${crypto.randomUUID()}`;
    const fresh = await startTestService({ sharedWith: service });
    const answer = await fetch(address.replace(service.url, fresh.url), {
      headers: { authorization: `Bearer ${token}` },
    });
    expect(answer.status).toBe(403);
    await fresh.close();
  });

  test('issueTokenByGet 400: the endpoint takes POST only', async () => {
    expect(
      await refusedWith(await fetch(`${service.url}/oauth2/token?grant_type=client_credentials`)),
    ).toEqual([400, 'wrong_method']);
  });
});
