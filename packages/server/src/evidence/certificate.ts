import { createHash, webcrypto } from 'node:crypto';
import { Integer, Utf8String } from 'asn1js';
import { AttributeTypeAndValue, Certificate, CryptoEngine } from 'pkijs';
import type { CurrentSigningKey } from '../access-tokens/index.ts';

const COMMON_NAME = '2.5.4.3';
const ORGANISATION = '2.5.4.10';
const VALID_YEARS = 20;
const SERIAL_BYTES = 16;

/** The Web Crypto of Node.js as the CMS library wants it. */
export const cryptoEngine = new CryptoEngine({ name: 'node', crypto: webcrypto as unknown as Crypto });

// Positive and stable: made again after a restart, the certificate of a key has the same number.
function serialOf(kid: string): Integer {
  const bytes = createHash('sha256').update(kid).digest().subarray(0, SERIAL_BYTES);
  bytes[0] = ((bytes[0] ?? 0) & 0x3f) | 0x40;
  return new Integer({ valueHex: new Uint8Array(bytes).buffer });
}

function names(issuer: string, kid: string): AttributeTypeAndValue[] {
  return [
    new AttributeTypeAndValue({ type: ORGANISATION, value: new Utf8String({ value: new URL(issuer).host }) }),
    new AttributeTypeAndValue({
      type: COMMON_NAME,
      value: new Utf8String({ value: `titular evidence ${kid}` }),
    }),
  ];
}

/** A certificate (RFC 5280) that the key itself signed, valid for 20 years: PDF signatures carry one. Who wants to be sure compares its key with the published key of the same name. */
export async function createCertificate(key: CurrentSigningKey, issuer: string): Promise<Certificate> {
  const certificate = new Certificate();
  certificate.version = 2;
  certificate.serialNumber = serialOf(key.kid);
  for (const name of names(issuer, key.kid)) {
    certificate.issuer.typesAndValues.push(name);
    certificate.subject.typesAndValues.push(name);
  }
  const end = new Date(key.createdAt);
  end.setUTCFullYear(end.getUTCFullYear() + VALID_YEARS);
  certificate.notBefore.value = key.createdAt;
  certificate.notAfter.value = end;
  await certificate.subjectPublicKeyInfo.importKey(key.publicKey, cryptoEngine);
  await certificate.sign(key.privateKey, 'SHA-256', cryptoEngine);
  return certificate;
}
