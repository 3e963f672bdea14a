import { addTenant, startTestService, type TestService, type TestTenant } from '@titular/test-kit';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { grantedWith, newAssertion, refusedWith } from './assertions.ts';

const GRANT = 'urn:ietf:params:oauth:grant-type:jwt-bearer';
const CLIENT_ASSERTION_TYPE = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer';
const BURST = 5;
const LOCKED = [429, 'account_locked'];

let service: TestService;
let tenant: TestTenant;
let other: TestTenant;
let addressCount = 0;
let address: string;

beforeAll(async () => {
  // Behind a proxy each test comes from an address of its own, so that none meets the failures of another.
  const env = { TITULAR_FAILED_AUTHENTICATIONS: String(BURST), TITULAR_TRUSTED_PROXIES: '127.0.0.1' };
  service = await startTestService({ env });
});
afterAll(() => service.close());
beforeEach(async () => {
  addressCount += 1;
  address = `198.51.100.${addressCount}`;
  [tenant, other] = [await addTenant(service), await addTenant(service)];
});

type Form = Record<string, string>;
type Path = 'token' | 'revoke' | 'introspect';

const send = (path: Path, form: Form, from = address): Promise<Response> =>
  fetch(`${service.url}/oauth2/${path}`, {
    method: 'POST',
    headers: { 'x-forwarded-for': from },
    body: new URLSearchParams(form),
  });

/** What a route wants besides the client's credentials. */
const wanted: Record<Path, Form> = {
  token: { grant_type: 'client_credentials' },
  revoke: { token: 'x' },
  introspect: { token: 'x' },
};

const bySecret = (secret: string, clientId = tenant.clientId): Form => ({
  client_id: clientId,
  client_secret: secret,
});
const ask = (path: Path, credentials: Form, from?: string) =>
  send(path, { ...wanted[path], ...credentials }, from);

/** The holder's own name and key id, and a signature by a key that is not theirs. */
const forgedBy = (claims: object = {}): string =>
  newAssertion(service, { ...tenant, privateKeyPem: other.privateKeyPem }, claims);
const asClient = (assertion: string): Form => ({
  client_assertion_type: CLIENT_ASSERTION_TYPE,
  client_assertion: assertion,
});
const clientClaims = () => ({ iss: tenant.clientId, sub: tenant.clientId });
const presentGrant = (assertion: string, from?: string) =>
  send('token', { grant_type: GRANT, assertion }, from);

async function failTimes(count: number, attempt: () => Promise<Response>): Promise<string[]> {
  const seen: string[] = [];
  for (let times = 0; times < count; times += 1) {
    const [status, subCode] = await refusedWith(await attempt());
    seen.push(`${status} ${subCode}`);
  }
  return seen;
}

/** The whole answer as its bytes, but for what differs between any two answers: the time, the request id, the seconds to wait. */
async function bytesOf(response: Response): Promise<string> {
  const own = new Set(['date', 'x-request-id', 'retry-after']);
  const headers = [...response.headers].map(([name, value]) => [name, own.has(name) ? '' : value]);
  return JSON.stringify([response.status, headers, await response.text()]);
}

async function expectLocked(response: Response): Promise<void> {
  expect(response.headers.get('retry-after')).toMatch(/^[1-9][0-9]*$/);
  expect(await response.clone().json()).toMatchObject({ error: 'temporarily_unavailable' });
  expect(await refusedWith(response)).toEqual(LOCKED);
}

async function expectSlowedByRoute(path: Path): Promise<void> {
  const seen = await failTimes(BURST, () => ask(path, bySecret('wrong')));
  expect(new Set(seen)).toEqual(new Set(['401 client_authentication_failed']));
  await expectLocked(await ask(path, bySecret('wrong')));
  expect((await ask(path, bySecret(tenant.clientSecret))).status).toBe(200);
  expect((await ask(path, bySecret(other.clientSecret, other.clientId))).status).toBe(200);
  expect(await refusedWith(await ask(path, bySecret('wrong', other.clientId)))).toEqual([
    401,
    'client_authentication_failed',
  ]);
}

