import { webcrypto } from 'node:crypto';
import { Integer, Utf8String } from 'asn1js';
import {
  AttributeTypeAndValue,
  BasicConstraints,
  Certificate,
  CryptoEngine,
  Extension,
  GeneralName,
  GeneralNames,
} from 'pkijs';
import type { TlsIdentity } from './scripted-server.ts';

const COMMON_NAME = '2.5.4.3';
const ALTERNATIVE_NAME = '2.5.29.17';
const BASIC_CONSTRAINTS = '2.5.29.19';
const DNS_NAME = 2;
const DAY_MS = 86_400_000;

const engine = new CryptoEngine({ name: 'node', crypto: webcrypto as unknown as Crypto });

const toPem = (label: string, bytes: ArrayBuffer): string =>
  `-----BEGIN ${label}-----\n${Buffer.from(bytes).toString('base64')}\n-----END ${label}-----\n`;

function extensions(hostname: string): Extension[] {
  const names = new GeneralNames({ names: [new GeneralName({ type: DNS_NAME, value: hostname })] });
  const authority = new BasicConstraints({ cA: true });
  return [
    new Extension({ extnID: ALTERNATIVE_NAME, extnValue: names.toSchema().toBER() }),
    new Extension({ extnID: BASIC_CONSTRAINTS, critical: true, extnValue: authority.toSchema().toBER() }),
  ];
}

/** A certificate for one name that signs itself, good from yesterday for so many days; it is trusted only where a test says so. */
export async function createTlsIdentity(hostname: string, days = 2): Promise<TlsIdentity> {
  const algorithm = { name: 'ECDSA', namedCurve: 'P-256' };
  const keys = await webcrypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);
  const certificate = new Certificate({ version: 2 });
  certificate.serialNumber = new Integer({ value: 1 });
  const name = new AttributeTypeAndValue({ type: COMMON_NAME, value: new Utf8String({ value: hostname }) });
  certificate.issuer.typesAndValues.push(name);
  certificate.subject.typesAndValues.push(name);
  certificate.notBefore.value = new Date(Date.now() - 3 * DAY_MS);
  certificate.notAfter.value = new Date(Date.now() + (days - 1) * DAY_MS);
  certificate.extensions = extensions(hostname);
  await certificate.subjectPublicKeyInfo.importKey(keys.publicKey as CryptoKey, engine);
  await certificate.sign(keys.privateKey as CryptoKey, 'SHA-256', engine);
  const key = await webcrypto.subtle.exportKey('pkcs8', keys.privateKey);
  return { cert: toPem('CERTIFICATE', certificate.toSchema().toBER()), key: toPem('PRIVATE KEY', key) };
}
