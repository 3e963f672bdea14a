import { decodeBase64 } from '../http/base64.ts';
import { WebhookVerificationError } from '../http/errors.ts';
import { requireText } from '../http/options.ts';
import type { WebhookEvent } from '../wire/transactions.ts';

/** Headers of a request: those of a fetch, or an object with names in any case. */
export type WebhookHeaders = Headers | Readonly<Record<string, string | readonly string[] | undefined>>;

/** A webhook as it arrived, and what it is held against. */
export type WebhookDelivery = {
  /** The body as it came: text or bytes; what was parsed and written again does not verify. */
  payload: string | Uint8Array | ArrayBuffer;
  headers: WebhookHeaders;
  /** Secrets of the endpoint, `whsec_...`: while one is being rotated, the old and the new. */
  secrets: readonly string[];
  /** How far the time of the attempt may lie from now, in seconds, in either direction; 300 without it. */
  toleranceSeconds?: number | undefined;
  /** The present, as a date or in milliseconds since 1970; the clock of the machine without it. */
  now?: Date | number | undefined;
};

const TOLERANCE_SECONDS = 300;
const SECRET_PREFIX = 'whsec_';
/** Lengths that Standard Webhooks allows, in bytes. */
const SECRET_BYTES = { least: 24, most: 64 };
const SIGNATURE_VERSION = 'v1,';
/** Two sign during a rotation; whoever sends very many wants us to work for nothing. */
const MAX_SIGNATURES = 16;

const fail = (...reason: ConstructorParameters<typeof WebhookVerificationError>): never => {
  throw new WebhookVerificationError(...reason);
};

/** Names as they come: a framework may write them in its own way, and values as lists. */
function valuesOf(headers: WebhookHeaders, name: string): unknown[] {
  // Other libraries have a Headers of their own.
  const values =
    typeof (headers as { get?: unknown }).get === 'function'
      ? [(headers as Headers).get(name) ?? undefined]
      : Object.entries(headers)
          .filter(([key]) => key.toLowerCase() === name)
          .map(([, value]): unknown => value);
  return values.flat().filter((value) => value !== undefined);
}

/** Many servers join by a comma what came twice; of its own only each signature has one. */
const isJoined = (name: string, value: string): boolean =>
  (name === 'webhook-signature' ? /,[^ ]*,|, / : /,/).test(value);

function readHeader(headers: WebhookHeaders, name: string): string {
  const [value, ...others] = valuesOf(headers, name);
  if (typeof value !== 'string' || value === '' || others.length > 0 || isJoined(name, value))
    return fail('missing_header', `the header ${name} is missing or there twice`);
  return value;
}

/** What no sender can change is a fault of the receiver, so that the service sends the webhook again. */
function requireSecrets(secrets: unknown): readonly string[] {
  if (secrets === undefined || secrets === null) throw new TypeError('secrets is missing');
  if (!Array.isArray(secrets)) throw new TypeError('secrets must be a list, such as [secret]');
  if (secrets.length === 0) throw new TypeError('secrets[0] is missing');
  // A hole of a list counts, too.
  return Array.from(secrets, (secret, at) => requireText(`secrets[${at}]`, secret));
}

function readSecret(secret: string): Uint8Array<ArrayBuffer> {
  const bytes = secret.startsWith(SECRET_PREFIX)
    ? decodeBase64(secret.slice(SECRET_PREFIX.length))
    : undefined;
  const length = bytes?.length ?? 0;
  if (!bytes || length < SECRET_BYTES.least || length > SECRET_BYTES.most)
    return fail('bad_secret', 'a secret is not one of an endpoint: give it whole, as whsec_...');
  return bytes;
}

function checkTime(
  text: string,
  { toleranceSeconds = TOLERANCE_SECONDS, now = Date.now() }: WebhookDelivery,
): void {
  if (!/^\d{1,12}$/.test(text)) fail('bad_timestamp', 'webhook-timestamp is not a number of seconds');
  const ageSeconds = Number(now) / 1000 - Number(text);
  if (Number.isNaN(ageSeconds) || Number.isNaN(toleranceSeconds))
    fail('bad_timestamp', 'now or toleranceSeconds is no number');
  if (ageSeconds > toleranceSeconds)
    fail('too_old', 'the attempt is too old: it may be played back, or your clock is ahead');
  if (ageSeconds < -toleranceSeconds) fail('too_new', 'the attempt lies in the future: your clock is behind');
}

function toBytes(payload: WebhookDelivery['payload']): Uint8Array {
  if (typeof payload === 'string') return new TextEncoder().encode(payload);
  if (ArrayBuffer.isView(payload))
    return new Uint8Array(payload.buffer, payload.byteOffset, payload.byteLength);
  if (payload instanceof ArrayBuffer) return new Uint8Array(payload);
  throw new TypeError('payload must be the body as it came, text or bytes, and not what was parsed of it');
}

function signedContent(id: string, timestamp: string, body: Uint8Array): Uint8Array<ArrayBuffer> {
  const head = new TextEncoder().encode(`${id}.${timestamp}.`);
  const content = new Uint8Array(head.length + body.length);
  content.set(head);
  content.set(body, head.length);
  return content;
}

/** Whether one of the keys made one of the signatures; WebCrypto compares in constant time, and none is skipped. */
async function isSigned(
  content: Uint8Array<ArrayBuffer>,
  header: string,
  keys: readonly Uint8Array<ArrayBuffer>[],
): Promise<boolean> {
  const signatures = header
    .split(' ', MAX_SIGNATURES)
    .filter((one) => one.startsWith(SIGNATURE_VERSION))
    .map((one) => decodeBase64(one.slice(SIGNATURE_VERSION.length)))
    .filter((one) => one !== undefined);
  let signed = false;
  for (const bytes of keys) {
    const key = await crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, [
      'verify',
    ]);
    for (const signature of signatures)
      signed = (await crypto.subtle.verify('HMAC', key, signature, content)) || signed;
  }
  return signed;
}

const isWord = (value: unknown): boolean => typeof value === 'string' && value !== '';

function parseEvent(body: Uint8Array): WebhookEvent {
  try {
    const event: unknown = JSON.parse(
      new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(body),
    );
    const { id, type } = event as Record<string, unknown>;
    if (isWord(id) && isWord(type)) return event as WebhookEvent;
  } catch {
    // Told below, in words of our own.
  }
  return fail('bad_payload', 'the body is signed, but is no event');
}

/**
 * Verifies a webhook as Standard Webhooks says and gives its event; a WebhookVerificationError says by `code` why it does not. The event may
 * be of a type that is newer than this package: answer 2xx and drop it. Without secrets or headers to look at it is a TypeError.
 */
export async function verifyWebhook(delivery: WebhookDelivery): Promise<WebhookEvent> {
  const { headers } = delivery;
  const keys = requireSecrets(delivery.secrets).map(readSecret);
  if (typeof headers !== 'object' || headers === null) throw new TypeError('headers is missing');
  const id = readHeader(headers, 'webhook-id');
  const timestamp = readHeader(headers, 'webhook-timestamp');
  const signature = readHeader(headers, 'webhook-signature');
  checkTime(timestamp, delivery);
  const body = toBytes(delivery.payload);
  if (!(await isSigned(signedContent(id, timestamp, body), signature, keys)))
    fail(
      'no_matching_signature',
      'no secret made the signature: the body was changed, or the secret is of another endpoint',
    );
  return parseEvent(body);
}
