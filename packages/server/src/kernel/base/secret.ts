import { createHmac, hash, randomBytes, timingSafeEqual } from 'node:crypto';

/** A new secret of 256 random bits in base64url, with a prefix that tells a leaked one apart. */
export const newSecret = (prefix: string): string => prefix + randomBytes(32).toString('base64url');

/** SHA-256 of a text; enough for secrets that are themselves 128 random bits or more. */
export const digest = (text: string): Buffer => hash('sha256', text, 'buffer');

/** HMAC-SHA-256 of a text: whoever lacks the key cannot try texts against it. */
export const keyedDigest = (key: string, text: string): Buffer =>
  createHmac('sha256', key).update(text, 'utf8').digest();

/** Compares two digests of equal length in constant time; different lengths are simply not equal. */
export const sameDigest = (a: Uint8Array, b: Uint8Array): boolean =>
  a.length === b.length && timingSafeEqual(a, b);
