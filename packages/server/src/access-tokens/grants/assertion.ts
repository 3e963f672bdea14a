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
const TIMES: readonly string[] = ['exp', 'iat', 'nbf'];
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

/** What claims break, and what to do where that can be said more exactly than in the catalogue. */
type ClaimFault = { kind: 'fault'; subCode: TokenSubCode; detail?: string | undefined };

const fault = (subCode: TokenSubCode, detail?: string): ClaimFault => ({ kind: 'fault', subCode, detail });

const formOf = (name: string): string =>
  TIMES.includes(name)
    ? `It is ${name}: send it as a number of seconds.`
    : `It is ${name}: send it as text, neither empty nor too long.`;

/** No clock is so far ahead: such a time was written in milliseconds. */
const MILLISECONDS_SINCE = 100_000_000_000;

const tooEarly = (seconds: number): string =>
  seconds > MILLISECONDS_SINCE
    ? 'Write iat, nbf and exp in seconds, not in milliseconds.'
    : `It is ${Math.ceil(seconds)} seconds ahead of the clock of this service: check that of the signing machine.`;

function findTimeFault(payload: Payload, now: Date): ClaimFault | undefined {
  const nowSeconds = now.getTime() / 1000;
  const [exp, iat] = [payload['exp'] as number, payload['iat'] as number];
  const nbf = (payload['nbf'] as number | undefined) ?? iat;
  const late = nowSeconds - exp;
  if (late >= ASSERTION_CLOCK_SKEW_SECONDS)
    return fault(
      'assertion_expired',
      `It did so ${Math.ceil(late)} seconds ago by the clock of this service: make a new one for each request, and check the clock of the signing machine.`,
    );
  const early = Math.max(iat, nbf) - nowSeconds;
  if (early > ASSERTION_CLOCK_SKEW_SECONDS) return fault('assertion_not_yet_valid', tooEarly(early));
  return exp > iat && exp - iat <= ASSERTION_LIFETIME_SECONDS ? undefined : fault('assertion_lifetime');
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
): { kind: 'claims'; claims: AssertionClaims } | ClaimFault {
  const missing = REQUIRED.filter((name) => payload[name] === undefined);
  if (missing.length > 0) return fault('missing_claim', `Send ${missing.join(' and ')} too.`);
  const bad = CLAIM_CHECKS.find(([name, check]) => !check(payload[name]));
  if (bad) return fault('bad_claim', formOf(bad[0]));
  const iss = payload['iss'] as string;
  const issuer = parseAssertionIssuer(iss, context);
  const own = context.issuer;
  if (!issuer) return fault('wrong_issuer', `Set iss to account@tenant-id.${new URL(own).host}.`);
  if (!isAudience(payload['aud'], own))
    return fault('wrong_audience', `Set aud to ${own} or ${tokenEndpointOf(own)}.`);
  const timeFault = findTimeFault(payload, context.now);
  if (timeFault) return timeFault;
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
