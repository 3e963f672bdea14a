import { compactVerify, errors } from 'jose';
import type { Clock } from '../base/clock.ts';
import { digest } from '../base/secret.ts';
import type { Db } from '../database/connect.ts';
import type { VerifyAccessToken } from '../http/authenticate.ts';
import type { Caller } from '../http/route.ts';
import {
  type AccessTokenHolder,
  accessTokenHeaderRule,
  readHolder,
  type TokenRealm,
} from './access-token.ts';
import { checkJwsHeader, parseCompactJws } from './compact-jws.ts';
import { findStanding } from './service-account-store.ts';
import type { SigningKeys } from './signing-keys.ts';

/** What the verifier needs. */
export type VerifierDeps = TokenRealm & { db: Db; clock: Clock; signingKeys: SigningKeys };

/** Most characters of an access token. */
export const MAXIMUM_ACCESS_TOKEN_LENGTH = 4096;
/** How long a verified token is believed without asking again, so that a revocation is felt within 5 s. */
export const MAXIMUM_STALENESS_MS = 4_000;
const MAXIMUM_ENTRIES = 10_000;

type Verified = { caller: Caller; expiresAtMs: number; checkedAtMs: number };

// The distance, not the age: a clock set back must not stretch what is believed.
const isFresh = (verified: Verified, nowMs: number): boolean =>
  nowMs < verified.expiresAtMs && Math.abs(nowMs - verified.checkedAtMs) < MAXIMUM_STALENESS_MS;

async function findHolder(deps: VerifierDeps, token: string): Promise<AccessTokenHolder | undefined> {
  const jws = parseCompactJws(token);
  if (!jws || checkJwsHeader(jws.header, accessTokenHeaderRule) !== 'sound') return undefined;
  const holder = readHolder(jws.payload, deps, deps.clock.now().getTime());
  if (!holder || typeof jws.header['kid'] !== 'string') return undefined;
  const key = await deps.signingKeys.find('access-token', jws.header['kid']);
  if (!key) return undefined;
  try {
    await compactVerify(token, key, { algorithms: ['ES256'] });
    return holder;
  } catch (error) {
    if (error instanceof errors.JOSEError) return undefined;
    throw error;
  }
}

async function verify(deps: VerifierDeps, token: string): Promise<Verified | undefined> {
  const holder = await findHolder(deps, token);
  if (!holder) return undefined;
  const checkedAtMs = deps.clock.now().getTime();
  const { tenantId, account, credentialId, expiresAtMs } = holder;
  const standing = await findStanding(deps.db, tenantId, account, credentialId);
  if (!standing?.active) return undefined;
  const scopes = holder.scopes.filter((scope) => standing.scopes.includes(scope));
  return { caller: { tenantId, account, scopes }, expiresAtMs, checkedAtMs };
}

/** Makes the check of access tokens (RFC 9068 section 4); a token seen in the last 4 s is answered from memory, and only sound ones take room there. */
export function createAccessTokenVerifier(deps: VerifierDeps): VerifyAccessToken {
  const believed = new Map<string, Verified>();
  const underWay = new Map<string, Promise<Verified | undefined>>();

  function remember(key: string, verified: Verified): void {
    believed.delete(key);
    const oldest = believed.size >= MAXIMUM_ENTRIES ? believed.keys().next().value : undefined;
    if (oldest !== undefined) believed.delete(oldest);
    believed.set(key, verified);
  }

  async function verifyAndRemember(key: string, token: string): Promise<Verified | undefined> {
    try {
      const verified = await verify(deps, token);
      if (verified) remember(key, verified);
      else believed.delete(key);
      return verified;
    } finally {
      underWay.delete(key);
    }
  }

  return async (token) => {
    if (token.length > MAXIMUM_ACCESS_TOKEN_LENGTH) return undefined;
    const key = digest(token).toString('base64');
    const known = believed.get(key);
    if (known && isFresh(known, deps.clock.now().getTime())) return known.caller;
    const pending = underWay.get(key) ?? verifyAndRemember(key, token);
    underWay.set(key, pending);
    return (await pending)?.caller;
  };
}
