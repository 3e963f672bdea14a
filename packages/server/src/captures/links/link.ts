import { randomBytes } from 'node:crypto';
import { addSeconds } from '../../kernel/base/clock.ts';
import { digest } from '../../kernel/base/secret.ts';

/** A new one-time code of 192 random bits for a link, and the digest that is kept of it. */
export function newLinkCode(): { code: string; codeHash: Buffer } {
  const code = randomBytes(24).toString('base64url');
  return { code, codeHash: digest(code) };
}

/** How long a link may stay unopened: what its company says, else its deployment; 0 and undefined leave it to the subject. */
export type UnopenedLife = { ofCompany: number | undefined; ofDeployment: number | undefined };

/** When a link that nobody opens ends: with its transaction or process, or before it where a shorter time was set. */
export function unopenedLinkEnd(
  { ofCompany, ofDeployment }: UnopenedLife,
  now: Date,
  subjectEnd: Date,
): Date {
  const seconds = ofCompany ?? ofDeployment ?? 0;
  const own = addSeconds(now, seconds);
  return seconds > 0 && own < subjectEnd ? own : subjectEnd;
}
