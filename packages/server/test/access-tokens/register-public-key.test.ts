import { createECDH, generateKeyPairSync, type JsonWebKey } from 'node:crypto';
import type { AssertionAlgorithm } from '@titular/contract';
import { findAccountKeys } from '@titular/server/access-tokens/accounts/account-key-store.ts';
import { checkPublicKey } from '@titular/server/access-tokens/accounts/check-public-key.ts';
import { registerPublicKey } from '@titular/server/access-tokens/accounts/register-public-key.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTokenBench, type TokenBench } from './token-bench.ts';

let bench: TokenBench;
beforeAll(async () => {
  bench = await openTokenBench();
});
afterAll(() => bench.drop());

type Jwk = Record<string, unknown>;
const asJwk = (jwk: JsonWebKey): Jwk => ({ ...jwk });
const ec = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const ed = generateKeyPairSync('ed25519');
const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 });
const ecJwk = asJwk(ec.publicKey.export({ format: 'jwk' }));
const rsaJwk = asJwk(rsa.publicKey.export({ format: 'jwk' }));
const number = (value: bigint): string => {
  const hex = value.toString(16);
  return Buffer.from(hex.length % 2 ? `0${hex}` : hex, 'hex').toString('base64url');
};
const littleEndian = (value: bigint): string =>
  Buffer.from(value.toString(16).padStart(64, '0'), 'hex').reverse().toString('base64url');
const pem = (key: { export(options: { type: 'spki'; format: 'pem' }): string | Buffer }): string =>
  String(key.export({ type: 'spki', format: 'pem' }));

