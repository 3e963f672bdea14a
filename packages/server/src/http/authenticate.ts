import type { Scope } from '@titular/contract';
import { Refusal } from '../base/refusal.ts';
import type { Caller } from './route.ts';

/** Who holds a token, or why it is refused: it is not one of ours and valid now, or may not be used from here or at this time. */
export type TokenCheck =
  | { kind: 'valid'; caller: Caller }
  | { kind: 'refused'; reason: 'invalid' | 'source_address_refused' | 'outside_allowed_times' };

/** Checks an access token's text as presented from an address. */
export type VerifyAccessToken = (token: string, sourceAddress: string) => Promise<TokenCheck>;

const REFUSED = {
  invalid: 'The access token is not valid here or no longer valid.',
  source_address_refused: 'The service account may not be used from this address.',
  outside_allowed_times: 'The service account may not be used at this time.',
} as const;

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
  sourceAddress: string,
  scope: Scope,
  verify: VerifyAccessToken,
): Promise<Caller> {
  const check = await verify(readBearerToken(rawHeaders), sourceAddress);
  if (check.kind === 'refused') throw notAllowed('invalid_token', REFUSED[check.reason]);
  const { caller } = check;
  if (!caller.scopes.includes(scope)) {
    throw notAllowed('insufficient_scope', `The access token lacks the scope ${scope}.`);
  }
  return caller;
}
