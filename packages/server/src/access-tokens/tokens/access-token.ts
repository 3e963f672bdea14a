import { ACCESS_TOKEN_LIFETIME_SECONDS } from '@titular/contract';
import type { Environment } from '../../config/config.ts';
import { isId, type TenantId } from '../../kernel/base/id.ts';
import type { ServiceAccount } from '../accounts/service-account-store.ts';
import type { CompactJws, HeaderRule } from '../jose/compact-jws.ts';

/** The claims of an access token (RFC 9068 section 2.2) and ours: tenant, environment, and the key or secret that got it. */
export type AccessTokenClaims = {
  iss: string;
  aud: string;
  sub: string;
  client_id: string;
  tenant: string;
  env: Environment;
  credential: string;
  scope: string;
  iat: number;
  exp: number;
  jti: string;
};

/** Which deployment a token is for: the address that issues it and its environment. */
export type TokenRealm = { issuer: string; environment: Environment };

/** Header of an access token (RFC 9068 section 4): the type is required, which keeps every other kind of JWT out. */
export const accessTokenHeaderRule: HeaderRule = {
  algorithms: ['ES256'],
  types: ['at+jwt'],
  typeRequired: true,
};

/** The API that access tokens are for. */
export const apiAudienceOf = (issuer: string): string => `${issuer}/api/public/v1`;

/** Builds the claims of a new token that lives for one hour from `now`. */
export function buildAccessTokenClaims(
  realm: TokenRealm,
  account: ServiceAccount,
  granted: { credentialId: string; scopes: readonly string[] },
  now: Date,
  tokenId: string,
): AccessTokenClaims {
  const issuedAtSeconds = Math.floor(now.getTime() / 1000);
  return {
    iss: realm.issuer,
    aud: apiAudienceOf(realm.issuer),
    sub: `${account.account}@${account.tenantId}`,
    client_id: account.clientId,
    tenant: account.tenantId,
    env: realm.environment,
    credential: granted.credentialId,
    scope: granted.scopes.join(' '),
    iat: issuedAtSeconds,
    exp: issuedAtSeconds + ACCESS_TOKEN_LIFETIME_SECONDS,
    jti: tokenId,
  };
}

/** What a sound access token tells. */
export type AccessTokenHolder = {
  tenantId: TenantId;
  account: string;
  credentialId: string;
  tokenId: string;
  scopes: readonly string[];
  issuedAtSeconds: number;
  expiresAtMs: number;
};

/** Whether claims are for the API of this deployment, and for this environment. */
export const isOfRealm = ({ iss, aud, env }: CompactJws['payload'], realm: TokenRealm): boolean =>
  iss === realm.issuer && aud === apiAudienceOf(realm.issuer) && env === realm.environment;

/** Reads the holder from claims whose signature is checked; undefined for another issuer, audience or environment, and from `exp` on, without skew. */
export function readTokenHolder(
  payload: CompactJws['payload'],
  realm: TokenRealm,
  nowMs: number,
): AccessTokenHolder | undefined {
  const { sub, tenant, credential, scope, exp, iat, jti } = payload;
  if (!isOfRealm(payload, realm)) return undefined;
  if (typeof exp !== 'number' || !(nowMs < exp * 1000)) return undefined;
  if (typeof sub !== 'string' || typeof tenant !== 'string' || !isId(tenant) || !sub.endsWith(`@${tenant}`))
    return undefined;
  if (typeof credential !== 'string' || typeof scope !== 'string') return undefined;
  if (typeof iat !== 'number' || typeof jti !== 'string' || !isId(jti)) return undefined;
  return {
    tenantId: tenant,
    account: sub.slice(0, -tenant.length - 1),
    credentialId: credential,
    tokenId: jti,
    scopes: scope.split(' ').filter((name) => name !== ''),
    issuedAtSeconds: iat,
    expiresAtMs: exp * 1000,
  };
}
