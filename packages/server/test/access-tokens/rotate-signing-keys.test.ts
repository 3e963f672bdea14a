import {
  rotateAgedSigningKeys,
  rotateSigningKeys,
} from '@titular/server/access-tokens/signing-keys/rotate-signing-keys.ts';
import {
  deleteRetiredSigningKeys,
  listSigningKeys,
} from '@titular/server/access-tokens/signing-keys/signing-key-store.ts';
import { PUBLICATION_LEAD_SECONDS } from '@titular/server/access-tokens/signing-keys/signing-keys.ts';
import {
  addTenant,
  createManualClock,
  fetchToken,
  operatorOf,
  startTestService,
  type TestService,
  type TestTenant,
} from '@titular/test-kit';
import { createLocalJWKSet, decodeProtectedHeader, type JSONWebKeySet, jwtVerify } from 'jose';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { Phone, registerShop } from '../captures/phone.ts';
import { newMerchant } from '../transactions/api.ts';

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

const lifetimes = { 'access-token': 3_600, 'sdk-token': 1800, receipt: 3_600 };
const operator = () => ({ ...operatorOf(first), clock });
const rotate = (purpose: 'access-token' | 'sdk-token') =>
  rotateSigningKeys(operator(), first.service.masterKeys, lifetimes, purpose);

const readJwks = async (service: TestService): Promise<JSONWebKeySet> =>
  (await (await fetch(`${service.url}/oauth2/jwks`)).json()) as JSONWebKeySet;
const publishedIds = async (): Promise<string[]> => (await readJwks(second)).keys.map((key) => key.kid ?? '');

const readStatus = async (service: TestService, token: string): Promise<number> =>
  (
    await fetch(`${service.url}/api/public/v1/walletid/transactions/${crypto.randomUUID()}`, {
      headers: { authorization: `Bearer ${token}` },
    })
  ).status;

/** Takes a token from one process and uses it, and every token that is still good, at the other. */
class Client {
  readonly tenant: TestTenant;
  readonly held: { token: string; expiresAtMs: number }[] = [];
  readonly keyIds = new Set<string>();

  constructor(tenant: TestTenant) {
    this.tenant = tenant;
  }

  async turn(from: TestService, to: TestService): Promise<number[]> {
    const token = await fetchToken(from, this.tenant);
    const keys = createLocalJWKSet(await readJwks(to));
    await jwtVerify(token, keys, { currentDate: clock.now() });
    this.keyIds.add(decodeProtectedHeader(token).kid ?? '');
    this.held.push({ token, expiresAtMs: clock.now().getTime() + 3_600_000 });
    const good = this.held.filter(({ expiresAtMs }) => clock.now().getTime() < expiresAtMs);
    return Promise.all(good.map((one) => readStatus(to, one.token)));
  }
}

test('while 20 clients work over two processes, a rotation refuses no token before its time (R12)', async () => {
  const tenant = await addTenant(first);
  const clients = Array.from({ length: 20 }, () => new Client(tenant));
  const workRound = async (round: number): Promise<void> => {
    const [from, to] = round % 2 ? [first, second] : [second, first];
    const answers = await Promise.all(clients.map((client) => client.turn(from, to)));
    expect(new Set(answers.flat())).toEqual(new Set([404]));
  };
  await workRound(0);
  const [oldId = ''] = [...(clients[0]?.keyIds ?? [])];
  const { keyId, retiredAt } = await rotate('access-token');
  // Past the lead of publication, through the overlap, up to and past the end of the old key.
  const steps = [31, PUBLICATION_LEAD_SECONDS, 1_500, 1_800, 1_800, 1_800, 900];
  for (const [round, seconds] of steps.entries()) {
    const isOldPublished = clock.now() < retiredAt;
    if (isOldPublished && round > 0)
      expect(await publishedIds()).toEqual(expect.arrayContaining([oldId, keyId]));
    clock.advanceSeconds(seconds);
    await workRound(round + 1);
  }
  expect(clock.now() > retiredAt).toBe(true);
  clock.advanceSeconds(31);
  expect(await publishedIds()).not.toContain(oldId);
  expect(clients.every((client) => client.keyIds.has(oldId) && client.keyIds.has(keyId))).toBe(true);
  expect(await deleteRetiredSigningKeys(first.service.database.db, clock.now(), 100)).toBe(1);
  expect((await listSigningKeys(first.service.database.db)).map((key) => key.keyId)).not.toContain(oldId);
  await workRound(99);
});

test('an SDK token from before a rotation opens its page for as long as it lives', async () => {
  const merchant = await newMerchant(first);
  await registerShop(first);
  const { body } = await merchant.create();
  const { keyId, retiredAt } = await rotate('sdk-token');
  clock.advanceSeconds(1_790);
  expect((await new Phone(second).openByToken(body['token'])).status).toBe(200);
  const later = await merchant.create({ orderNumber: 'later' });
  expect(decodeProtectedHeader(String(later.body['token'])).kid).toBe(keyId);
  expect(retiredAt.getTime() - clock.now().getTime()).toBeGreaterThan(1_800_000);
});

test('a second rotation in the midst of the first leaves the oldest key its time', async () => {
  const tenant = await addTenant(first);
  const token = await fetchToken(first, tenant);
  const one = await rotate('access-token');
  clock.advanceSeconds(10);
  const two = await rotate('access-token');
  expect(two.retiredKeyIds).toEqual([one.keyId]);
  clock.advanceSeconds(3_580);
  expect(await readStatus(second, token)).toBe(404);
  expect(decodeProtectedHeader(await fetchToken(second, tenant)).kid).toBe(two.keyId);
});

test('keys are rotated by themselves when they are older than set, once, and not before', async () => {
  const age = (days: number) => rotateAgedSigningKeys(operator(), first.service.masterKeys, lifetimes, days);
  expect(await age(90)).toEqual([]);
  clock.advanceSeconds(90 * 86_400 + 1);
  expect(await age(90)).toEqual(['access-token', 'sdk-token', 'receipt']);
  expect(await age(90)).toEqual([]);
});
