import { digest } from '../../kernel/base/secret.ts';
import { defineCache } from '../../kernel/caches/cache.ts';
import { createJointCache } from '../../kernel/database/batches/joint-cache.ts';
import type { Db } from '../../kernel/database/connect.ts';
import { requireServed } from '../../kernel/database/moves/served-tenants.ts';
import type {
  InvalidToken,
  TokenCheck,
  VerifyAccessToken,
} from '../../kernel/http/admission/authenticate.ts';
import type { Caller } from '../../kernel/http/route.ts';
import { type AccountStatus, findAccountStatuses } from '../accounts/service-account-store.ts';
import { admitAccount } from '../grants/admit-account.ts';
import {
  MAX_ACCESS_TOKEN_LENGTH,
  readSignedToken,
  type SignedHolder,
  type TokenReaderDeps,
} from './read-access-token.ts';

/** What the verifier needs. */
export type VerifierDeps = TokenReaderDeps & { db: Db };

/** How long a verified token is believed without asking again, so that a revocation is felt within 5 s. */
export const MAX_TOKEN_STALENESS_MS = 4_000;

/** Access tokens that were verified lately, by their digests. */
export const tokenCache = defineCache('access_tokens', 10_000);
/** Tokens whose signature was found false, by their digests: who sends one again and again costs no second verification. */
export const forgedCache = defineCache('forged_tokens', 1_000);
/** How the accounts of sound tokens stood, by the same digests. */
export const callerCache = defineCache('token_accounts', 10_000);

/** A token of ours by its digest, whatever has become of its account since. */
type Signed = SignedHolder & { name: string };

type KnownCaller = { caller: Caller; accountStatus: AccountStatus };

const refusedAs = (reason: InvalidToken): TokenCheck => ({ kind: 'refused', reason });
const INVALID = refusedAs('invalid');

/** Of each token: who may call by it now; undefined where its key, its account or the token itself no longer stands. */
async function readCallers(
  { db, clock, signingKeys }: VerifierDeps,
  asked: readonly Signed[],
): Promise<(KnownCaller | undefined)[]> {
  const keys = await Promise.all(asked.map(({ kid }) => signingKeys.find('access-token', kid)));
  const statuses = await findAccountStatuses(db, asked, clock.now());
  return asked.map(({ tenantId, account, scopes }, index) => {
    const accountStatus = statuses[index];
    if (!keys[index] || !accountStatus?.active) return undefined;
    const granted = scopes.filter((scope) => accountStatus.scopes.includes(scope));
    return { caller: { tenantId, account, scopes: granted }, accountStatus };
  });
}

function check({ caller, accountStatus }: KnownCaller, sourceAddress: string, now: Date): TokenCheck {
  const admission = admitAccount(accountStatus, sourceAddress, now);
  return admission === 'admitted'
    ? { kind: 'valid', caller }
    : { kind: 'refused', reason: admission, caller };
}

/**
 * Makes the check of access tokens (RFC 9068 section 4). A signature is verified once; accounts are asked for each 4 s, those of all busy
 * tokens by one statement. Sound tokens take room, and those whose signature was found false, each their own.
 */
export function createAccessTokenVerifier(deps: VerifierDeps): VerifyAccessToken {
  const { db, clock } = deps;
  const signed = tokenCache.open<Signed>();
  const forged = forgedCache.open<true>();
  const underWay = new Map<string, Promise<Signed | InvalidToken>>();
  const callers = createJointCache(
    clock,
    { maximumAgeMs: MAX_TOKEN_STALENESS_MS, cache: callerCache },
    ({ name }: Signed) => name,
    (asked) => readCallers(deps, asked),
  );

  function read(name: string, token: string): Promise<Signed | InvalidToken> {
    const pending =
      underWay.get(name) ??
      readSignedToken(deps, token)
        .then((holder) => {
          if (holder !== 'forged') return typeof holder === 'string' ? holder : { ...holder, name };
          forged.set(name, true);
          return 'invalid';
        })
        .finally(() => underWay.delete(name));
    underWay.set(name, pending);
    return pending;
  }

  return async (token, sourceAddress) => {
    if (token.length > MAX_ACCESS_TOKEN_LENGTH) return INVALID;
    const name = digest(token).toString('base64');
    if (forged.get(name)) return INVALID;
    const known = signed.get(name);
    const one = known ?? (await read(name, token));
    if (typeof one === 'string') return refusedAs(one);
    await requireServed(db, one.tenantId);
    const found = await callers(one);
    const now = clock.now();
    const isExpired = now.getTime() >= one.expiresAtMs;
    if (!found || isExpired) {
      signed.delete(name);
      return refusedAs(isExpired ? 'expired' : 'invalid');
    }
    if (!known) signed.set(name, one);
    return check(found, sourceAddress, now);
  };
}
