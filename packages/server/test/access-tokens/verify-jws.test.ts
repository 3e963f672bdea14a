import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { ASSERTION_ALGORITHMS, type AssertionAlgorithm } from '@titular/contract';
import { parseCompactJws } from '@titular/server/access-tokens/jose/compact-jws.ts';
import { isSignedWith } from '@titular/server/access-tokens/jose/verify-jws.ts';
import fc from 'fast-check';
import { CompactSign, compactVerify, errors } from 'jose';
import { describe, expect, test } from 'vitest';

const newPairs: Record<AssertionAlgorithm, () => { privateKey: KeyObject; publicKey: KeyObject }> = {
  ES256: () => generateKeyPairSync('ec', { namedCurve: 'P-256' }),
  EdDSA: () => generateKeyPairSync('ed25519'),
  PS256: () => generateKeyPairSync('rsa', { modulusLength: 2048 }),
  RS256: () => generateKeyPairSync('rsa', { modulusLength: 2048 }),
};

const write = (alg: AssertionAlgorithm, key: KeyObject, count = 0): Promise<string> =>
  new CompactSign(Buffer.from(JSON.stringify({ count }))).setProtectedHeader({ alg }).sign(key);

function verifies(text: string, alg: AssertionAlgorithm, key: KeyObject): boolean {
  const jws = parseCompactJws(text);
  return jws !== undefined && isSignedWith(jws, alg, key);
}

async function joseVerifies(text: string, alg: AssertionAlgorithm, key: KeyObject): Promise<boolean> {
  try {
    await compactVerify(text, key, { algorithms: [alg] });
    return true;
  } catch (error) {
    if (error instanceof errors.JOSEError) return false;
    throw error;
  }
}

const withSignature = (text: string, signature: Uint8Array): string =>
  `${text.slice(0, text.lastIndexOf('.'))}.${Buffer.from(signature).toString('base64url')}`;
const signatureOf = (text: string): Buffer => Buffer.from(text.split('.')[2] ?? '', 'base64url');

// Of 256 numbers one begins with a byte of zeros, which DER leaves out.
const SIGNATURES = 2_000;

test('takes every ES256 signature of another implementation, those with small numbers among them', async () => {
  const { privateKey, publicKey } = newPairs.ES256();
  let small = 0;
  for (let count = 0; count < SIGNATURES; count += 1) {
    const text = await write('ES256', privateKey, count);
    expect(verifies(text, 'ES256', publicKey)).toBe(true);
    const signature = signatureOf(text);
    if (signature[0] === 0 || signature[32] === 0) small += 1;
  }
  expect(small).toBeGreaterThan(0);
});

describe.each(ASSERTION_ALGORITHMS)('a signature by %s', (alg) => {
  const { privateKey, publicKey } = newPairs[alg]();

  test('is taken by its key alone, and for its text alone', async () => {
    const text = await write(alg, privateKey);
    expect(verifies(text, alg, publicKey)).toBe(true);
    expect(verifies(text, alg, newPairs[alg]().publicKey)).toBe(false);
    expect(verifies(withSignature(await write(alg, privateKey, 1), signatureOf(text)), alg, publicKey)).toBe(
      false,
    );
  });

  test('is refused once any bit or its length is changed, as by another implementation', async () => {
    const text = await write(alg, privateKey);
    const sound = signatureOf(text);
    const changed = fc.oneof(
      fc.tuple(fc.nat(sound.length - 1), fc.integer({ min: 1, max: 255 })).map(([at, bits]) => {
        const bytes = Buffer.from(sound);
        bytes[at] = (bytes[at] ?? 0) ^ bits;
        return bytes;
      }),
      fc.integer({ min: 1, max: sound.length - 1 }).map((length) => sound.subarray(0, length)),
      fc.uint8Array({ minLength: 1, maxLength: 8 }).map((more) => Buffer.concat([sound, more])),
      fc.uint8Array({ minLength: 1, maxLength: 2 * sound.length }),
    );
    await fc.assert(
      fc.asyncProperty(changed, async (signature) => {
        const other = withSignature(text, signature);
        expect(verifies(other, alg, publicKey)).toBe(false);
        expect(await joseVerifies(other, alg, publicKey)).toBe(false);
      }),
      { numRuns: 200 },
    );
  });
});

const ORDER = Buffer.from('ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551', 'hex');
const ZERO = Buffer.alloc(32);
const ONE = Buffer.concat([Buffer.alloc(31), Buffer.from([1])]);
const MOST = Buffer.alloc(32, 0xff);

test.each([
  ['both zero', ZERO, ZERO],
  ['the first zero', ZERO, ONE],
  ['the second zero', ONE, ZERO],
  ['both one', ONE, ONE],
  ['the order of the curve', ORDER, ORDER],
  ['the order and one', ORDER, ONE],
  ['the greatest', MOST, MOST],
])('refuses an ES256 signature whose numbers are %s', async (_name, first, second) => {
  const { privateKey, publicKey } = newPairs.ES256();
  const text = withSignature(await write('ES256', privateKey), Buffer.concat([first, second]));
  expect(verifies(text, 'ES256', publicKey)).toBe(false);
});

test('refuses an ES256 signature in the form of DER, which a JWS does not have', async () => {
  const { privateKey, publicKey } = newPairs.ES256();
  const text = await write('ES256', privateKey);
  const der = sign('sha256', Buffer.from(text.slice(0, text.lastIndexOf('.'))), privateKey);
  expect(verifies(withSignature(text, der), 'ES256', publicKey)).toBe(false);
});
