import type { Scope } from '@titular/contract';
import { Refusal } from '../base/refusal.ts';
import type { Caller } from './route.ts';

/** Checks an access token's text and tells who holds it; undefined for any token that is not one of ours and valid now. */
export type VerifyAccessToken = (token: string) => Promise<Caller | undefined>;

const MAXIMUM_TOKEN_LENGTH = 4096;

const notAllowed = (error: 'invalid_token' | 'insufficient_scope', message: string): Refusal =>
  new Refusal('40301', message, { 'www-authenticate': `Bearer error="${error}"` });

/** Reads the bearer token from the one Authorization header (RFC 6750 section 2.1; the scheme in any case); raw headers show repeats. */
export function readBearerToken(rawHeaders: readonly string[]): string {
  const values = rawHeaders.filter(
    (_, index) => index % 2 === 1 && rawHeaders[index - 1]?.toLowerCase() === 'authorization',
  );
  const match = values.length === 1 ? /^bearer +([A-Za-z0-9._~+/-]+=*)$/i.exec(values[0] ?? '') : null;
  const token = match?.[1];
  if (!token || token.length > MAXIMUM_TOKEN_LENGTH) {
    throw notAllowed(
      'invalid_token',
      'Send exactly one "Authorization: Bearer …" header with an access token.',
    );
  }
  return token;
}

/** Lets a caller through who holds a valid token with the scope; anyone else is 40301 with the reason in WWW-Authenticate. */
export async function authenticate(
  rawHeaders: readonly string[],
  scope: Scope,
  verify: VerifyAccessToken,
): Promise<Caller> {
  const caller = await verify(readBearerToken(rawHeaders));
  if (!caller) throw notAllowed('invalid_token', 'The access token is not valid here or no longer valid.');
  if (!caller.scopes.includes(scope)) {
    throw notAllowed('insufficient_scope', `The access token lacks the scope ${scope}.`);
  }
  return caller;
}
