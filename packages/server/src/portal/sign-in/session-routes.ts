import { Refusal } from '../../kernel/base/refusal.ts';
import { digest, newSecret } from '../../kernel/base/secret.ts';
import {
  endedPortalCookie,
  readPortalCookie,
  SESSION_PREFIX,
} from '../../kernel/http/portal/portal-cookie.ts';
import { definePortalRoute, type SignedInUser } from '../../kernel/http/portal/portal-route.ts';
import type { PortalRoute, RouteRequest } from '../../kernel/http/route.ts';
import {
  beginCeremony,
  endSessions,
  listAuthenticators,
  newChallenge,
  provePasskey,
  provePassword,
  renewSession,
  signInOptions,
} from '../../users/index.ts';
import { operatorOf, type PortalDeps } from '../portal-deps.ts';
import { sessionReply } from './begin-session.ts';
import { describeSession } from './describe-session.ts';
import { holderOfSession } from './holders.ts';

type Proof = { passkey: Record<string, unknown> } | { password: string; code: string };

/** The secret that let a request in. */
function secretOf({ url }: PortalDeps, headers: RouteRequest['headers']): string {
  const secret = readPortalCookie(url, headers['cookie']);
  if (secret === undefined) throw new Refusal('40340');
  return secret;
}

/** Proves that who is signed in is still who sits there. */
async function proveAgain(
  { users }: PortalDeps,
  caller: SignedInUser,
  proof: Proof,
  sourceAddress: string,
): Promise<void> {
  if ('passkey' in proof) {
    const ceremony = { holderHash: holderOfSession(caller.sessionId), purpose: 'again' as const };
    await provePasskey(users, proof.passkey, ceremony, caller.userId);
    return;
  }
  // Whoever types wrong passwords at the door holds up nobody who is signed in.
  const typed = { ...proof, name: caller.name };
  const { user } = await provePassword(users, typed, sourceAddress, 'password again');
  if (user.userId !== caller.userId) throw new Refusal('40345');
}

/** The session itself: reading it, ending it, and authenticating again in it. */
export const sessionRoutes = (deps: PortalDeps): PortalRoute[] => [
  definePortalRoute('readPortalSession', async ({ headers }) => {
    const body = await describeSession(deps, secretOf(deps, headers));
    if (!body) throw new Refusal('40340');
    return { status: 200, body };
  }),
  definePortalRoute('signOut', async (_request, caller) => {
    await endSessions(operatorOf(deps, caller), caller.userId, { only: caller.sessionId });
    const headers = {
      'set-cookie': endedPortalCookie(deps.url),
      'clear-site-data': '"cache", "storage"',
    };
    return { status: 200, body: {}, headers };
  }),
  definePortalRoute('startAuthentication', async (_request, { userId, sessionId }) => {
    const challenge = newChallenge();
    const key = { holderHash: holderOfSession(sessionId), purpose: 'again' as const };
    await beginCeremony(deps.db, key, { userId, challenge, sealedTotpSeed: undefined }, deps.clock.now());
    const known = (await listAuthenticators(deps.db, userId)).flatMap((one) =>
      one.kind === 'passkey' ? [one.passkey] : [],
    );
    return {
      status: 200,
      body: { options: await signInOptions(deps.users.relyingParty, challenge, known) },
    };
  }),
  definePortalRoute('authenticateAgain', async ({ body, headers, sourceAddress }, caller) => {
    await proveAgain(deps, caller, body, sourceAddress);
    const secret = newSecret(SESSION_PREFIX);
    const renewed = await renewSession(deps.db, caller.sessionId, {
      was: digest(secretOf(deps, headers)),
      secretHash: digest(secret),
      at: deps.clock.now(),
    });
    if (!renewed) throw new Refusal('40340');
    return sessionReply(deps, secret);
  }),
];
