import type { Kysely } from 'kysely';
import type { Clock } from '../../kernel/base/clock.ts';
import type { Log } from '../../kernel/base/log.ts';
import type { Tables } from '../../kernel/database/tables/tables.ts';
import type { VerifyAccessToken } from '../../kernel/http/admission/authenticate.ts';
import { type AccountDirectory, createAccountDirectory } from '../accounts/account-directory.ts';
import { createUseNotes, type NoteUse } from '../accounts/note-use.ts';
import { createFailureLimit } from '../failures/failure-limit.ts';
import type { ShareFailure } from '../failures/share-failures.ts';
import { type ConsumeAssertion, createAssertionConsumer } from '../grants/consume-assertions.ts';
import { createAuthenticationGuard, type GuardAuthentication } from '../grants/guard-authentication.ts';
import type { SigningKeys } from '../signing-keys/signing-keys.ts';
import type { TokenRealm } from './access-token.ts';
import { createAccessTokenVerifier } from './verify-access-token.ts';

/** What the service hands over; `issuer` is its public address, without a path. */
export type AccessTokenDeps = TokenRealm & {
  db: Kysely<Tables>;
  signingKeys: SigningKeys;
  clock: Clock;
  log: Log;
  failedAuthentications: number;
  /** Without it, failures are counted in this process alone. */
  shareFailure?: ShareFailure;
};

/** The check of a presented token, the keys that the SDK token shares, and what the token routes keep between requests. */
export type AccessTokens = {
  verify: VerifyAccessToken;
  signingKeys: SigningKeys;
  guard: GuardAuthentication;
  noteUse: NoteUse;
  accounts: AccountDirectory;
  consumeAssertion: ConsumeAssertion;
};

/** Builds the verifier on the signing keys, and what the token routes keep between requests. */
export function createAccessTokens(deps: AccessTokenDeps): AccessTokens {
  const { db, clock, issuer, environment, failedAuthentications, shareFailure, signingKeys } = deps;
  const failures = createFailureLimit(() => performance.now(), failedAuthentications, shareFailure);
  const shared = { db, clock, issuer, environment, signingKeys };
  return {
    verify: createAccessTokenVerifier(shared),
    signingKeys,
    guard: createAuthenticationGuard(failures),
    noteUse: createUseNotes(db, clock, deps.log),
    accounts: createAccountDirectory(db, clock),
    consumeAssertion: createAssertionConsumer(db),
  };
}
