import { CLIENT_CREDENTIALS_GRANT, JWT_BEARER_GRANT, type TokenResponse } from '@titular/contract';
import { takeAssertion } from './assertion-store.ts';
import { type AuthenticatedClient, authenticateClient } from './authenticate-client.ts';
import { findPresentedClient } from './client-authentication.ts';
import { type IssuerDeps, issueAccessToken } from './issue-access-token.ts';
import type { Form } from './parse-form.ts';
import { decideScopes } from './scopes.ts';
import type { ServiceAccount } from './service-account-store.ts';
import { refused, type TokenRefusal } from './token-refusal.ts';
import { type AssertionDeps, type AssertionUse, verifyAssertion } from './verify-assertion.ts';

/** What the token endpoint needs. */
export type TokenEndpointDeps = AssertionDeps & IssuerDeps;

/** A request to the token endpoint: its form and its one Authorization header. */
export type TokenRequest = { form: Form; authorization: string | undefined };

/** The answer: a token for the account, or a refusal. */
export type TokenOutcome =
  | { kind: 'issued'; account: ServiceAccount; response: TokenResponse }
  | TokenRefusal;

/** What a grant entitles to, before the request's own scope parameter. */
type Grant = {
  kind: 'granted';
  account: ServiceAccount;
  credentialId: string;
  scopes: readonly string[];
  use: AssertionUse | undefined;
};
type Client = AuthenticatedClient | undefined;
type ReadGrant = (deps: AssertionDeps, form: Form, client: Client) => Promise<Grant | TokenRefusal>;

const grantToClient: ReadGrant = async (_deps, _form, client) => {
  if (!client) return refused('client_authentication_missing');
  const { account, credentialId } = client;
  return { kind: 'granted', account, credentialId, scopes: account.scopes, use: undefined };
};

const grantToAssertion: ReadGrant = async (deps, form, client) => {
  const assertion = form.get('assertion');
  if (assertion === undefined) return refused('missing_parameter');
  const verified = await verifyAssertion(deps, assertion, 'grant');
  if (verified.kind === 'refused') return verified;
  const { account, credentialId, use } = verified;
  if (client && client.account.clientId !== account.clientId) return refused('client_mismatch');
  const scopes = decideScopes(verified.scope, account.scopes);
  return scopes ? { kind: 'granted', account, credentialId, scopes, use } : refused('scope_not_allowed');
};

const grants = new Map<string, ReadGrant>([
  [CLIENT_CREDENTIALS_GRANT, grantToClient],
  [JWT_BEARER_GRANT, grantToAssertion],
]);

async function takeUses(
  deps: AssertionDeps,
  uses: ReadonlyArray<AssertionUse | undefined>,
): Promise<boolean> {
  for (const use of uses) {
    if (use && !(await takeAssertion(deps.db, use.tenantId, use.hash, use.expiresAt))) return false;
  }
  return true;
}

async function findClient(
  deps: AssertionDeps,
  { form, authorization }: TokenRequest,
): Promise<AuthenticatedClient | undefined | TokenRefusal> {
  const presented = findPresentedClient(authorization, form);
  if (presented.kind === 'refused') return presented;
  return presented.kind === 'none' ? undefined : authenticateClient(deps, presented);
}

/** Answers a token request; assertions are taken last, so that a request refused for anything else leaves them usable. */
export async function issueToken(deps: TokenEndpointDeps, request: TokenRequest): Promise<TokenOutcome> {
  const { form } = request;
  const grantType = form.get('grant_type');
  if (grantType === undefined) return refused('missing_parameter');
  const readGrant = grants.get(grantType);
  if (!readGrant) return refused('unsupported_grant');
  const client = await findClient(deps, request);
  if (client?.kind === 'refused') return client;
  const grant = await readGrant(deps, form, client);
  if (grant.kind === 'refused') return grant;
  if ((form.get('client_id') ?? grant.account.clientId) !== grant.account.clientId)
    return refused('client_mismatch');
  const scopes = decideScopes(form.get('scope'), grant.scopes);
  if (!scopes) return refused('scope_not_allowed');
  if (!(await takeUses(deps, [client?.use, grant.use]))) return refused('assertion_reused');
  const response = await issueAccessToken(deps, grant.account, { credentialId: grant.credentialId, scopes });
  return { kind: 'issued', account: grant.account, response };
}
