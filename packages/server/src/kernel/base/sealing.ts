import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  type KeyObject,
  randomBytes,
} from 'node:crypto';

const VERSION = 1;
const SALT_BYTES = 16;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const HEADER_BYTES = 1 + SALT_BYTES + NONCE_BYTES + TAG_BYTES;

/** Where a sealed value stands; moved to any other place it no longer opens (design section 6: row and field in the AAD). */
export type Place = { tenantId: string; table: string; row: string; field: string };

const additionalData = (place: Place): Buffer =>
  Buffer.from([VERSION, place.tenantId, place.table, place.row, place.field].join('|'), 'utf8');

/** A 32-byte key; one that is used often is cheaper as a `KeyObject`. */
export type SealingKey = KeyObject | Uint8Array;

/** HMAC-SHA256 is a pseudorandom function, so one block of it is a key of its own for each salt (NIST SP 800-108 section 4.1). */
const recordKey = (key: SealingKey, salt: Uint8Array): KeyObject =>
  // Ciphers take a key of bytes at several times the cost.
  createSecretKey(createHmac('sha256', key).update('titular record key').update(salt).digest());

/** Encrypts with AES-256-GCM under a key of this record alone: derived from the 32-byte key with a fresh salt; and a fresh nonce. */
export function seal(key: SealingKey, place: Place, plain: Uint8Array): Buffer {
  const random = randomBytes(SALT_BYTES + NONCE_BYTES);
  const salt = random.subarray(0, SALT_BYTES);
  const nonce = random.subarray(SALT_BYTES);
  const cipher = createCipheriv('aes-256-gcm', recordKey(key, salt), nonce);
  cipher.setAAD(additionalData(place));
  const body = Buffer.concat([cipher.update(plain), cipher.final()]);
  return Buffer.concat([Buffer.from([VERSION]), random, cipher.getAuthTag(), body]);
}

/** A sealed value does not open: it was altered, moved or sealed under another key, which never happens by itself. Names the place, so that the log raises the alarm. */
export class SealBroken extends Error {
  override readonly name = 'SealBroken';

  constructor({ tenantId, table, row, field }: Place, cause?: unknown) {
    super(`the sealed value at ${table}.${field}, row ${row}, tenant ${tenantId} does not open`, { cause });
  }
}

/** Opens what `seal` made at the same place; anything else is a `SealBroken` fault. */
export function unseal(key: SealingKey, place: Place, sealed: Uint8Array): Buffer {
  if (sealed.length < HEADER_BYTES || sealed[0] !== VERSION) throw new SealBroken(place);
  const bytes = Buffer.from(sealed.buffer, sealed.byteOffset, sealed.byteLength);
  const salt = bytes.subarray(1, 1 + SALT_BYTES);
  const nonce = bytes.subarray(1 + SALT_BYTES, 1 + SALT_BYTES + NONCE_BYTES);
  const decipher = createDecipheriv('aes-256-gcm', recordKey(key, salt), nonce, { authTagLength: TAG_BYTES });
  decipher.setAAD(additionalData(place));
  decipher.setAuthTag(bytes.subarray(1 + SALT_BYTES + NONCE_BYTES, HEADER_BYTES));
  try {
    return Buffer.concat([decipher.update(bytes.subarray(HEADER_BYTES)), decipher.final()]);
  } catch (cause) {
    throw new SealBroken(place, cause);
  }
}

/** HMAC-SHA256 for looking a personal value up without storing it; the purpose keeps hashes of different fields apart. */
export const keyedHash = (key: SealingKey, purpose: string, parts: readonly string[]): Buffer =>
  createHmac('sha256', key)
    .update(JSON.stringify([purpose, ...parts]), 'utf8')
    .digest();
