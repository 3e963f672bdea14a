import {
  endSigningKeys,
  rotateSigningKeys,
  SIGNED_LIFETIMES,
} from '@titular/server/access-tokens/signing-keys/rotate-signing-keys.ts';
import {
  addTenant,
  createManualClock,
  fetchToken,
  operatorOf,
  startTestService,
  type TestService,
} from '@titular/test-kit';
import { decodeProtectedHeader, type JSONWebKeySet } from 'jose';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { Phone, registerShop } from '../captures/phone.ts';
import { newMerchant } from '../transactions/api.ts';

// How old may be what a process knows of the keys, and of a token that it has seen.
const KEY_SECONDS = 30;
const TOKEN_SECONDS = 4;

let first: TestService;
let second: TestService;
let clock: ReturnType<typeof createManualClock>;

beforeEach(async () => {
  clock = createManualClock();
  first = await startTestService({ clock });
  second = await startTestService({ clock, sharedWith: first });
  clock.advanceSeconds(600);
});
afterEach(async () => {
  await second.close();
  await first.close();
});

const operator = () => ({ ...operatorOf(first), clock });
const end = (purpose: 'access-token' | 'sdk-token') =>
  operator()
    .db.transaction()
    .execute((trx) => endSigningKeys({ ...operator(), db: trx }, first.service.masterKeys, purpose));
const rotate = () =>
  rotateSigningKeys(operator(), first.service.masterKeys, SIGNED_LIFETIMES, 'access-token');

const readStatus = async (service: TestService, token: string): Promise<number> =>
  (
    await fetch(`${service.url}/api/public/v1/walletid/transactions/${crypto.randomUUID()}`, {
      headers: { authorization: `Bearer ${token}` },
    })
  ).status;
const readBoth = (token: string) => Promise.all([first, second].map((one) => readStatus(one, token)));

const publishedIds = async (service: TestService): Promise<string[]> =>
  ((await (await fetch(`${service.url}/oauth2/jwks`)).json()) as JSONWebKeySet).keys.map(
    ({ kid }) => kid ?? '',
  );

test('ended keys sign nothing that any process accepts, though a rotation was under way, and clients fetch new tokens (R12)', async () => {
  const tenant = await addTenant(first);
  const seen = await fetchToken(first, tenant);
  const unseen = await fetchToken(second, tenant);
  expect(await readBoth(seen)).toEqual([404, 404]);
  // The answer of before does not end them: the old key signs on for six minutes, and is accepted for two hours.
  const waiting = await rotate();
  const { keyId, retiredKeyIds, retiredAt, signsFrom } = await end('access-token');
  expect(retiredKeyIds).toEqual(
    expect.arrayContaining([String(decodeProtectedHeader(seen).kid), waiting.keyId]),
  );
  expect([signsFrom, retiredAt]).toEqual([clock.now(), clock.now()]);

  clock.advanceSeconds(KEY_SECONDS);
  expect(await readBoth(unseen)).toEqual([403, 403]);
  clock.advanceSeconds(TOKEN_SECONDS);
  expect(await readBoth(seen)).toEqual([403, 403]);
  for (const service of [first, second]) {
    const fresh = await fetchToken(service, tenant);
    expect(decodeProtectedHeader(fresh).kid).toBe(keyId);
    expect(await readBoth(fresh)).toEqual([404, 404]);
    expect(await publishedIds(service)).not.toEqual(expect.arrayContaining(retiredKeyIds));
  }
  const entry = await first.service.database.db
    .selectFrom('audit_log')
    .select(['subject', 'after'])
    .where('action', '=', 'signing-key.rotate')
    .where('subject', '=', `signing-key/${keyId}`)
    .executeTakeFirstOrThrow();
  expect(entry.after).toMatchObject({ purpose: 'access-token', othersRetiredAt: retiredAt.toISOString() });
});

test('ended keys of SDK tokens open no page, while open pages go on and a renewed link brings a token that does (R12)', async () => {
  const merchant = await newMerchant(first);
  await registerShop(first);
  const [one, other] = await Promise.all(['1', '2'].map((orderNumber) => merchant.create({ orderNumber })));
  const open = new Phone(second);
  expect((await open.openByToken(other?.body['token'])).status).toBe(200);
  await end('sdk-token');
  clock.advanceSeconds(KEY_SECONDS);
  for (const service of [first, second])
    expect((await new Phone(service).openByToken(one?.body['token'])).status).not.toBe(200);
  expect((await open.view()).status).toBe(200);
  const renewed = await merchant.call('renewLink', { id: String(one?.body['id']) });
  expect((await new Phone(second).openByToken(renewed.body['token'])).status).toBe(200);
});
