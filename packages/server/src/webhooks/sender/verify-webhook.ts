import { createHmac } from 'node:crypto';
import { sameDigest } from '../../kernel/base/secret.ts';
import { secretBytes } from './sign-webhook.ts';

/** How far the time of a signature may lie from now, in either direction (Standard Webhooks, verifying). */
const TOLERANCE_SECONDS = 300;
const MAX_SIGNATURES = 10;

const ID = /^[\x21-\x7e]{1,256}$/;
const TIMESTAMP = /^[0-9]{1,11}$/;
const SIGNATURE = /^v1,([A-Za-z0-9+/]{43}=)$/;

type HeaderValue = string | string[] | undefined;

function readSignatures(header: HeaderValue): Buffer[] {
  if (typeof header !== 'string') return [];
  return header
    .split(' ', MAX_SIGNATURES)
    .map((text) => SIGNATURE.exec(text)?.[1])
    .filter((encoded) => encoded !== undefined)
    .map((encoded) => Buffer.from(encoded, 'base64'));
}

/** The id of a webhook whose headers sign these very bytes with one of the secrets, at most 300 s from `now` (Standard Webhooks); undefined for any other. */
export function verifyWebhook(
  headers: Readonly<Record<string, HeaderValue>>,
  bytes: Uint8Array,
  secrets: readonly string[],
  now: Date,
): string | undefined {
  const { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signature } = headers;
  if (typeof id !== 'string' || !ID.test(id)) return undefined;
  if (typeof timestamp !== 'string' || !TIMESTAMP.test(timestamp)) return undefined;
  if (Math.abs(now.getTime() / 1000 - Number(timestamp)) > TOLERANCE_SECONDS) return undefined;
  const given = readSignatures(signature);
  const isSigned = secrets.some((secret) => {
    const expected = createHmac('sha256', secretBytes(secret)).update(`${id}.${timestamp}.`).update(bytes);
    const right = expected.digest();
    return given.some((one) => sameDigest(one, right));
  });
  return isSigned ? id : undefined;
}
