import { importReceiptKey, isReceiptKey, type Json } from './check-receipt.ts';
import {
  type Bytes,
  type DerValue,
  fromHex,
  readFirst,
  readInner,
  refuse,
  requireOne,
  TAG,
  toHex,
} from './der.ts';

/** What the signature of a PDF says: as it was signed by a published key, changed since, by a key that is not published, or none of this service. */
export type PdfState = 'intact' | 'changed' | 'unknown_key' | 'foreign';

const ALGORITHM = { name: 'ECDSA', hash: 'SHA-256' } as const;
/** Values that stand in each signature of this service as they are: a version, algorithms with and without parameters, and ids. */
const ONE = ['020101'];
const SHA_256 = ['300b0609608648016503040201', '300d06096086480165030402010500'];
const ECDSA_WITH_SHA_256 = ['300a06082a8648ce3d040302', '300c06082a8648ce3d0403020500'];
const SIGNED_DATA = '06092a864886f70d010702';
const DATA = '06092a864886f70d010701';
const MESSAGE_DIGEST = '06092a864886f70d010904';

const RANGE = /\/ByteRange \[0 (\d{1,9}) (\d{1,9}) (\d{1,9})\]/g;
const NUMBER_BYTES = 32;
/** Before the id of the key in the name of its certificate. */
const NAME = 'titular evidence ';

/** What the parts of a signature say, once each is in its one form. */
type Signed = {
  digest: string;
  attributes: Bytes;
  signature: Bytes;
  certificate: { signed: Bytes; signature: Bytes };
};

const hexOf = (text: string): string => toHex(new TextEncoder().encode(text) as Bytes);

/** What the signature covers, and what stands in the hole that it leaves: all of the file but that (ISO 32000-1, section 12.8.1). */
function cutOut(bytes: Bytes, text: string): { covered: Bytes; hole: string } {
  const ranges = [...text.matchAll(RANGE)];
  const [start = 0, end = 0, rest = 0] = (ranges[0] ?? refuse()).slice(1).map(Number);
  if (ranges.length > 1 || start >= end || end + rest !== bytes.length) refuse();
  const covered = new Uint8Array(start + rest);
  covered.set(bytes.subarray(0, start));
  covered.set(bytes.subarray(end), start);
  const [, hole] = /^<([0-9a-f]+)>$/.exec(text.slice(start, end)) ?? refuse();
  return { covered, hole: hole ?? '' };
}

/** A number without its sign byte, filled up to its length. */
function toNumber(value: DerValue | undefined): Bytes {
  if (value?.tag !== TAG.integer) return refuse();
  const [first = 0x80, second = 0] = value.content;
  const hasSign = first === 0 && value.content.length > 1;
  // It has as few bytes as it can (X.690, section 8.3.2), and is above 0.
  if (first >= 0x80 || (hasSign && second < 0x80)) refuse();
  const number = hasSign ? value.content.slice(1) : value.content;
  if (number.length > NUMBER_BYTES) refuse();
  const filled = new Uint8Array(NUMBER_BYTES);
  filled.set(number, NUMBER_BYTES - number.length);
  return filled;
}

/** An ECDSA signature as WebCrypto takes it: two numbers, one after the other. */
function toPair(bytes: Bytes): Bytes {
  const value = readFirst(bytes);
  if (value.whole.length !== bytes.length) refuse();
  const [r, s] = readInner(value, TAG.sequence, 2);
  const pair = new Uint8Array(2 * NUMBER_BYTES);
  pair.set(toNumber(r));
  pair.set(toNumber(s), NUMBER_BYTES);
  return pair;
}

/** The certificate, which its own key signed, and the issuer and number by which the signature names it. */
function readCertificate(value: DerValue | undefined): Signed['certificate'] & { name: string } {
  const [signed, algorithm, bits] = readInner(value, TAG.sequence, 3);
  requireOne(algorithm, ...ECDSA_WITH_SHA_256);
  const [, serial, , issuer] = readInner(signed, TAG.sequence);
  if (!signed || !serial || !issuer || bits?.tag !== TAG.bits || bits.content[0] !== 0) return refuse();
  return {
    signed: signed.whole,
    signature: toPair(bits.content.slice(1)),
    name: toHex(issuer.whole) + toHex(serial.whole),
  };
}

