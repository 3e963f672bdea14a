import { CLIENT_CREDENTIALS_GRANT, JWT_BEARER_GRANT, type TokenResponse } from '@titular/contract';
import type { NoteUse } from '../accounts/note-use.ts';
import { decideScopes } from '../accounts/scopes.ts';
import type { ServiceAccount } from '../accounts/service-account-store.ts';
import { type IssuerDeps, issueAccessToken } from '../tokens/issue-access-token.ts';
import { admitAccount } from './admit-account.ts';
import type { AuthenticatedClient } from './authenticate-client.ts';
import type { AssertionUse } from './consume-assertions.ts';
import { asClientError, type OAuthError, refused } from './oauth-error.ts';
import type { Form } from './parse-form.ts';
import { consumeAssertions, findClient, type TokenRequest } from './token-request.ts';
import { type AssertionDeps, verifyAssertion } from './verify-assertion.ts';

/** What the token endpoint needs. */
export type TokenEndpointDeps = AssertionDeps & IssuerDeps & { noteUse: NoteUse };

/** The answer: a token for the account, or a refusal. */
export type TokenOutcome =
  | { kind: 'issued'; account: ServiceAccount; credentialId: string; response: TokenResponse }
  | OAuthError;

/** What a grant entitles to, before the request's own scope parameter. */
type Grant = {
  kind: 'granted';
  account: ServiceAccount;
  credentialId: string;
  scopes: readonly string[];
  use: AssertionUse | undefined;
};
type Client = AuthenticatedClient | undefined;
type ReadGrant = (deps: AssertionDeps, form: Form, client: Client) => Promise<Grant | OAuthError>;

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
  const admission = admitAccount(grant.account, request.sourceAddress, deps.clock.now());
  if (admission !== 'admitted') return refused(admission);
  if (!(await consumeAssertions(deps, [client?.use]))) return asClientError(refused('assertion_reused'));
  if (!(await consumeAssertions(deps, [grant.use]))) return refused('assertion_reused');
  const { account, credentialId } = grant;
  const response = await issueAccessToken(deps, account, { credentialId, scopes });
  await deps.noteUse(account, credentialId);
  return { kind: 'issued', account, credentialId, response };
}
