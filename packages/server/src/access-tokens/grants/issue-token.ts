import { CLIENT_CREDENTIALS_GRANT, JWT_BEARER_GRANT, type TokenResponse } from '@titular/contract';
import { Ended, firstStep } from '../../kernel/http/steps.ts';
import type { NoteUse } from '../accounts/note-use.ts';
import { decideScopes } from '../accounts/scopes.ts';
import type { ServiceAccount } from '../accounts/service-account-store.ts';
import { type IssuerDeps, issueAccessToken } from '../tokens/issue-access-token.ts';
import type { AssertionUse } from './consume-assertions.ts';
import { type OAuthError, refused } from './oauth-error.ts';
import { countIssued } from './token-metrics.ts';
import {
  checkAccount,
  consumeClientAssertion,
  findClient,
  matchClientId,
  type TokenRequest,
  type TokenStep,
  type WithClient,
} from './token-request.ts';
import { type AssertionDeps, verifyAssertion } from './verify-assertion.ts';

/** What the token endpoint needs. */
export type TokenEndpointDeps = AssertionDeps & IssuerDeps & { noteUse: NoteUse };

/** The answer: a token for the account, or a refusal. */
export type TokenOutcome =
  | { kind: 'issued'; account: ServiceAccount; credentialId: string; response: TokenResponse }
  | OAuthError;

type Asked = TokenRequest & WithClient;

/** A request with what its grant entitles to; the grant's assertion is not consumed yet. */
type Granted = Asked & {
  account: ServiceAccount;
  credentialId: string;
  scopes: readonly string[];
  use: AssertionUse | undefined;
};
type Issued = Granted & { response: TokenResponse };

const grantToClient: TokenStep<Asked, Granted> = (_deps, draft) => {
  const { client } = draft;
  if (!client) return new Ended(refused('client_authentication_missing'));
  const { account, credentialId } = client;
  return { ...draft, account, credentialId, scopes: account.scopes, use: undefined };
};

const grantToAssertion: TokenStep<Asked, Granted> = async (deps, draft) => {
  const assertion = draft.form.get('assertion');
  if (assertion === undefined) return new Ended(refused('missing_parameter'));
  const verified = await verifyAssertion(deps, assertion, 'grant');
  if (verified.kind === 'refused') return new Ended(verified);
  const { account, credentialId, use } = verified;
  if (draft.client && draft.client.account.clientId !== account.clientId)
    return new Ended(refused('client_mismatch'));
  const scopes = decideScopes(verified.scope, account.scopes);
  return scopes ? { ...draft, account, credentialId, scopes, use } : new Ended(refused('scope_not_allowed'));
};

const GRANTS = new Map([
  [CLIENT_CREDENTIALS_GRANT, grantToClient],
  [JWT_BEARER_GRANT, grantToAssertion],
]);

type Chosen = { checkGrant: TokenStep<Asked, Granted> };

const chooseGrant: TokenStep<TokenRequest, TokenRequest & Chosen, TokenEndpointDeps> = (_deps, draft) => {
  const grantType = draft.form.get('grant_type');
  if (grantType === undefined) return new Ended(refused('missing_parameter'));
  const checkGrant = GRANTS.get(grantType);
  return checkGrant ? { ...draft, checkGrant } : new Ended(refused('unsupported_grant'));
};

const checkGrant: TokenStep<Asked & Chosen, Granted> = (deps, draft) => draft.checkGrant(deps, draft);

/** Narrows the scopes of the grant to those that the form names. */
const checkScopes: TokenStep<Granted, Granted> = (_deps, draft) => {
  const scopes = decideScopes(draft.form.get('scope'), draft.scopes);
  return scopes ? { ...draft, scopes } : new Ended(refused('scope_not_allowed'));
};

const consumeGrantAssertion: TokenStep<Granted, Granted> = ({ consumeAssertion }, draft) =>
  draft.use
    ? consumeAssertion(draft.use).then((isFirst) =>
        isFirst ? draft : new Ended(refused('assertion_reused')),
      )
    : draft;

const issue: TokenStep<Granted, Issued, TokenEndpointDeps> = async (deps, draft) => {
  const { account, credentialId, scopes } = draft;
  return { ...draft, response: await issueAccessToken(deps, account, { credentialId, scopes }) };
};

const noteUse: TokenStep<Issued, Issued, TokenEndpointDeps> = async (deps, draft) => {
  await deps.noteUse(draft.account, draft.credentialId);
  return draft;
};

/** All that can fail for want of the right credential, and what else costs nothing. */
const PROOF = firstStep(chooseGrant)
  .next(findClient)
  .next(checkGrant)
  .next(matchClientId)
  .next(checkScopes)
  .next(checkAccount);

/** Assertions are consumed last, so that a request refused for anything else leaves them usable. */
const ISSUE = firstStep<TokenEndpointDeps, Granted, Granted, OAuthError>(consumeClientAssertion)
  .next(consumeGrantAssertion)
  .next(issue)
  .next(noteUse);

/** A request that proved who it is from, and what it is entitled to; its assertions are not consumed yet. */
export type ProvedGrant = { kind: 'granted'; draft: Granted };

/** Proves the grant of a token request whose form was parsed. */
export async function proveGrant(
  deps: TokenEndpointDeps,
  request: TokenRequest,
): Promise<ProvedGrant | OAuthError> {
  const made = await PROOF.run(deps, request);
  return made instanceof Ended ? made.answer : { kind: 'granted', draft: made };
}

/** Consumes the assertions of a grant that was proved, and issues its token. */
export async function issueToken(deps: TokenEndpointDeps, { draft }: ProvedGrant): Promise<TokenOutcome> {
  const made = await ISSUE.run(deps, draft);
  if (made instanceof Ended) return made.answer;
  const { account, credentialId, response, form } = made;
  countIssued(form.get('grant_type'));
  return { kind: 'issued', account, credentialId, response };
}