/** The digest among the attributes that are signed. */
function readDigest(attributes: DerValue): string {
  const found = readInner(attributes, TAG.context)
    .map((one) => readInner(one, TAG.sequence, 2))
    .filter(([id]) => id !== undefined && toHex(id.whole) === MESSAGE_DIGEST);
  const [digest] = readInner(found.length === 1 ? found[0]?.[1] : undefined, TAG.set, 1);
  return digest?.tag === TAG.octets ? toHex(digest.content) : refuse();
}

/** Reads a detached signature (RFC 5652, section 5) of one signer with its certificate, as this service makes it. */
function readSigned(hole: string): Signed {
  const contents = readFirst(fromHex(hole));
  // Nothing but zeros fills the hole.
  if (/[^0]/.test(hole.slice(2 * contents.whole.length))) refuse();
  const [type, content] = readInner(contents, TAG.sequence, 2);
  requireOne(type, SIGNED_DATA);
  const [signedData] = readInner(content, TAG.context, 1);
  const [version, digests, about, certificates, signers] = readInner(signedData, TAG.sequence, 5);
  requireOne(version, ...ONE);
  requireOne(readInner(digests, TAG.set, 1)[0], ...SHA_256);
  requireOne(readInner(about, TAG.sequence, 1)[0], DATA);
  const { name, ...certificate } = readCertificate(readInner(certificates, TAG.context, 1)[0]);
  const [signer] = readInner(signers, TAG.set, 1);
  const [own, who, digest, attributes, algorithm, signature] = readInner(signer, TAG.sequence, 6);
  requireOne(own, ...ONE);
  requireOne(digest, ...SHA_256);
  requireOne(algorithm, ...ECDSA_WITH_SHA_256);
  const [issuer, serial] = readInner(who, TAG.sequence, 2);
  if (!issuer || !serial || toHex(issuer.whole) + toHex(serial.whole) !== name) return refuse();
  if (!attributes || signature?.tag !== TAG.octets) return refuse();
  // They are signed as the set that they are (section 5.4).
  const set = attributes.whole.slice();
  set[0] = TAG.set;
  return {
    digest: readDigest(attributes),
    ...{ attributes: set, signature: toPair(signature.content), certificate },
  };
}

async function isIntact(bytes: Bytes, text: string, key: Json): Promise<boolean> {
  const { covered, hole } = cutOut(bytes, text);
  const { digest, attributes, signature, certificate } = readSigned(hole);
  if (toHex(new Uint8Array(await crypto.subtle.digest('SHA-256', covered))) !== digest) return false;
  const published = await importReceiptKey(key);
  return (
    (await crypto.subtle.verify(ALGORITHM, published, certificate.signature, certificate.signed)) &&
    (await crypto.subtle.verify(ALGORITHM, published, signature, attributes))
  );
}

/**
 * Checks the signature of a whole PDF in this browser. It has one form to the byte, so that no byte of a document is another without notice. The
 * certificate names a key; that it is a published one makes it this service's.
 */
export async function checkPdf(bytes: Bytes, keys: readonly Json[]): Promise<PdfState> {
  // One sign for each byte, so that places in the text are places in the file.
  const text = new TextDecoder('latin1').decode(bytes);
  const named = text.toLowerCase();
  if (!named.includes(hexOf(NAME))) return 'foreign';
  const key = keys.find(
    (one) => isReceiptKey(one, one['kid']) && named.includes(hexOf(`${NAME}${String(one['kid'])}`)),
  );
  if (!key) return 'unknown_key';
  return isIntact(bytes, text, key).then(
    (is) => (is ? 'intact' : 'changed'),
    () => 'changed' as const,
  );
}
