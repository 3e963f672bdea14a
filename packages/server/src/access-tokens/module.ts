import type { VerifyAccessToken } from '../kernel/http/admission/authenticate.ts';
import type { Kernel, Module } from '../module.ts';
import type { MasterKeys, OpenDeploymentKey } from '../tenants/index.ts';
import { directoryCaches } from './accounts/account-directory.ts';
import { timeCaches } from './accounts/allowed-times.ts';
import { useCache } from './accounts/note-use.ts';
import { failureCaches } from './failures/failure-limit.ts';
import { createSharedFailures, type ShareFailure } from './failures/share-failures.ts';
import { accessTokenRoutes } from './grants/access-token-routes.ts';
import { tokenMetrics } from './grants/token-metrics.ts';
import { SIGNED_LIFETIMES } from './signing-keys/rotate-signing-keys.ts';
import type { SigningKeys } from './signing-keys/signing-keys.ts';
import { accessTokenTasks } from './tokens/access-token-tasks.ts';
import { type AccessTokens, createAccessTokens } from './tokens/create-access-tokens.ts';
import { callerCache, forgedCache, tokenCache } from './tokens/verify-access-token.ts';

/** Service accounts, the token endpoint, and the keys that sign. */
export type AccessTokensModule = Module & {
  verify: VerifyAccessToken;
  signingKeys: SigningKeys;
  shareFailure: ShareFailure;
};

/** Opens the noun on signing keys that are loaded. */
export function createAccessTokensModule(
  { config, db, clock, log }: Kernel,
  needs: { masterKeys: MasterKeys; signingKeys: SigningKeys; openFailureKey: OpenDeploymentKey },
): AccessTokensModule {
  const { environment, failedAuthentications, publicUrl: issuer, signingKeyDays } = config;
  const { masterKeys, signingKeys } = needs;
  const shareFailure = createSharedFailures(db, needs.openFailureKey);
  const deps = { db, clock, log, issuer, environment, failedAuthentications, shareFailure, signingKeys };
  const tokens: AccessTokens = createAccessTokens(deps);
  return {
    verify: tokens.verify,
    signingKeys,
    shareFailure,
    routes: accessTokenRoutes({ ...deps, ...tokens }),
    tasks: accessTokenTasks({ db, clock, log, masterKeys, lifetimes: SIGNED_LIFETIMES, signingKeyDays }),
    schedule: [
      { task: 'delete-retired-signing-keys', match: '* * * * *', queue: 'upkeep' },
      { task: 'rotate-signing-keys', match: '7 * * * *', queue: 'upkeep' },
      { task: 'delete-expired-assertions', match: '*/5 * * * *', queue: 'clean-up' },
      { task: 'delete-spent-failures', match: '*/5 * * * *', queue: 'clean-up' },
      { task: 'delete-expired-revocations', match: '*/5 * * * *', queue: 'clean-up' },
    ],
    metrics: tokenMetrics,
    caches: [
      ...directoryCaches,
      ...failureCaches,
      ...timeCaches,
      tokenCache,
      forgedCache,
      callerCache,
      useCache,
    ],
    tables: {
      service_accounts: 'deployment',
      service_account_keys: 'deployment',
      service_account_secrets: 'deployment',
      signing_keys: 'deployment',
      used_assertions: 'deployment',
      revoked_tokens: 'deployment',
      failed_authentications: 'deployment',
    },
  };
}
