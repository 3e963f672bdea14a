import { randomBytes } from 'node:crypto';
import { digest } from '../../kernel/base/secret.ts';

/** A new one-time code of 192 random bits for a link, and the digest that is kept of it. */
export function newLinkCode(): { code: string; codeHash: Buffer } {
  const code = randomBytes(24).toString('base64url');
  return { code, codeHash: digest(code) };
}
