import { Refusal } from '../../kernel/base/refusal.ts';
import { findPasskey, hasAuthenticator, usePasskey } from '../authenticators/authenticator-store.ts';
import { type CeremonyKey, takeCeremony } from '../authenticators/ceremony-store.ts';
import { credentialIdOf, isForUser, verifyPasskey } from '../authenticators/passkeys.ts';
import { findUser } from '../people/user-store.ts';
import type { UserDeps } from '../user-deps.ts';
import type { Proven } from './proven.ts';

/** The id that a ceremony of nobody in particular is for. */
export const ANYBODY = '00000000-0000-0000-0000-000000000000';

type Json = Record<string, unknown>;

/**
 * Proves who somebody is by a passkey; `onlyUserId` is who it has to be. A ceremony that is over is 40077, anything else that is wrong
 * 40345. No failure of others holds it up.
 */
export async function provePasskey(
  deps: UserDeps,
  response: Json,
  ceremonyKey: CeremonyKey,
  onlyUserId?: string,
): Promise<Proven> {
  const { db, clock, relyingParty } = deps;
  const ceremony = await takeCeremony(db, ceremonyKey, clock.now());
  if (!ceremony?.challenge || ceremony.userId !== (onlyUserId ?? ANYBODY)) throw new Refusal('40077');
  const credentialId = credentialIdOf(response);
  const found = credentialId && (await findPasskey(db, credentialId));
  const user = found && (await findUser(db, found.userId));
  const isTheirs =
    user?.isActive &&
    isForUser(response, user.userId) &&
    (onlyUserId === undefined || user.userId === onlyUserId);
  if (!found || !isTheirs) throw new Refusal('40345');
  const signCount = await verifyPasskey(relyingParty, response, ceremony.challenge, found.passkey);
  if (signCount === undefined || !(await usePasskey(db, found, signCount, clock.now())))
    throw new Refusal('40345');
  return { user, holds: (trx) => hasAuthenticator(trx, found) };
}
