import { constants, type KeyObject, verify } from 'node:crypto';
import type { AssertionAlgorithm } from '@titular/contract';
import type { CompactJws } from './compact-jws.ts';

const NUMBER_BYTES = 32;
const SIGN_BIT = 0x80;
const [SEQUENCE, INTEGER] = [0x30, 0x02];

/** A positive number in DER (X.690 section 8.3): no zeros before it but one, where it would read as negative. */
function toInteger(number: Buffer): Buffer {
  const first = number.findIndex((byte) => byte !== 0);
  const digits = first === -1 ? number.subarray(-1) : number.subarray(first);
  const padding = (digits[0] ?? 0) >= SIGN_BIT ? [0] : [];
  return Buffer.from([INTEGER, padding.length + digits.length, ...padding, ...digits]);
}

/** The two numbers of a signature (RFC 7518 section 3.4) in the form that OpenSSL reads (RFC 3279 section 2.2.3). */
function toDer(signature: Buffer): Buffer {
  const numbers = [signature.subarray(0, NUMBER_BYTES), signature.subarray(NUMBER_BYTES)].map(toInteger);
  const body = Buffer.concat(numbers);
  return Buffer.concat([Buffer.from([SEQUENCE, body.length]), body]);
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
