import type { Db } from '../../kernel/database/connect.ts';
import type { ServiceAccount } from '../accounts/service-account-store.ts';
import type { OAuthError } from '../grants/oauth-error.ts';
import { consumeQuery, type ProvedQuery } from '../grants/token-request.ts';
import type { AssertionDeps } from '../grants/verify-assertion.ts';
import { decodeAccessToken, type TokenReaderDeps } from './read-access-token.ts';
import { insertRevokedToken } from './revoked-token-store.ts';

/**
 * Gives a client's own access token back before its time (RFC 7009 section 2); every process refuses it within 5 s. A token that is not
 * one, has expired or is another client's gets the same answer and nothing happens, so that the answer tells nothing of it.
 */
export async function revokeToken(
  deps: AssertionDeps & TokenReaderDeps & { db: Db },
  query: ProvedQuery,
): Promise<{ kind: 'revoked'; account: ServiceAccount } | OAuthError> {
  const refusal = await consumeQuery(deps, query);
  if (refusal) return refusal;
  const holder = await decodeAccessToken(deps, query.draft.token);
  const { tenantId, account } = query.draft.account;
  if (holder && holder.tenantId === tenantId && holder.account === account) {
    await insertRevokedToken(deps.db, tenantId, holder.tokenId, new Date(holder.expiresAtMs));
  }
  return { kind: 'revoked', account: query.draft.account };
}
