import type { IntrospectionResponse } from '@titular/contract';
import type { Db } from '../../kernel/database/connect.ts';
import { findAccountStatuses } from '../accounts/service-account-store.ts';
import type { OAuthError } from '../grants/oauth-error.ts';
import { consumeQuery, type ProvedQuery } from '../grants/token-request.ts';
import type { AssertionDeps } from '../grants/verify-assertion.ts';
import { apiAudienceOf } from './access-token.ts';
import { decodeAccessToken, type TokenReaderDeps } from './read-access-token.ts';

type IntrospectionOutcome = { kind: 'told'; response: IntrospectionResponse } | OAuthError;

const INACTIVE: IntrospectionOutcome = { kind: 'told', response: { active: false } };

/** Tells a client how its own access token stands (RFC 7662 section 2.2); of any other token it learns only that it is not active. */
export async function introspectToken(
  deps: AssertionDeps & TokenReaderDeps & { db: Db },
  query: ProvedQuery,
): Promise<IntrospectionOutcome> {
  const refusal = await consumeQuery(deps, query);
  if (refusal) return refusal;
  const holder = await decodeAccessToken(deps, query.draft.token);
  const { tenantId, account, clientId } = query.draft.account;
  if (!holder || holder.tenantId !== tenantId || holder.account !== account) return INACTIVE;
  const [accountStatus] = await findAccountStatuses(deps.db, [holder], deps.clock.now());
  if (!accountStatus?.active) return INACTIVE;
  return {
    kind: 'told',
    response: {
      active: true,
      scope: holder.scopes.filter((scope) => accountStatus.scopes.includes(scope)).join(' '),
      client_id: clientId,
      token_type: 'Bearer',
      exp: holder.expiresAtMs / 1000,
      iat: holder.issuedAtSeconds,
      sub: `${account}@${tenantId}`,
      aud: apiAudienceOf(deps.issuer),
      iss: deps.issuer,
      jti: holder.tokenId,
    },
  };
}
