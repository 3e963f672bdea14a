import type { Kysely } from 'kysely';
import type { Clock } from '../base/clock.ts';
import type { Log } from '../base/log.ts';
import type { Tables } from '../database/tables.ts';
import type { VerifyAccessToken } from '../http/authenticate.ts';
import type { Route } from '../http/route.ts';
import type { MasterKey } from '../tenants/master-key.ts';
import type { TokenRealm } from './access-token.ts';
import { accessTokenRoutes } from './access-token-routes.ts';
import { loadSigningKeys, type SigningKeys } from './signing-keys.ts';
import { createAccessTokenVerifier } from './verify-access-token.ts';

/** What the service hands over; `issuer` is its public address, without a path. */
export type AccessTokenDeps = TokenRealm & {
  db: Kysely<Tables>;
  masterKey: MasterKey;
  clock: Clock;
  log: Log;
};

/** Token routes, the check of a presented token, and the keys that the SDK token shares. */
export type AccessTokens = { routes: Route[]; verify: VerifyAccessToken; signingKeys: SigningKeys };

/** Wires the noun: opens the signing keys, making them at the first start, and builds routes and verifier on them. */
export async function createAccessTokens(deps: AccessTokenDeps): Promise<AccessTokens> {
  const { db, clock, log, issuer, environment } = deps;
  const signingKeys = await loadSigningKeys(deps);
  const shared = { db, clock, issuer, environment, signingKeys };
  return {
    routes: accessTokenRoutes({ ...shared, log }),
    verify: createAccessTokenVerifier(shared),
    signingKeys,
  };
}
