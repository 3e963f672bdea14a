import { readSignedToken } from '@titular/server/access-tokens/tokens/read-access-token.ts';
import { forgedCache } from '@titular/server/access-tokens/tokens/verify-access-token.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTokenBench, type TokenBench } from './token-bench.ts';

let bench: TokenBench;
beforeAll(async () => {
  bench = await openTokenBench();
});
afterAll(() => bench.drop());

const signatureOf = (token: string): Buffer => Buffer.from(token.split('.')[2] ?? '', 'base64url');

/** The token with another signature of the right length, which differs from number to number. */
function forge(token: string, number: number): string {
  const signature = signatureOf(token);
  signature.writeUInt32BE((signature.readUInt32BE(0) + 1 + number) % 2 ** 32, 0);
  return `${token.slice(0, token.lastIndexOf('.'))}.${signature.toString('base64url')}`;
}

test('a forged token is remembered as such, and a sound one beside it is taken (R11)', async () => {
  const token = await bench.issue();
  const forged = forge(token, 0);
  expect(await readSignedToken(bench, forged)).toBe('forged');
  const before = forgedCache.entries();
  for (let times = 0; times < 3; times += 1) expect(await bench.verify(forged)).toBeUndefined();
  expect(forgedCache.entries() - before).toBe(1);
  expect(await bench.verify(token)).toBeDefined();
});

test('only a false signature is remembered, not a key that may still come or a token that has expired', async () => {
  const token = await bench.issue();
  const before = forgedCache.entries();
  const header = { alg: 'ES256', typ: 'at+jwt', kid: 'one-that-may-come' };
  const ofOtherKey = `${Buffer.from(JSON.stringify(header)).toString('base64url')}${token.slice(token.indexOf('.'))}`;
  for (const text of [ofOtherKey, 'not a token', `${token}.x`])
    expect(await bench.verify(text)).toBeUndefined();
  expect(forgedCache.entries()).toBe(before);
});

test('a flood of forged tokens takes bounded room and displaces no sound token', async () => {
  const token = await bench.issue();
  expect(await bench.verify(token)).toBeDefined();
  const flood = Array.from({ length: 1_200 }, (_, number) => bench.verify(forge(token, number)));
  expect((await Promise.all(flood)).every((caller) => caller === undefined)).toBe(true);
  expect(forgedCache.entries()).toBe(1_000);
  expect(await bench.verify(token)).toBeDefined();
});
