import type { IntrospectionResponse } from '@titular/contract';
import type { Db } from '../../kernel/database/connect.ts';
import { findStanding } from '../accounts/service-account-store.ts';
import type { TokenRefusal } from '../grants/oauth-error.ts';
import { readClient, type TokenRequest } from '../grants/token-request.ts';
import type { AssertionDeps } from '../grants/verify-assertion.ts';
import { apiAudienceOf } from './access-token.ts';
import { findHolder, type TokenReaderDeps } from './read-access-token.ts';

type IntrospectionOutcome = { kind: 'told'; response: IntrospectionResponse } | TokenRefusal;

const INACTIVE: IntrospectionOutcome = { kind: 'told', response: { active: false } };

/** Tells a client how its own access token stands (RFC 7662 section 2.2); of any other token it learns only that it is not active. */
export async function introspectToken(
  deps: AssertionDeps & TokenReaderDeps & { db: Db },
  request: TokenRequest,
): Promise<IntrospectionOutcome> {
  const client = await readClient(deps, request);
  if (client.kind === 'refused') return client;
  const holder = await findHolder(deps, request.form.get('token') ?? '');
  const { tenantId, account, clientId } = client.account;
  if (!holder || holder.tenantId !== tenantId || holder.account !== account) return INACTIVE;
  const standing = await findStanding(deps.db, tenantId, holder, deps.clock.now());
  if (!standing?.active) return INACTIVE;
  return {
    kind: 'told',
    response: {
      active: true,
      scope: holder.scopes.filter((scope) => standing.scopes.includes(scope)).join(' '),
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
