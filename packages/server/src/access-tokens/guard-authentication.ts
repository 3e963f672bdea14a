import type { TokenSubCode } from '@titular/contract';
import { networkOf } from '../base/address-range.ts';
import { digest } from '../base/secret.ts';
import { parseBasic } from './client-authentication.ts';
import { parseCompactJws } from './compact-jws.ts';
import { createSlowLanes, type FailureLimit } from './failure-limit.ts';
import type { Form } from './parse-form.ts';
import { refused, type TokenRefusal } from './token-refusal.ts';

/** In whose name a request comes, as it says itself, and from where. */
export type Claimant = { clientName: string; sourceAddress: string };

/** Runs an authentication under the limit on failures. */
export type GuardAuthentication = <Outcome extends { kind: string }>(
  claimant: Claimant,
  authenticate: () => Promise<Outcome | TokenRefusal>,
) => Promise<Outcome | TokenRefusal>;

// What an honest integrator meets while trying things out does not count; what a guesser meets does.
const COUNTED: ReadonlySet<TokenSubCode> = new Set<TokenSubCode>([
  'client_authentication_failed',
  'bad_signature',
  'assertion_key_unknown',
  'account_unknown',
  'tenant_unknown',
]);

// A check takes a fraction of a millisecond and holds a few kilobytes, so that a full lane is short in time and room.
const MAXIMUM_WAITING = 1_000;

// A network has so many lanes: enough that one name seldom waits for another, few enough that ever new names gain little.
const LANES = 16;

const laneOf = (clientName: string, sourceAddress: string): string =>
  `${networkOf(sourceAddress)} ${(digest(clientName)[0] ?? 0) % LANES}`;

/** The name a request claims, unproven: of HTTP Basic, of the client id, or of an assertion's issuer; empty when it claims none. */
export function readClaimedName(authorization: string | undefined, form: Form): string {
  const basic = authorization === undefined ? undefined : parseBasic(authorization)?.clientId;
  const named = basic ?? form.get('client_id');
  if (named !== undefined) return named;
  const iss = parseCompactJws(form.get('client_assertion') ?? form.get('assertion') ?? '')?.payload['iss'];
  return typeof iss === 'string' ? iss : '';
}

const locked = (retryAfterSeconds: number): TokenRefusal => ({
  ...refused('account_locked'),
  retryAfterSeconds,
});

/**
 * Slows whoever fails again and again (R14). Above the limit a request is still checked, but one at a time in its lane, so that failing in
 * a client's name slows only who comes from the same network, and keeps him out no longer than the lane is full.
 */
export function createAuthenticationGuard(limit: FailureLimit): GuardAuthentication {
  const lanes = createSlowLanes(MAXIMUM_WAITING);
  return async ({ clientName, sourceAddress }, authenticate) => {
    const pace = limit.check(clientName, sourceAddress);
    if (pace.kind === 'free') {
      // Taken before it is known, so that no more are tried side by side than one after another.
      limit.fail(clientName, sourceAddress);
      let isFailure = false;
      try {
        const outcome = await authenticate();
        isFailure = isCounted(outcome);
        return outcome;
      } finally {
        if (!isFailure) limit.giveBack(clientName, sourceAddress);
      }
    }
    const slow = await lanes.run(laneOf(clientName, sourceAddress), authenticate);
    if (slow.kind === 'full') return locked(pace.retryAfterSeconds);
    return isCounted(slow.value) ? locked(pace.retryAfterSeconds) : slow.value;
  };
}

const isCounted = (outcome: { kind: string } | TokenRefusal): boolean =>
  outcome.kind === 'refused' && 'subCode' in outcome && COUNTED.has(outcome.subCode);
