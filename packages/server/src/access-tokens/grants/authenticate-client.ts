import { digest, sameDigest } from '../../kernel/base/secret.ts';
import type { ServiceAccount } from '../accounts/service-account-store.ts';
import type { PresentedClient } from './client-authentication.ts';
import type { AssertionUse } from './consume-assertions.ts';
import { asClientError, type OAuthError, refused } from './oauth-error.ts';
import { type AssertionDeps, verifyAssertion } from './verify-assertion.ts';

/** A client that proved who it is; `use` is to be taken when it did so by an assertion. */
export type AuthenticatedClient = {
  kind: 'authenticated';
  account: ServiceAccount;
  credentialId: string;
  use: AssertionUse | undefined;
};

/**
 * SHA-256 alone is right here: a secret is 256 random bits, so no guess is worth a slow hash, and a slow hash would be a way to
 * flood us. Looking the digest up first makes an unknown client and a wrong secret the same query with the same empty answer.
 */
async function authenticateBySecret(
  { accounts }: AssertionDeps,
  clientId: string,
  secret: string,
): Promise<AuthenticatedClient | OAuthError> {
  const given = digest(secret);
  const found = await accounts.findBySecret(given);
  const isTheirs = found && sameDigest(given, found.secretHash) && found.account.clientId === clientId;
  if (!isTheirs) return refused('client_authentication_failed');
  const { account, secretId } = found;
  if (!account.active) return asClientError(refused('account_inactive'));
  return { kind: 'authenticated', account, credentialId: secretId, use: undefined };
}

async function authenticateByAssertion(
  deps: AssertionDeps,
  assertion: string,
): Promise<AuthenticatedClient | OAuthError> {
  const verified = await verifyAssertion(deps, assertion, 'client');
  if (verified.kind === 'refused') return asClientError(verified);
  const { account, credentialId, use } = verified;
  return { kind: 'authenticated', account, credentialId, use };
}

/** Authenticates a client by what it presents; a client that presents nothing is refused. */
export async function authenticateClient(
  deps: AssertionDeps,
  presented: PresentedClient,
): Promise<AuthenticatedClient | OAuthError> {
  switch (presented.kind) {
    case 'none':
      return refused('client_authentication_missing');
    case 'secret':
      return authenticateBySecret(deps, presented.clientId, presented.secret);
    case 'assertion':
      return authenticateByAssertion(deps, presented.assertion);
  }
}