describe('a public key (R9)', () => {
  test.each<[string, string | Jwk, AssertionAlgorithm]>([
    ['P-256 as JWK', ecJwk, 'ES256'],
    ['P-256 as PEM', pem(ec.publicKey), 'ES256'],
    ['Ed25519 as JWK', asJwk(ed.publicKey.export({ format: 'jwk' })), 'EdDSA'],
    ['Ed25519 as PEM', pem(ed.publicKey), 'EdDSA'],
    ['RSA for RS256', { ...rsaJwk, use: 'sig', alg: 'RS256', kid: 'mine' }, 'RS256'],
    ['RSA for PS256', pem(rsa.publicKey), 'PS256'],
  ])('is taken: %s', (_what, key, algorithm) => {
    expect(checkPublicKey(key, algorithm).kind).toBe('sound');
  });

  const point = createECDH('prime256v1').generateKeys();
  const p256 = (x: Buffer, y: Buffer): Jwk => ({
    kty: 'EC',
    crv: 'P-256',
    x: x.toString('base64url'),
    y: y.toString('base64url'),
  });
  const small = generateKeyPairSync('rsa', { modulusLength: 1024 }).publicKey;
  const k256 = generateKeyPairSync('ec', { namedCurve: 'secp256k1' }).publicKey;
  const p384 = generateKeyPairSync('ec', { namedCurve: 'P-384' }).publicKey;
  const okp = (x: string): Jwk => ({ kty: 'OKP', crv: 'Ed25519', x });

  test.each<[string, string | Jwk, AssertionAlgorithm, string]>([
    ['RSA of 1024 bits', asJwk(small.export({ format: 'jwk' })), 'RS256', 'weak_key'],
    ['exponent 1', { ...rsaJwk, e: 'AQ' }, 'RS256', 'weak_key'],
    ['exponent 3', { ...rsaJwk, e: 'Aw' }, 'RS256', 'weak_key'],
    ['an even exponent', { ...rsaJwk, e: number(65538n) }, 'RS256', 'weak_key'],
    ['a huge exponent', { ...rsaJwk, e: number(2n ** 64n + 1n) }, 'RS256', 'weak_key'],
    ['RSA of 16384 bits', { ...rsaJwk, n: number(2n ** 16383n + 1n) }, 'RS256', 'weak_key'],
    ['a modulus of the faulty generator', { ...rsaJwk, n: number(65537n ** 128n) }, 'RS256', 'weak_key'],
    ['a point off the curve', p256(point.subarray(1, 33), Buffer.alloc(32, 7)), 'ES256', 'not_a_key'],
    ['the point zero', p256(Buffer.alloc(32), Buffer.alloc(32)), 'ES256', 'not_a_key'],
    ['P-384', pem(p384), 'ES256', 'wrong_curve'],
    ['secp256k1', pem(k256), 'ES256', 'wrong_curve'],
    ['Ed25519 identity', okp(littleEndian(1n)), 'EdDSA', 'weak_key'],
    ['Ed25519 of order four', okp(littleEndian(0n)), 'EdDSA', 'weak_key'],
    ['Ed25519 of order two', okp(littleEndian(2n ** 255n - 20n)), 'EdDSA', 'weak_key'],
    ['Ed25519 of order eight', okp('JuiVj8KyJ7BFw_SJ8u-Y8NXfrAXTxjM5sTgCLYhtUwU'), 'EdDSA', 'weak_key'],
    ['Ed25519 written above the prime', okp(littleEndian(2n ** 255n - 18n)), 'EdDSA', 'weak_key'],
    ['Ed25519 off the curve', okp(littleEndian(2n)), 'EdDSA', 'weak_key'],
    ['a key for encryption', { ...ecJwk, use: 'enc' }, 'ES256', 'wrong_use'],
    ['a key that may not verify', { ...ecJwk, key_ops: ['deriveKey'] }, 'ES256', 'wrong_use'],
    ['a key for another algorithm', { ...rsaJwk, alg: 'PS256' }, 'RS256', 'wrong_algorithm'],
    ['a key of another kind', ecJwk, 'RS256', 'wrong_algorithm'],
    ['a secret key', { kty: 'oct', k: 'c2VjcmV0' }, 'ES256', 'symmetric_key'],
    ['a private JWK', asJwk(ec.privateKey.export({ format: 'jwk' })), 'ES256', 'private_material'],
    [
      'a private PEM',
      String(ec.privateKey.export({ type: 'pkcs8', format: 'pem' })),
      'ES256',
      'private_material',
    ],
    ['a set', { keys: [ecJwk, rsaJwk] }, 'ES256', 'key_set'],
    ['an empty object', {}, 'ES256', 'not_a_key'],
    ['any text', 'key', 'ES256', 'not_a_key'],
  ])('is refused with the reason: %s', (_what, key, algorithm, reason) => {
    expect(checkPublicKey(key, algorithm)).toEqual({ kind: 'refused', reason });
  });

  test('never counts as weak when a sound generator made it', () => {
    for (let round = 0; round < 20; round += 1) {
      expect(checkPublicKey(pem(generateKeyPairSync('ed25519').publicKey), 'EdDSA').kind).toBe('sound');
    }
  });

  test('is stored bare, under its thumbprint or the given id, and an id is given once', async () => {
    const { db, tenantId, account } = bench;
    const registration = { tenantId, account, algorithm: 'ES256' as const, key: { ...ecJwk, note: 'mine' } };
    const first = await registerPublicKey(db, registration);
    expect(first).toMatchObject({ kind: 'registered', keyId: expect.stringMatching(/^[\w-]{43}$/) });
    expect(await registerPublicKey(db, { ...registration, keyId: 'mine' })).toEqual({
      kind: 'registered',
      keyId: 'mine',
    });
    expect(await registerPublicKey(db, registration)).toEqual({
      kind: 'refused',
      reason: 'duplicate_key_id',
    });
    const stored = (await findAccountKeys(db, tenantId, account)).find((key) => key.keyId === 'mine');
    expect(Object.keys(stored?.publicJwk ?? {}).sort()).toEqual(['crv', 'kty', 'x', 'y']);
  });
});
