import { createFailureLimit } from '@titular/server/access-tokens/failures/failure-limit.ts';
import { createAuthenticationGuard } from '@titular/server/access-tokens/grants/guard-authentication.ts';
import { type OAuthError, refused } from '@titular/server/access-tokens/grants/oauth-error.ts';
import { expect, test } from 'vitest';

const BURST = 10;
const MORE_THAN_WAIT = 1_200;

type Outcome = { kind: 'granted' } | OAuthError;

/** A guard, and authentications that are under way until they are told to end. */
function openGuard() {
  const guard = createAuthenticationGuard(createFailureLimit(() => 0, BURST));
  const held = Promise.withResolvers<void>();
  const send = async (sourceAddress: string, outcome: Outcome, isHeld: boolean): Promise<string> => {
    const told = await guard({ clientName: 'shop', sourceAddress }, async () => {
      if (isHeld) await held.promise;
      return outcome;
    });
    return told.kind === 'refused' && 'subCode' in told ? String(told.subCode) : told.kind;
  };
  return {
    hold: (address: string) => send(address, { kind: 'granted' }, true),
    fail: (address: string) => send(address, refused('client_authentication_failed'), false),
    letGo: () => held.resolve(),
  };
}

test.each([
  ['another IPv4 address', '192.0.2.7', '198.51.100.9'],
  ['another /64', '2001:db8:0:1::1', '2001:db8:0:2::1'],
])(
  'requests of one network that wait take no room from %s, which is answered as if it were alone (S4)',
  async (_what, noisy, other) => {
    const { hold, fail, letGo } = openGuard();
    const crowd = Array.from({ length: MORE_THAN_WAIT }, () => hold(noisy));
    const before = Array.from({ length: BURST }, () => hold(other));
    const last = fail(other);
    letGo();
    expect(new Set(await Promise.all([...crowd, ...before]))).toEqual(new Set(['granted']));
    // Slowed, it would be told of a lock, though nobody of its network had failed.
    expect(await last).toBe('client_authentication_failed');
  },
);
