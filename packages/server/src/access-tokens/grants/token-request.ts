import { admitAccount } from './admit-account.ts';
import { type AuthenticatedClient, authenticateClient } from './authenticate-client.ts';
import { findPresentedClient } from './client-authentication.ts';
import type { AssertionUse } from './consume-assertions.ts';
import { asClientError, type OAuthError, refused } from './oauth-error.ts';
import type { Form } from './parse-form.ts';
import type { AssertionDeps } from './verify-assertion.ts';

/** A request to one of the token routes: its form, its one Authorization header, and the address it comes from. */
export type TokenRequest = { form: Form; authorization: string | undefined; sourceAddress: string };

/** Takes the assertions of a request for their one use; false when one was taken before. */
export async function consumeAssertions(
  deps: AssertionDeps,
  uses: ReadonlyArray<AssertionUse | undefined>,
): Promise<boolean> {
  for (const use of uses) {
    if (use && !(await deps.consumeAssertion(use))) return false;
  }
  return true;
}

/** The client that authenticates with the request, if any does; its assertion is not taken yet. */
export async function findClient(
  deps: AssertionDeps,
  { form, authorization }: TokenRequest,
): Promise<AuthenticatedClient | undefined | OAuthError> {
  const presented = findPresentedClient(authorization, form);
  if (presented.kind === 'refused') return presented;
  return presented.kind === 'none' ? undefined : authenticateClient(deps, presented);
}

/** The client of a request about a token, which only a client may make; its assertion is taken. */
export async function readClient(
  deps: AssertionDeps,
  request: TokenRequest,
): Promise<AuthenticatedClient | OAuthError> {
  const client = await findClient(deps, request);
  if (!client) return refused('client_authentication_missing');
  if (client.kind === 'refused') return client;
  const named = request.form.get('client_id');
  if (named !== undefined && named !== client.account.clientId) return refused('client_mismatch');
  const admission = admitAccount(client.account, request.sourceAddress, deps.clock.now());
  if (admission !== 'admitted') return refused(admission);
  // Last of all, so that a request refused for anything else leaves the assertion usable.
  if (request.form.get('token') === undefined) return refused('missing_parameter');
  return (await consumeAssertions(deps, [client.use])) ? client : asClientError(refused('assertion_reused'));
}
