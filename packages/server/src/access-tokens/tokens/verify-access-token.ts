import { digest } from '../../kernel/base/secret.ts';
import { defineCache } from '../../kernel/caches/cache.ts';
import type { Db } from '../../kernel/database/connect.ts';
import { requireServed } from '../../kernel/database/moves/served-tenants.ts';
import type { TokenCheck, VerifyAccessToken } from '../../kernel/http/admission/authenticate.ts';
import type { Caller } from '../../kernel/http/route.ts';
import { type AccountStatus, findAccountStatus } from '../accounts/service-account-store.ts';
import { admitAccount } from '../grants/admit-account.ts';
import { decodeAccessToken, MAX_ACCESS_TOKEN_LENGTH, type TokenReaderDeps } from './read-access-token.ts';

/** What the verifier needs. */
export type VerifierDeps = TokenReaderDeps & { db: Db };

/** How long a verified token is believed without asking again, so that a revocation is felt within 5 s. */
export const MAX_STALENESS_MS = 4_000;

/** Access tokens that were verified lately, by their digests. */
export const tokenCache = defineCache('access_tokens', 10_000);

type Verified = { caller: Caller; accountStatus: AccountStatus; expiresAtMs: number; checkedAtMs: number };

// The distance, not the age: a clock set back must not stretch what is believed.
const isFresh = (verified: Verified, nowMs: number): boolean =>
  nowMs < verified.expiresAtMs && Math.abs(nowMs - verified.checkedAtMs) < MAX_STALENESS_MS;

async function verify(deps: VerifierDeps, token: string): Promise<Verified | undefined> {
  const holder = await decodeAccessToken(deps, token);
  if (!holder) return undefined;
  const now = deps.clock.now();
  const { tenantId, account, expiresAtMs } = holder;
  await requireServed(deps.db, tenantId);
  const accountStatus = await findAccountStatus(deps.db, tenantId, holder, now);
  if (!accountStatus?.active) return undefined;
  const scopes = holder.scopes.filter((scope) => accountStatus.scopes.includes(scope));
  return { caller: { tenantId, account, scopes }, accountStatus, expiresAtMs, checkedAtMs: now.getTime() };
}

function check(verified: Verified | undefined, sourceAddress: string, now: Date): TokenCheck {
  if (!verified) return { kind: 'refused', reason: 'invalid' };
  const admission = admitAccount(verified.accountStatus, sourceAddress, now);
  const { caller } = verified;
  return admission === 'admitted'
    ? { kind: 'valid', caller }
    : { kind: 'refused', reason: admission, caller };
}

/** Makes the check of access tokens (RFC 9068 section 4); a token seen in the last 4 s is answered from memory, and only sound ones take room there. */
export function createAccessTokenVerifier(deps: VerifierDeps): VerifyAccessToken {
  const cache = tokenCache.open<Verified>();
  const underWay = new Map<string, Promise<Verified | undefined>>();

  async function verifyAndCache(key: string, token: string): Promise<Verified | undefined> {
    try {
      const verified = await verify(deps, token);
      if (verified) cache.set(key, verified);
      else cache.delete(key);
      return verified;
    } finally {
      underWay.delete(key);
    }
  }

  return async (token, sourceAddress) => {
    if (token.length > MAX_ACCESS_TOKEN_LENGTH) return { kind: 'refused', reason: 'invalid' };
    const key = digest(token).toString('base64');
    const now = deps.clock.now();
    const known = cache.get(key);
    if (known && isFresh(known, now.getTime())) {
      await requireServed(deps.db, known.caller.tenantId);
      return check(known, sourceAddress, now);
    }
    const pending = underWay.get(key) ?? verifyAndCache(key, token);
    underWay.set(key, pending);
    return check(await pending, sourceAddress, deps.clock.now());
  };
}
