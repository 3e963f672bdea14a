import { ACCESS_TOKEN_LIFETIME_SECONDS, type TokenResponse } from '@titular/contract';
import type { Clock } from '../../kernel/base/clock.ts';
import { newId } from '../../kernel/base/id.ts';
import type { ServiceAccount } from '../accounts/service-account-store.ts';
import { signJws } from '../jose/sign-jws.ts';
import type { SigningKeys } from '../signing-keys/signing-keys.ts';
import { buildAccessTokenClaims, type TokenRealm } from './access-token.ts';

/** What issuing needs. */
export type IssuerDeps = TokenRealm & { clock: Clock; signingKeys: SigningKeys };

/** Signs a new access token (RFC 9068) for the account and builds the token response (RFC 6749 section 5.1); no refresh token is ever issued. */
export async function issueAccessToken(
  deps: IssuerDeps,
  account: ServiceAccount,
  granted: { credentialId: string; scopes: readonly string[] },
): Promise<TokenResponse> {
  const key = await deps.signingKeys.current('access-token');
  const claims = buildAccessTokenClaims(deps, account, granted, deps.clock.now(), newId());
  return {
    access_token: signJws('at+jwt', claims, key),
    token_type: 'Bearer',
    expires_in: ACCESS_TOKEN_LIFETIME_SECONDS,
    scope: claims.scope,
  };
}
