import {
  ASSERTION_ALGORITHMS,
  ASSERTION_CLOCK_SKEW_SECONDS,
  ASSERTION_LIFETIME_SECONDS,
  type AssertionAlgorithm,
  ID_PATTERN,
  type TokenSubCode,
} from '@titular/contract';
import { isId, type TenantId } from '../../kernel/base/id.ts';
import { digest } from '../../kernel/base/secret.ts';
import type { CompactJws, HeaderRule } from '../jose/compact-jws.ts';

/** Who an assertion says it is from: an account named in full, or a client id (RFC 7523 section 3, client authentication). */
export type AssertionIssuer =
  | { kind: 'account'; tenantId: TenantId; account: string }
  | { kind: 'client'; clientId: string };

/** The claims of an assertion after the pure checks; times in seconds since 1970. */
export type AssertionClaims = {
  issuer: AssertionIssuer;
  iss: string;
  subject: string;
  expiresAtSeconds: number;
  lifetimeSeconds: number;
  jti: string | undefined;
  scope: string | undefined;
};

/** What an assertion is used for: as the grant itself or to authenticate a client. */
export type AssertionRole = 'grant' | 'client';

/** Against what claims are checked: the issuer's address as in the metadata, and the present. */
export type AssertionContext = { issuer: string; role: AssertionRole; now: Date };

// Other names that mean one of the algorithms: RFC 9864 names the curve too, and EdDSA here always means Ed25519.
const ALGORITHM_ALIASES: Readonly<Record<string, AssertionAlgorithm>> = { Ed25519: 'EdDSA' };

/** The algorithm that a header names, by the name under which keys are registered. */
export const registeredAlgorithm = (alg: unknown): unknown =>
  typeof alg === 'string' ? (ALGORITHM_ALIASES[alg] ?? alg) : alg;

/** Header of an assertion: its type is optional, and one that marks another kind of token is refused (RFC 8725 section 3.11). */
export const assertionHeaderRule: HeaderRule = {
  algorithms: [...ASSERTION_ALGORITHMS, ...Object.keys(ALGORITHM_ALIASES)],
  types: ['jwt', 'authorization-grant+jwt', 'client-authentication+jwt'],
  typeRequired: false,
};

/** The one address of the token endpoint, as the metadata writes it. */
export const tokenEndpointOf = (issuer: string): string => `${issuer}/oauth2/token`;

type Payload = CompactJws['payload'];

const REQUIRED = ['iss', 'sub', 'aud', 'exp', 'iat'] as const;
const MAX_TEXT_LENGTH = 255;
const MAX_SCOPE_LENGTH = 1024;
const ACCOUNT_NAME = new RegExp(`^([a-z0-9][a-z0-9-]{0,62})@(${ID_PATTERN})\\.(.+)$`);

// The database holds no NUL, and no name has any other.
const CONTROL_CHARACTER = /\p{Cc}/u;

const isText = (value: unknown, longest: number): boolean =>
  typeof value === 'string' && value !== '' && value.length <= longest && !CONTROL_CHARACTER.test(value);
// JSON text such as 1e400 becomes Infinity, which no comparison below would refuse.
const isTime = (value: unknown): boolean => Number.isFinite(value) && (value as number) >= 0;

const CLAIM_CHECKS: ReadonlyArray<readonly [name: string, check: (value: unknown) => boolean]> = [
  ['iss', (value) => isText(value, MAX_TEXT_LENGTH)],
  ['sub', (value) => isText(value, MAX_TEXT_LENGTH)],
  ['exp', isTime],
  ['iat', isTime],
  ['nbf', (value) => value === undefined || isTime(value)],
  ['jti', (value) => value === undefined || isText(value, MAX_TEXT_LENGTH)],
  ['scope', (value) => value === undefined || isText(value, MAX_SCOPE_LENGTH)],
];

function isAudience(value: unknown, issuer: string): boolean {
  const only = Array.isArray(value) && value.length === 1 ? value[0] : value;
  return only === issuer || only === tokenEndpointOf(issuer);
}

function findTimeFault(payload: Payload, now: Date): TokenSubCode | undefined {
  const nowSeconds = now.getTime() / 1000;
  const [exp, iat, nbf] = [payload['exp'] as number, payload['iat'] as number, payload['nbf']];
  if (exp + ASSERTION_CLOCK_SKEW_SECONDS <= nowSeconds) return 'assertion_expired';
  if (iat - ASSERTION_CLOCK_SKEW_SECONDS > nowSeconds) return 'assertion_not_yet_valid';
  if (typeof nbf === 'number' && nbf - ASSERTION_CLOCK_SKEW_SECONDS > nowSeconds)
    return 'assertion_not_yet_valid';
  return exp > iat && exp - iat <= ASSERTION_LIFETIME_SECONDS ? undefined : 'assertion_lifetime';
}

/** Parses `<account>@<tenant id>.<domain>`; the domain is the host of our own address, with or without its port. */
export function parseAssertionIssuer(
  iss: string,
  { issuer, role }: AssertionContext,
): AssertionIssuer | undefined {
  const [, account, tenantId, domain = ''] = ACCOUNT_NAME.exec(iss) ?? [];
  const { host, hostname } = new URL(issuer);
  if (account && tenantId && isId(tenantId) && [host, hostname].includes(domain))
    return { kind: 'account', tenantId, account };
  return role === 'client' && !iss.includes('@') ? { kind: 'client', clientId: iss } : undefined;
}

/** Checks all that claims can show by themselves: presence, types, audience, times and the form of the issuer. */
export function checkAssertionClaims(
  payload: Payload,
  context: AssertionContext,
): { kind: 'claims'; claims: AssertionClaims } | { kind: 'fault'; subCode: TokenSubCode } {
  const fault = (subCode: TokenSubCode) => ({ kind: 'fault', subCode }) as const;
  if (REQUIRED.some((name) => payload[name] === undefined)) return fault('missing_claim');
  if (CLAIM_CHECKS.some(([name, check]) => !check(payload[name]))) return fault('bad_claim');
  const iss = payload['iss'] as string;
  const issuer = parseAssertionIssuer(iss, context);
  if (!issuer) return fault('wrong_issuer');
  if (!isAudience(payload['aud'], context.issuer)) return fault('wrong_audience');
  const timeFault = findTimeFault(payload, context.now);
  if (timeFault) return fault(timeFault);
  return {
    kind: 'claims',
    claims: {
      issuer,
      iss,
      subject: payload['sub'] as string,
      expiresAtSeconds: payload['exp'] as number,
      lifetimeSeconds: (payload['exp'] as number) - (payload['iat'] as number),
      jti: payload['jti'] as string | undefined,
      scope: payload['scope'] as string | undefined,
    },
  };
}

/** What marks an assertion as used: its jti, else the bytes that were signed; never the signature, which has many spellings. */
export const assertionHash = (account: string, jti: string | undefined, signingInput: string): Buffer =>
  digest(JSON.stringify(jti === undefined ? ['signed', account, signingInput] : ['jti', account, jti]));
