import { createHmac, createSecretKey } from 'node:crypto';

const SECRET_PREFIX = 'whsec_';
const MIN_BYTES = 24;
const MAX_BYTES = 64;

/** Lengths that Standard Webhooks allows; a short key would sign, and could be guessed. */
function requireLength(bytes: Buffer): Buffer {
  if (bytes.length < MIN_BYTES || bytes.length > MAX_BYTES)
    throw new Error(`a webhook secret has ${MIN_BYTES} to ${MAX_BYTES} bytes`);
  return bytes;
}

/** Bytes of a secret in the form `whsec_<base64>` (Standard Webhooks, signature scheme); any other text is a fault. */
export function secretBytes(secret: string): Buffer {
  if (!secret.startsWith(SECRET_PREFIX)) throw new Error('a webhook secret begins with whsec_');
  return requireLength(Buffer.from(secret.slice(SECRET_PREFIX.length), 'base64'));
}

/** A secret's text from 24 to 64 random bytes; any other number is a fault. */
export const webhookSecret = (bytes: Buffer): string =>
  SECRET_PREFIX + requireLength(bytes).toString('base64');

/** The three headers of Standard Webhooks: id constant over attempts, time of this attempt in seconds, one signature for each secret. */
export function signWebhook(
  eventId: string,
  at: Date,
  body: string,
  secrets: readonly string[],
): Record<'webhook-id' | 'webhook-timestamp' | 'webhook-signature', string> {
  const timestamp = String(Math.floor(at.getTime() / 1000));
  const content = `${eventId}.${timestamp}.${body}`;
  const signatures = secrets.map(
    // Key objects: with a key of bytes an HMAC takes six times as long.
    (secret) =>
      `v1,${createHmac('sha256', createSecretKey(secretBytes(secret)))
        .update(content)
        .digest('base64')}`,
  );
  return { 'webhook-id': eventId, 'webhook-timestamp': timestamp, 'webhook-signature': signatures.join(' ') };
}
