import { Refusal } from '../../kernel/base/refusal.ts';
import { definePortalRoute } from '../../kernel/http/portal/portal-route.ts';
import type { PortalRoute } from '../../kernel/http/route.ts';
import {
  ANYBODY,
  beginCeremony,
  hasAnybody,
  newChallenge,
  provePasskey,
  provePassword,
  proveRecoveryCode,
  signInOptions,
} from '../../users/index.ts';
import type { PortalDeps } from '../portal-deps.ts';
import { beginSession } from './begin-session.ts';
import { holderOfBrowser, newHolder } from './holders.ts';

/** While nobody has an account, there is nobody to sign in as. */
async function requireAnybody({ db }: PortalDeps): Promise<void> {
  if (!(await hasAnybody(db))) throw new Refusal('40345');
}

/** What anybody may call: the state of the portal, and signing in. */
export const signInRoutes = (deps: PortalDeps): PortalRoute[] => [
  definePortalRoute('readPortalState', async () => ({
    status: 200,
    body: {
      environment: deps.environment,
      needsSetup: !(await hasAnybody(deps.db)),
      version: deps.environment === 'test' ? deps.version : '',
      ...(deps.users.provider ? { provider: deps.users.provider.name } : {}),
    },
  })),
  definePortalRoute('startPasskeySignIn', async () => {
    await requireAnybody(deps);
    const { holderHash, headers } = newHolder(deps.url);
    const challenge = newChallenge();
    const ceremony = { userId: ANYBODY, challenge, sealedTotpSeed: undefined };
    await beginCeremony(deps.db, { holderHash, purpose: 'sign-in' }, ceremony, deps.clock.now());
    const options = await signInOptions(deps.users.relyingParty, challenge);
    return { status: 200, body: { options }, headers };
  }),
  definePortalRoute('signInWithPasskey', async ({ body, headers }) => {
    await requireAnybody(deps);
    const holderHash = holderOfBrowser(deps.url, headers);
    const proven = await provePasskey(deps.users, body.passkey, { holderHash, purpose: 'sign-in' });
    return beginSession(deps, proven, 'passkey', headers);
  }),
  definePortalRoute('signInWithPassword', async ({ body, headers, sourceAddress }) => {
    const proven = await provePassword(deps.users, body, sourceAddress);
    return beginSession(deps, proven, 'password', headers);
  }),
  definePortalRoute('signInWithRecoveryCode', async ({ body, headers, sourceAddress }) => {
    const proven = await proveRecoveryCode(deps.users, body, sourceAddress);
    return beginSession(deps, proven, 'recovery-code', headers);
  }),
];
