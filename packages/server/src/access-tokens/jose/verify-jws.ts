import { constants, type KeyObject, verify } from 'node:crypto';
import type { AssertionAlgorithm } from '@titular/contract';
import type { CompactJws } from './compact-jws.ts';

const NUMBER_BYTES = 32;
const SIGN_BIT = 0x80;
const [SEQUENCE, INTEGER] = [0x30, 0x02];

/** Most bytes of both numbers in DER: each with its head and a zero before it, and the head of the sequence. */
const MAX_DER_BYTES = 2 + 2 * (3 + NUMBER_BYTES);

/** Writes a positive number in DER (X.690 section 8.3), with no zeros before it but one where it would read as negative; answers where it ends. */
function writeInteger(der: Buffer, at: number, signature: Buffer, from: number): number {
  const end = from + NUMBER_BYTES;
  let first = from;
  while (first < end - 1 && signature[first] === 0) first += 1;
  const padding = (signature[first] ?? 0) >= SIGN_BIT ? 1 : 0;
  der[at] = INTEGER;
  der[at + 1] = padding + end - first;
  der[at + 2] = 0;
  der.set(signature.subarray(first, end), at + 2 + padding);
  return at + 2 + padding + end - first;
}

/** The two numbers of a signature (RFC 7518 section 3.4) in the form that OpenSSL reads (RFC 3279 section 2.2.3). */
function toDer(signature: Buffer): Buffer {
  const der = Buffer.alloc(MAX_DER_BYTES);
  const end = writeInteger(der, writeInteger(der, 2, signature, 0), signature, NUMBER_BYTES);
  der[0] = SEQUENCE;
  der[1] = end - 2;
  return der.subarray(0, end);
}

type Check = (input: Buffer, key: KeyObject, signature: Buffer) => boolean;

/** Verification by algorithm (RFC 7518 sections 3.3 to 3.5, RFC 8037 section 3.1). */
const CHECKS: Readonly<Record<AssertionAlgorithm, Check>> = {
  ES256: (input, key, signature) =>
    signature.length === 2 * NUMBER_BYTES && verify('sha256', input, key, toDer(signature)),
  EdDSA: (input, key, signature) => verify(null, input, key, signature),
  RS256: (input, key, signature) => verify('sha256', input, key, signature),
  PS256: (input, key, signature) =>
    verify(
      'sha256',
      input,
      {
        key,
        padding: constants.RSA_PKCS1_PSS_PADDING,
        saltLength: constants.RSA_PSS_SALTLEN_DIGEST,
      },
      signature,
    ),
};

/** Whether the key of that algorithm signed the text; at once, for the reason that decision 0080 gives for signing. */
export const isSignedWith = (
  { signingInput, signature }: Pick<CompactJws, 'signingInput' | 'signature'>,
  algorithm: AssertionAlgorithm,
  key: KeyObject,
): boolean => CHECKS[algorithm](Buffer.from(signingInput), key, signature);