describe('wrong credentials that come all at once (A-24, R14)', () => {
  test('issueToken 429: of four hundred no more are tested than may fail', async () => {
    const answers = await Promise.all(
      Array.from({ length: 400 }, async () => refusedWith(await ask('token', bySecret('wrong')))),
    );
    const tested = answers.filter(([status]) => status === 401);
    expect(tested).toHaveLength(BURST);
    expect(answers.filter(([status]) => status === 429)).toHaveLength(400 - BURST);
  });

  test('issueToken 200: right ones are all taken, however many come at once', async () => {
    const answers = await Promise.all(
      Array.from({ length: 200 }, () => ask('token', bySecret(tenant.clientSecret))),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    await Promise.all(answers.map((answer) => answer.arrayBuffer()));
  });
});

test('issueToken 200: assertions that wait for their note on disk keep nobody of the same name waiting', async () => {
  const hold = await service.service.database.pool.connect();
  const waiting: Promise<Response>[] = [];
  try {
    await hold.query('BEGIN; LOCK TABLE used_assertions IN ACCESS EXCLUSIVE MODE');
    for (let count = 0; count < 2 * BURST; count += 1)
      waiting.push(ask('token', asClient(newAssertion(service, tenant, clientClaims()))));
    expect((await ask('token', bySecret(tenant.clientSecret))).status).toBe(200);
  } finally {
    await hold.query('ROLLBACK');
    hold.release();
  }
  for (const answer of await Promise.all(waiting)) expect(answer.status).toBe(200);
});

describe('wrong credentials for one client, again and again (R14)', () => {
  test('issueToken 429: the sixth wrong secret is told to wait, the right one is taken meanwhile, another client is as before', () =>
    expectSlowedByRoute('token'));

  test('revokeToken 429: the sixth wrong secret is told to wait, the right one is taken meanwhile, another client is as before', () =>
    expectSlowedByRoute('revoke'));

  test('introspectToken 429: the sixth wrong secret is told to wait, the right one is taken meanwhile, another client is as before', () =>
    expectSlowedByRoute('introspect'));

  test('issueToken 429: failures at the three routes, with each way to send a secret, count together', async () => {
    const basic = { authorization: `Basic ${btoa(`${tenant.clientId}:wrong`)}`, 'x-forwarded-for': address };
    const paths: Path[] = ['token', 'revoke', 'introspect'];
    for (const path of paths) {
      const body = new URLSearchParams(wanted[path]);
      const answer = await fetch(`${service.url}/oauth2/${path}`, { method: 'POST', headers: basic, body });
      expect(await refusedWith(answer)).toEqual([401, 'client_authentication_failed']);
    }
    await failTimes(BURST - paths.length, () => ask('revoke', bySecret('wrong')));
    await expectLocked(await ask('token', bySecret('wrong')));
  });

  test('issueToken 429: an assertion with a bad signature counts like a wrong secret, and a sound one is taken meanwhile', async () => {
    const seen = await failTimes(BURST, () => presentGrant(forgedBy()));
    expect(new Set(seen)).toEqual(new Set(['400 bad_signature']));
    await expectLocked(await presentGrant(forgedBy()));
    const sound = newAssertion(service, tenant);
    expect((await grantedWith(await presentGrant(sound))).access_token).toBeTruthy();
    expect(await refusedWith(await presentGrant(sound))).toEqual([400, 'assertion_reused']);
    expect((await presentGrant(newAssertion(service, other))).status).toBe(200);
  });

  test('issueToken 429: so does a client assertion, in one count with the secrets of the same client', async () => {
    const forged = () => ask('token', asClient(forgedBy(clientClaims())));
    expect(await failTimes(BURST - 1, forged)).toEqual(Array(BURST - 1).fill('401 bad_signature'));
    expect(await refusedWith(await ask('token', bySecret('wrong')))).toEqual([
      401,
      'client_authentication_failed',
    ]);
    await expectLocked(await forged());
    const sound = asClient(newAssertion(service, tenant, clientClaims()));
    expect((await ask('token', sound)).status).toBe(200);
  });

  test('issueToken 429: the same client from another address is as before', async () => {
    await failTimes(BURST, () => ask('token', bySecret('wrong')));
    await expectLocked(await ask('token', bySecret('wrong')));
    const elsewhere = '203.0.113.200';
    expect(await refusedWith(await ask('token', bySecret('wrong'), elsewhere))).toEqual([
      401,
      'client_authentication_failed',
    ]);
  });
});

test('a name that no client has is answered like one that exists, to the byte, before and after the limit (R14)', async () => {
  const unknown = `tcl_${'0'.repeat(tenant.clientId.length - 4)}`;
  const real: string[] = [];
  const invented: string[] = [];
  for (let times = 0; times < BURST + 2; times += 1) {
    real.push(await bytesOf(await ask('token', bySecret('wrong'))));
    invented.push(await bytesOf(await ask('token', bySecret('wrong', unknown))));
  }
  expect(invented).toEqual(real);
  expect(real.map((answer) => answer.slice(1, 4))).toEqual([...Array(BURST).fill('401'), '429', '429']);
});

test('above the limit an assertion of an account that does not exist is answered like a forged one, to the byte (R14)', async () => {
  const nobody = `nobody@${tenant.tenantId}.${new URL(service.config.publicUrl).host}`;
  const forged = () => presentGrant(forgedBy());
  const invented = () => presentGrant(forgedBy({ iss: nobody, sub: nobody }));
  await failTimes(BURST, forged);
  await failTimes(BURST, invented);
  expect(await bytesOf(await invented())).toBe(await bytesOf(await forged()));
});

describe('side by side no more is learned than one after another', () => {
  const AT_ONCE = 60;
  const answersOf = async (send: (index: number) => Promise<Response>) =>
    Promise.all(
      Array.from({ length: AT_ONCE }, async (_, index) => {
        const [status, subCode] = await refusedWith(await send(index));
        return `${status} ${subCode}`;
      }),
    );

  test('issueToken 429: of many wrong secrets at once as many are told so as the limit has (A-24, R14)', async () => {
    const answers = await answersOf(() => ask('token', bySecret('wrong')));
    const told = answers.filter((answer) => answer === '401 client_authentication_failed');
    expect(told).toHaveLength(BURST);
    expect(answers.filter((answer) => answer === '429 account_locked')).toHaveLength(AT_ONCE - BURST);
  });

  test('issueToken 429: sub-codes tell one network of so many tenants and accounts, and no more (A-19)', async () => {
    const { host } = new URL(service.config.publicUrl);
    const answers = await answersOf((index) => {
      const nobody = `account-${index}@${crypto.randomUUID()}.${host}`;
      return presentGrant(forgedBy({ iss: nobody, sub: nobody }));
    });
    const told = answers.filter((answer) => answer !== '429 account_locked');
    expect(told.length).toBeGreaterThanOrEqual(10 * BURST);
    // One more each second, of however many the test takes.
    expect(told.length).toBeLessThan(AT_ONCE);
  });
});

describe('what an honest integrator meets while trying things out never counts (R14)', () => {
  const attempts: [string, () => Promise<Response>][] = [
    ['an assertion that has expired', () => presentGrant(newAssertion(service, tenant, { iat: 1, exp: 2 }))],
    [
      'an assertion for another audience',
      () => presentGrant(newAssertion(service, tenant, { aud: 'https://x.example' })),
    ],
    ['a scope that is not its own', () => ask('token', { ...bySecret(tenant.clientSecret), scope: 'all' })],
    ['a form without a grant', () => send('token', bySecret('wrong'))],
    ['no credentials at all', () => send('token', wanted.token)],
    ['a right secret without a token to revoke', () => send('revoke', bySecret(tenant.clientSecret))],
  ];

  test.each(attempts)('%s', async (_what, attempt) => {
    const seen = await failTimes(BURST + 3, attempt);
    expect(seen.filter((answer) => answer.startsWith('429'))).toEqual([]);
    expect(await refusedWith(await ask('token', bySecret('wrong')))).toEqual([
      401,
      'client_authentication_failed',
    ]);
  });
});

describe('500 wrong attempts at once (R14)', () => {
  let inventedCount = 0;
  const underNewName = () => {
    inventedCount += 1;
    return ask('token', bySecret('wrong', `tcl_${String(inventedCount).padStart(20, '0')}`));
  };
  const right = () => ask('token', bySecret(tenant.clientSecret));
  const floods: [string, () => Promise<Response>, () => Promise<Response>][] = [
    ['wrong secrets', () => ask('token', bySecret('wrong')), right],
    ['forged assertions', () => presentGrant(forgedBy()), () => presentGrant(newAssertion(service, tenant))],
    ['wrong secrets under ever new names', underNewName, right],
  ];
  const times = (count: number, attempt: () => Promise<Response>) => Array.from({ length: count }, attempt);

  test.each(floods)(
    'issueToken 429: %s end in refusals alone, leave another address alone, and then the limit stands',
    async (_what, attempt, rightOne) => {
      const bystander = () => ask('token', bySecret(other.clientSecret, other.clientId), '203.0.113.201');
      const first = times(250, attempt);
      const theirs = bystander();
      const answers = await Promise.all([...first, ...times(250, attempt)]);
      const seen = await Promise.all(answers.map(refusedWith));
      expect(seen.filter(([status]) => ![400, 401, 429].includes(status))).toEqual([]);
      expect((await theirs).status).toBe(200);
      const after = await Promise.all(times(20, attempt));
      // On a slow machine a place or two has come free meanwhile.
      const locked = after.filter(({ status }) => status === 429);
      expect(locked.length).toBeGreaterThan(10);
      for (const answer of locked) await expectLocked(answer);
      expect((await rightOne()).status).toBe(200);
    },
  );

  test.each(floods)(
    'issueToken 429: the right one in the midst of %s gets its token',
    async (_what, attempt, rightOne) => {
      await failTimes(10 * BURST, attempt);
      const before = times(250, attempt);
      const ours = rightOne();
      const answers = await Promise.all([...before, ...times(250, attempt)]);
      const seen = (await Promise.all(answers.map(refusedWith))).map(String);
      // On a slow machine a place or two comes free meanwhile.
      const others = seen.filter((one) => one !== String(LOCKED));
      expect(others.every((one) => one.startsWith('40'))).toBe(true);
      expect(others.length).toBeLessThanOrEqual(seen.length / 20);
      expect((await grantedWith(await ours)).access_token).toBeTruthy();
    },
  );

  test('issueToken 429: from one address keep nobody out who failed at another', async () => {
    const elsewhere = '203.0.113.202';
    const askElsewhere = (secret: string) => ask('token', bySecret(secret, other.clientId), elsewhere);
    await failTimes(10 * BURST, () => ask('token', bySecret('wrong')));
    await failTimes(BURST, () => askElsewhere('wrong'));
    const flood = times(500, () => ask('token', bySecret('wrong')));
    const theirs = await Promise.all(times(20, () => askElsewhere(other.clientSecret)));
    await Promise.all(flood);
    expect(new Set(theirs.map((answer) => answer.status))).toEqual(new Set([200]));
  });
});
