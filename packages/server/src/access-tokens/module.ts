import type { VerifyAccessToken } from '../kernel/http/admission/authenticate.ts';
import type { Kernel, Module } from '../module.ts';
import type { MasterKeys } from '../tenants/index.ts';
import { directoryCaches } from './accounts/account-directory.ts';
import { timeCaches } from './accounts/allowed-times.ts';
import { useCache } from './accounts/note-use.ts';
import { accessTokenRoutes } from './grants/access-token-routes.ts';
import { failureCaches } from './grants/failure-limit.ts';
import { tokenMetrics } from './grants/token-metrics.ts';
import { SIGNED_LIFETIMES } from './signing-keys/rotate-signing-keys.ts';
import type { SigningKeys } from './signing-keys/signing-keys.ts';
import { accessTokenTasks } from './tokens/access-token-tasks.ts';
import { type AccessTokens, createAccessTokens } from './tokens/create-access-tokens.ts';
import { tokenCache } from './tokens/verify-access-token.ts';

/** Service accounts, the token endpoint, and the keys that sign. */
export type AccessTokensModule = Module & {
  verify: VerifyAccessToken;
  signingKeys: SigningKeys;
};

/** Opens the noun on signing keys that are loaded. */
export function createAccessTokensModule(
  { config, db, clock, log }: Kernel,
  { masterKeys, signingKeys }: { masterKeys: MasterKeys; signingKeys: SigningKeys },
): AccessTokensModule {
  const { environment, failedAuthentications, publicUrl: issuer, signingKeyDays } = config;
  const deps = { db, clock, log, issuer, environment, failedAuthentications, signingKeys };
  const tokens: AccessTokens = createAccessTokens(deps);
  return {
    verify: tokens.verify,
    signingKeys,
    routes: accessTokenRoutes({ ...deps, ...tokens }),
    tasks: accessTokenTasks({ db, clock, log, masterKeys, lifetimes: SIGNED_LIFETIMES, signingKeyDays }),
    schedule: [
      { task: 'delete-retired-signing-keys', match: '* * * * *', queue: 'upkeep' },
      { task: 'rotate-signing-keys', match: '7 * * * *', queue: 'upkeep' },
      { task: 'delete-expired-assertions', match: '*/5 * * * *', queue: 'clean-up' },
      { task: 'delete-expired-revocations', match: '*/5 * * * *', queue: 'clean-up' },
    ],
    metrics: tokenMetrics,
    caches: [...directoryCaches, ...failureCaches, ...timeCaches, tokenCache, useCache],
    tables: {
      service_accounts: 'deployment',
      service_account_keys: 'deployment',
      service_account_secrets: 'deployment',
      signing_keys: 'deployment',
      used_assertions: 'deployment',
      revoked_tokens: 'deployment',
    },
  };
}
