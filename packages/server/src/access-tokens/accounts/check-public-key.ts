import { createPublicKey, type JsonWebKey, type KeyObject } from 'node:crypto';
import type { AssertionAlgorithm } from '@titular/contract';
import type { JWK } from 'jose';
import { registeredAlgorithm } from '../grants/assertion.ts';
import { isSoundEd25519Point } from './ed25519-point.ts';

/** Why a public key is not registered. */
export type KeyFault =
  | 'not_a_key'
  | 'key_set'
  | 'private_material'
  | 'symmetric_key'
  | 'wrong_use'
  | 'wrong_algorithm'
  | 'wrong_curve'
  | 'weak_key';

/** What the check says: the bare public key to store, or the fault. */
export type KeyCheck = { kind: 'sound'; publicJwk: JWK } | { kind: 'refused'; reason: KeyFault };

const RSA_BITS = { smallest: 2048, largest: 4096 };
const RSA_EXPONENT = { smallest: 65537n, largest: 2n ** 32n };
const PRIVATE_MEMBERS = ['d', 'p', 'q', 'dp', 'dq', 'qi', 'oth'];
// Moduli of a known faulty generator are powers of 65537 modulo each of these primes; others practically never are.
const FINGERPRINT_PRIMES = [
  11, 13, 17, 19, 37, 53, 61, 71, 73, 79, 97, 103, 107, 109, 127, 151, 157,
] as const;

function isPowerOf65537(value: number, prime: number): boolean {
  let power = 1;
  do {
    if (power === value) return true;
    power = (power * (65537 % prime)) % prime;
  } while (power !== 1);
  return false;
}

const isFaultyModulus = (modulus: bigint): boolean =>
  FINGERPRINT_PRIMES.every((prime) => isPowerOf65537(Number(modulus % BigInt(prime)), prime));

function findRsaFault(key: KeyObject, jwk: JsonWebKey): KeyFault | undefined {
  const bits = key.asymmetricKeyDetails?.modulusLength ?? 0;
  const exponent = key.asymmetricKeyDetails?.publicExponent ?? 0n;
  if (bits < RSA_BITS.smallest || bits > RSA_BITS.largest) return 'weak_key';
  if (exponent < RSA_EXPONENT.smallest || exponent > RSA_EXPONENT.largest || exponent % 2n === 0n)
    return 'weak_key';
  const modulus = BigInt(`0x${Buffer.from(jwk.n ?? '', 'base64url').toString('hex')}`);
  return modulus % 2n === 0n || isFaultyModulus(modulus) ? 'weak_key' : undefined;
}

type Check = (key: KeyObject, jwk: JsonWebKey) => KeyFault | undefined;

const findEcFault: Check = (_key, jwk) => (jwk.crv === 'P-256' ? undefined : 'wrong_curve');
const findEdFault: Check = (_key, jwk) =>
  isSoundEd25519Point(Buffer.from(jwk.x ?? '', 'base64url')) ? undefined : 'weak_key';

const CHECKS: Record<AssertionAlgorithm, { type: string; check: Check }> = {
  ES256: { type: 'ec', check: findEcFault },
  EdDSA: { type: 'ed25519', check: findEdFault },
  PS256: { type: 'rsa', check: findRsaFault },
  RS256: { type: 'rsa', check: findRsaFault },
};

/** What a JWK says about itself (RFC 7517 section 4), before it is taken for a key. */
function findDeclaredFault(
  jwk: Record<string, unknown>,
  algorithm: AssertionAlgorithm,
): KeyFault | undefined {
  if ('keys' in jwk) return 'key_set';
  if (jwk['kty'] === 'oct' || 'k' in jwk) return 'symmetric_key';
  if (PRIVATE_MEMBERS.some((member) => member in jwk)) return 'private_material';
  if (jwk['use'] !== undefined && jwk['use'] !== 'sig') return 'wrong_use';
  const operations = jwk['key_ops'];
  if (operations !== undefined && !(Array.isArray(operations) && operations.includes('verify')))
    return 'wrong_use';
  return jwk['alg'] === undefined || registeredAlgorithm(jwk['alg']) === algorithm
    ? undefined
    : 'wrong_algorithm';
}

// Node would take the public half out of a private key or a certificate; neither should have been sent.
function findPemFault(pem: string): KeyFault | undefined {
  if (pem.includes('PRIVATE KEY')) return 'private_material';
  return pem.trim().startsWith('-----BEGIN PUBLIC KEY-----') ? undefined : 'not_a_key';
}

function importKey(key: string | Record<string, unknown>): KeyObject | undefined {
  try {
    return typeof key === 'string'
      ? createPublicKey(key)
      : createPublicKey({ key: key as JsonWebKey, format: 'jwk' });
  } catch {
    return undefined;
  }
}

/** Checks a public key, as JWK or as PEM (SPKI), for the algorithm it is to be registered for; import refuses points that are off the curve. */
export function checkPublicKey(
  key: string | Record<string, unknown>,
  algorithm: AssertionAlgorithm,
): KeyCheck {
  const declared = typeof key === 'string' ? findPemFault(key) : findDeclaredFault(key, algorithm);
  if (declared) return { kind: 'refused', reason: declared };
  const imported = importKey(key);
  if (!imported) return { kind: 'refused', reason: 'not_a_key' };
  const { type, check } = CHECKS[algorithm];
  if (imported.asymmetricKeyType !== type) return { kind: 'refused', reason: 'wrong_algorithm' };
  const publicJwk = imported.export({ format: 'jwk' });
  const fault = check(imported, publicJwk);
  return fault ? { kind: 'refused', reason: fault } : { kind: 'sound', publicJwk: publicJwk as JWK };
}
