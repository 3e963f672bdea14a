import { createHash } from 'node:crypto';
import { ObjectIdentifier, OctetString, UTCTime } from 'asn1js';
import {
  Attribute,
  type Certificate,
  ContentInfo,
  EncapsulatedContentInfo,
  IssuerAndSerialNumber,
  SignedAndUnsignedAttributes,
  SignedData,
  SignerInfo,
} from 'pkijs';
import type { CurrentSigningKey } from '../access-tokens/index.ts';
import { invariant } from '../kernel/base/invariant.ts';
import { cryptoEngine } from './certificate.ts';

/** Room for the signature in the document, in bytes; ours take about 1,000. */
export const SIGNATURE_BYTES = 4096;

/** Stands in the document until the true ranges are known: as long as any of them. */
export const RANGE_PLACEHOLDER = 1_000_000_000;

const DATA = '1.2.840.113549.1.7.1';
const SIGNED_DATA = '1.2.840.113549.1.7.2';
const CONTENT_TYPE = '1.2.840.113549.1.9.3';
const MESSAGE_DIGEST = '1.2.840.113549.1.9.4';
const SIGNING_TIME = '1.2.840.113549.1.9.5';

/** A detached CMS signature (RFC 5652 section 5) over the bytes, as DER. */
async function signDetached(
  bytes: Uint8Array,
  key: CurrentSigningKey,
  certificate: Certificate,
  at: Date,
): Promise<Buffer> {
  const digest = createHash('sha256').update(bytes).digest();
  const attributes = [
    new Attribute({ type: CONTENT_TYPE, values: [new ObjectIdentifier({ value: DATA })] }),
    new Attribute({ type: SIGNING_TIME, values: [new UTCTime({ valueDate: at })] }),
    new Attribute({
      type: MESSAGE_DIGEST,
      values: [new OctetString({ valueHex: new Uint8Array(digest).buffer })],
    }),
  ];
  const signed = new SignedData({
    version: 1,
    encapContentInfo: new EncapsulatedContentInfo({ eContentType: DATA }),
    signerInfos: [
      new SignerInfo({
        version: 1,
        sid: new IssuerAndSerialNumber({
          issuer: certificate.issuer,
          serialNumber: certificate.serialNumber,
        }),
        signedAttrs: new SignedAndUnsignedAttributes({ type: 0, attributes }),
      }),
    ],
    certificates: [certificate],
  });
  await signed.sign(key.privateKey, 0, 'SHA-256', new Uint8Array(bytes).buffer, cryptoEngine);
  const content = new ContentInfo({ contentType: SIGNED_DATA, content: signed.toSchema(true) });
  return Buffer.from(content.toSchema().toBER(false));
}

/** Signs a document that holds the placeholders: the signature covers every byte but its own (ISO 32000-1 section 12.8.1). */
export async function signPdf(
  unsigned: Buffer,
  key: CurrentSigningKey,
  certificate: Certificate,
  at: Date,
): Promise<Buffer> {
  const document = Buffer.from(unsigned);
  const hole = `<${'00'.repeat(SIGNATURE_BYTES)}>`;
  const start = document.indexOf(hole, 0, 'latin1');
  const end = start + hole.length;
  const before = `/ByteRange [0 ${`${RANGE_PLACEHOLDER} `.repeat(3).trim()}]`;
  const rangeAt = document.indexOf(before, 0, 'latin1');
  invariant(start >= 0 && rangeAt >= 0, 'the document has room for a signature');
  const range = `/ByteRange [0 ${start} ${end} ${document.length - end}]`.padEnd(before.length);
  document.write(range, rangeAt, 'latin1');
  const covered = Buffer.concat([document.subarray(0, start), document.subarray(end)]);
  const signature = await signDetached(covered, key, certificate, at);
  invariant(signature.length <= SIGNATURE_BYTES, 'the signature fits');
  document.write(signature.toString('hex'), start + 1, 'latin1');
  return document;
}
