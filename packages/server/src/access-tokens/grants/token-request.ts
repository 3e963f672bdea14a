import { Ended, firstStep, type Step } from '../../kernel/http/steps.ts';
import type { ServiceAccount } from '../accounts/service-account-store.ts';
import { admitAccount } from './admit-account.ts';
import { type AuthenticatedClient, authenticateClient } from './authenticate-client.ts';
import { findPresentedClient } from './client-authentication.ts';
import { asClientError, type OAuthError, refused } from './oauth-error.ts';
import type { Form } from './parse-form.ts';
import type { AssertionDeps } from './verify-assertion.ts';

/** A request to one of the token routes: its form, its one Authorization header, and the address it comes from. */
export type TokenRequest = { form: Form; authorization: string | undefined; sourceAddress: string };

/** A step of a request to one of the token routes. */
export type TokenStep<From, To, Deps = AssertionDeps> = Step<Deps, From, To, OAuthError>;

/** A request with the client that authenticates by it, if any does; its assertion is not consumed yet. */
export type WithClient = { client: AuthenticatedClient | undefined };

/** A request in the name of an account. */
export type WithAccount = { account: ServiceAccount };

/** Finds the client that authenticates with the request. */
export async function findClient<Draft extends TokenRequest>(
  deps: AssertionDeps,
  draft: Draft,
): Promise<(Draft & WithClient) | Ended<OAuthError>> {
  const presented = findPresentedClient(draft.authorization, draft.form);
  if (presented.kind === 'refused') return new Ended(presented);
  if (presented.kind === 'none') return { ...draft, client: undefined };
  const client = await authenticateClient(deps, presented);
  return client.kind === 'refused' ? new Ended(client) : { ...draft, client };
}

/** Refuses a form that names another client than the account's. */
export function matchClientId<Draft extends TokenRequest & WithAccount>(
  _deps: unknown,
  draft: Draft,
): Draft | Ended<OAuthError> {
  const { clientId } = draft.account;
  const named = draft.form.get('client_id') ?? clientId;
  return named === clientId ? draft : new Ended(refused('client_mismatch'));
}

/** Refuses an account at addresses and times that it may not be used. */
export function checkAccount<Draft extends TokenRequest & WithAccount>(
  { clock }: AssertionDeps,
  draft: Draft,
): Draft | Ended<OAuthError> {
  const admission = admitAccount(draft.account, draft.sourceAddress, clock.now());
  return admission === 'admitted' ? draft : new Ended(refused(admission));
}

/** Consumes the assertion of the client; last of all, so that a request refused for anything else leaves it usable. */
export async function consumeClientAssertion<Draft extends WithClient>(
  { consumeAssertion }: AssertionDeps,
  draft: Draft,
): Promise<Draft | Ended<OAuthError>> {
  const use = draft.client?.use;
  if (!use || (await consumeAssertion(use))) return draft;
  return new Ended(asClientError(refused('assertion_reused')));
}

type OfClient = TokenRequest & WithClient & WithAccount;

const requireClient: TokenStep<TokenRequest & WithClient, OfClient> = (_deps, draft) =>
  draft.client
    ? { ...draft, account: draft.client.account }
    : new Ended(refused('client_authentication_missing'));

const requireToken: TokenStep<OfClient, OfClient & { token: string }> = (_deps, draft) => {
  const token = draft.form.get('token');
  return token === undefined ? new Ended(refused('missing_parameter')) : { ...draft, token };
};

type Query = OfClient & { token: string };

const PROOF = firstStep<AssertionDeps, TokenRequest, TokenRequest & WithClient, OAuthError>(findClient)
  .next(requireClient)
  .next(matchClientId)
  .next(checkAccount)
  .next(requireToken);

/** A request about a token, which only a client may make; the client's assertion is not consumed yet. */
export type ProvedQuery = { kind: 'query'; draft: Query };

/** Proves which client asks about which token. */
export async function proveTokenQuery(
  deps: AssertionDeps,
  request: TokenRequest,
): Promise<ProvedQuery | OAuthError> {
  const made = await PROOF.run(deps, request);
  return made instanceof Ended ? made.answer : { kind: 'query', draft: made };
}

/** Consumes the assertion of a client that was proved; refuses one that was used before. */
export async function consumeQuery(
  deps: AssertionDeps,
  { draft }: ProvedQuery,
): Promise<OAuthError | undefined> {
  const made = await consumeClientAssertion(deps, draft);
  return made instanceof Ended ? made.answer : undefined;
}
