import { rotateSigningKeys } from '@titular/server/access-tokens/signing-keys/rotate-signing-keys.ts';
import { listSigningKeys } from '@titular/server/access-tokens/signing-keys/signing-key-store.ts';
import { PUBLICATION_LEAD_SECONDS } from '@titular/server/access-tokens/signing-keys/signing-keys.ts';
import {
  addTenant,
  createManualClock,
  fetchToken,
  operatorOf,
  startTestService,
  type TestService,
} from '@titular/test-kit';
import { createLocalJWKSet, decodeProtectedHeader, type JSONWebKeySet, jwtVerify } from 'jose';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { Phone, registerShop } from '../captures/phone.ts';
import { newMerchant } from '../transactions/api.ts';

const LINK_LIFETIME_SECONDS = 1_800;
// A process reads the keys again when what it knows is this old.
const KEY_MEMORY_SECONDS = 30;

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

const lifetimes = { 'access-token': 3_600, 'sdk-token': LINK_LIFETIME_SECONDS, receipt: 3_600 };
const operator = () => ({ ...operatorOf(first), clock });
const rotate = (purpose: 'access-token' | 'sdk-token') =>
  rotateSigningKeys(operator(), first.service.masterKeys, lifetimes, purpose);
const nowSeconds = () => clock.now().getTime() / 1000;

const keyIdOf = (token: string): string => String(decodeProtectedHeader(token).kid);
const storedIds = async (): Promise<string[]> =>
  (await listSigningKeys(first.service.database.db)).map((key) => key.keyId);

async function fetchJwks(service: TestService): Promise<{ keys: JSONWebKeySet; freshSeconds: number }> {
  const response = await fetch(`${service.url}/oauth2/jwks`);
  const maximumAge = /max-age=(\d+)/.exec(response.headers.get('cache-control') ?? '')?.[1];
  return { keys: (await response.json()) as JSONWebKeySet, freshSeconds: Number(maximumAge) };
}

/** Who verifies with the published keys and fetches them again only when the answer says that they are stale (RFC 9111 section 4.2). */
function createCachingVerifier(from: TestService) {
  let cached: { keys: JSONWebKeySet; freshUntil: number } | undefined;
  return async (token: string): Promise<string> => {
    if (!cached || nowSeconds() >= cached.freshUntil) {
      const { keys, freshSeconds } = await fetchJwks(from);
      cached = { keys, freshUntil: nowSeconds() + freshSeconds };
    }
    await jwtVerify(token, createLocalJWKSet(cached.keys), { currentDate: clock.now() });
    return keyIdOf(token);
  };
}

/** Moves the clock on, to so many seconds after `from`. */
const moveTo = (from: number, seconds: number): void => clock.advanceSeconds(from + seconds - nowSeconds());

// Seconds after a rotation at which something changes: what is cached grows stale, the new key begins to sign.
const moments = [-1, 0, 1, 29, 30, 31]
  .flatMap((offset) => [300 + offset, PUBLICATION_LEAD_SECONDS + offset])
  .concat(700)
  .sort((one, other) => one - other);

describe('the published keys through a rotation (R12)', () => {
  test.each([0, KEY_MEMORY_SECONDS - 1, KEY_MEMORY_SECONDS])(
    'kept as long as they say, fetched %i s after it, they verify every token that is issued',
    async (fetchedAfterSeconds) => {
      const tenant = await addTenant(first);
      const verify = createCachingVerifier(second);
      // What the second process knows of the keys is as old as can be when they are fetched from it.
      await fetchJwks(second);
      const start = nowSeconds();
      const { keyId } = await rotate('access-token');
      const seen = new Set<string>();
      moveTo(start, fetchedAfterSeconds);
      await verify(await fetchToken(first, tenant));
      for (const seconds of moments) {
        moveTo(start, seconds);
        seen.add(await verify(await fetchToken(first, tenant)));
      }
      expect(seen).toContain(keyId);
    },
  );

  test('the key before signs until the new one has been published long enough, then the new one alone', async () => {
    const tenant = await addTenant(first);
    const signers = async () =>
      new Set((await Promise.all([first, second].map((one) => fetchToken(one, tenant)))).map(keyIdOf));
    const [oldId = ''] = [...(await signers())];
    const start = nowSeconds();
    const { keyId } = await rotate('access-token');
    for (const seconds of [0, 1, KEY_MEMORY_SECONDS, PUBLICATION_LEAD_SECONDS - 1]) {
      moveTo(start, seconds);
      expect(await signers()).toEqual(new Set([oldId]));
    }
    for (const seconds of [PUBLICATION_LEAD_SECONDS + 2 * KEY_MEMORY_SECONDS, 3_600, 7_200, 10_000]) {
      moveTo(start, seconds);
      expect(await signers()).toEqual(new Set([keyId]));
    }
  });

  test('keys for one purpose stand while those for the other are rotated', async () => {
    const before = await storedIds();
    const { keyId, retiredKeyIds, retiredAt } = await rotate('sdk-token');
    expect(retiredKeyIds).toHaveLength(1);
    moveTo(retiredAt.getTime() / 1000, KEY_MEMORY_SECONDS + 1);
    const published = (await fetchJwks(second)).keys.keys.map((key) => key.kid);
    const kept = before.filter((id) => !retiredKeyIds.includes(id));
    expect(new Set(published)).toEqual(new Set([...kept, keyId]));
  });
});

/** Pages to be opened with the SDK tokens of one round, by 20 buyers. */
async function newSdkTokens(from: TestService): Promise<string[]> {
  const merchant = await newMerchant(from);
  await registerShop(from);
  const created = await Promise.all(Array.from({ length: 20 }, () => merchant.create({}, from)));
  return created.map(({ body }) => String(body['token']));
}

test('while 20 buyers a round open their pages at the other process, a rotation refuses no SDK token before its time (R12)', async () => {
  const seen = new Set<string>();
  const openAll = async (tokens: readonly string[], at: TestService) => {
    const keys = createLocalJWKSet((await fetchJwks(at)).keys);
    for (const token of tokens) {
      await jwtVerify(token, keys, { currentDate: clock.now() });
      seen.add(keyIdOf(token));
    }
    const answers = await Promise.all(tokens.map((token) => new Phone(at).openByToken(token)));
    expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([200]));
  };
  let held = await newSdkTokens(first);
  const [oldId = ''] = held.map(keyIdOf);
  const { keyId, retiredAt } = await rotate('sdk-token');
  // Each round's tokens are opened at the end of their life; together the rounds reach past the end of the old key.
  const steps = [PUBLICATION_LEAD_SECONDS - 1, 1, 1_799, 1_799, 1_799, 1_799];
  for (const [round, seconds] of steps.entries()) {
    const [from, to] = round % 2 ? [first, second] : [second, first];
    clock.advanceSeconds(seconds);
    await openAll(held, to);
    held = await newSdkTokens(from);
  }
  expect(clock.now() > retiredAt).toBe(true);
  expect(seen).toEqual(new Set([oldId, keyId]));
  clock.advanceSeconds(KEY_MEMORY_SECONDS + 1);
  expect((await fetchJwks(second)).keys.keys.map((key) => key.kid)).not.toContain(oldId);
});
