import type { Scope } from '@titular/contract';
import { Refusal } from '../../base/refusal.ts';
import type { Caller } from '../route.ts';
import { sentValues } from './check-headers.ts';

/** Why a token says nothing here: as far as its own text tells, or `invalid` where only we know. */
export type InvalidToken = 'invalid' | 'expired' | 'other_service' | 'no_access_token';

/** Who holds a token, or why it is refused: it is not one of ours and valid now, or may not be used from here or at this time. */
export type TokenCheck =
  | { kind: 'valid'; caller: Caller }
  | { kind: 'refused'; reason: InvalidToken; caller?: undefined }
  | { kind: 'refused'; reason: 'source_address_refused' | 'outside_allowed_times'; caller: Caller };

/** Checks an access token's text as presented from an address. */
export type VerifyAccessToken = (token: string, sourceAddress: string) => Promise<TokenCheck>;

const REFUSED = {
  invalid: 'The access token is not valid here or no longer valid: get a new one from POST /oauth2/token.',
  expired: 'The access token has expired: get a new one from POST /oauth2/token.',
  other_service:
    'The access token is of another address or environment: get one from POST /oauth2/token of this address.',
  no_access_token:
    'This is no access token: send the access_token that POST /oauth2/token answers, and no assertion.',
  source_address_refused: 'The service account may not be used from this address.',
  outside_allowed_times: 'The service account may not be used at this time.',
} as const;

const MAX_TOKEN_LENGTH = 4096;

const notAllowed = (message: string, challenge: string): Refusal =>
  new Refusal('40301', message, { 'www-authenticate': challenge });

/** RFC 6750 section 3.1: who sent no token is told the scheme, and no error. */
const CHALLENGES = {
  absent: 'Bearer realm="titular"',
  invalid_token: 'Bearer error="invalid_token"',
  insufficient_scope: 'Bearer error="insufficient_scope"',
} as const;

const isBearer = (value: string | undefined): boolean => /^bearer(\s|$)/i.test(value ?? '');

/** Reads the bearer token from the one Authorization header (RFC 6750 section 2.1; the scheme in any case); raw headers show repeats. */
export function readBearerToken(rawHeaders: readonly string[]): string {
  const values = sentValues(rawHeaders, 'authorization');
  const match = values.length === 1 ? /^bearer +([A-Za-z0-9._~+/-]+=*)$/i.exec(values[0] ?? '') : null;
  const token = match?.[1];
  if (!token || token.length > MAX_TOKEN_LENGTH) {
    throw notAllowed(
      'Send exactly one "Authorization: Bearer …" header with an access token.',
      CHALLENGES[values.some(isBearer) ? 'invalid_token' : 'absent'],
    );
  }
  return token;
}

/** Tells who calls by a valid token; anyone else is 40301 with the reason in WWW-Authenticate. `onKnown` hears of a holder whose token may not be used from here or now. */
export async function identify(
  rawHeaders: readonly string[],
  sourceAddress: string,
  verify: VerifyAccessToken,
  onKnown: (caller: Caller) => void,
): Promise<Caller> {
  const check = await verify(readBearerToken(rawHeaders), sourceAddress);
  if (check.kind === 'valid') return check.caller;
  if (check.caller) onKnown(check.caller);
  throw notAllowed(REFUSED[check.reason], CHALLENGES.invalid_token);
}

/** Refuses with 40301 a caller whose token lacks the scope. */
export function requireScope({ scopes }: Caller, scope: Scope): void {
  if (scopes.includes(scope)) return;
  throw notAllowed(
    `The access token lacks the scope ${scope}: ask for it at POST /oauth2/token. If the account does not have it, its operator adds it.`,
    CHALLENGES.insufficient_scope,
  );
}
