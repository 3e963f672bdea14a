import type { TokenSubCode } from '@titular/contract';
import { digest } from '../../kernel/base/secret.ts';
import { networkOf } from '../../kernel/network/address-range.ts';
import {
  createSlowLanes,
  type EndTest,
  type FailureClaim,
  type FailureLimit,
} from '../failures/failure-limit.ts';
import { readClaimedIssuer } from '../jose/compact-jws.ts';
import { parseBasic } from './client-authentication.ts';
import { type OAuthError, refused } from './oauth-error.ts';
import type { Form } from './parse-form.ts';

/** In whose name a request comes, as it says itself, and from where. */
export type Claimant = { clientName: string; sourceAddress: string };

/** Runs an authentication under the limit on failures. */
export type GuardAuthentication = <Outcome extends { kind: string }>(
  claimant: Claimant,
  authenticate: () => Promise<Outcome | OAuthError>,
) => Promise<Outcome | OAuthError>;

// What an honest integrator meets while trying things out does not count; what a guesser meets does.
const COUNTED: ReadonlySet<TokenSubCode> = new Set<TokenSubCode>([
  'client_authentication_failed',
  'bad_signature',
  'assertion_key_unknown',
  'account_unknown',
  'tenant_unknown',
]);

// A check takes a fraction of a millisecond and holds a few kilobytes, so that a full lane or room is short in time and memory.
const MAX_WAITING = 1_000;

// A network has so many lanes: enough that one name seldom waits for another, few enough that ever new names gain little.
const LANES = 16;

const laneOf = (clientName: string, sourceAddress: string): string =>
  `${networkOf(sourceAddress)} ${(digest(clientName)[0] ?? 0) % LANES}`;

/** The name a request claims, unproven: of HTTP Basic, of the client id, or of an assertion's issuer; empty when it claims none. */
export function readClaimedName(authorization: string | undefined, form: Form): string {
  const basic = authorization === undefined ? undefined : parseBasic(authorization)?.clientId;
  const named = basic ?? form.get('client_id');
  if (named !== undefined) return named;
  return readClaimedIssuer(form.get('client_assertion') ?? form.get('assertion') ?? '') ?? '';
}

const locked = (retryAfterSeconds: number): OAuthError => ({
  ...refused('account_locked'),
  retryAfterSeconds,
});

/** A request that is tested, with how to tell what came of it; or one that is to be slowed. */
type Admitted = { kind: 'tested'; end: EndTest } | { kind: 'slow'; retryAfterSeconds: number };

type Waiting = { claim: FailureClaim; release: (admitted: Admitted) => void };

/**
 * Admits no more at once than may still fail; the others wait, in the order of their coming, until those before them were tested. Each network
 * has a room of its own: its budgets are its own, and who fills a room keeps nobody else out.
 */
function createTestingRooms(limit: FailureLimit): (claimant: Claimant) => Promise<Admitted> {
  // A room in which nobody waits takes no place.
  const rooms = new Map<string, Waiting[]>();

  // Counted where it is decided: of two that come in one moment the second finds the first.
  function decide(network: string, claim: FailureClaim): Admitted | undefined {
    const verdict = claim.check();
    if (verdict.kind === 'slow') return verdict;
    if (verdict.kind === 'busy') return undefined;
    const end = claim.begin();
    const letGo: EndTest = (hasFailed) => {
      const told = end(hasFailed);
      releaseWaiting(network);
      return told;
    };
    return { kind: 'tested', end: letGo };
  }

  // Where one of a name has to go on waiting, so have all behind it: a thousand of one name ask once.
  function releaseWaiting(network: string): void {
    const busy = new Set<string>();
    const left = (rooms.get(network) ?? []).filter(({ claim, release }) => {
      const admitted = busy.has(claim.key) ? undefined : decide(network, claim);
      if (admitted) release(admitted);
      else busy.add(claim.key);
      return admitted === undefined;
    });
    if (left.length > 0) rooms.set(network, left);
    else rooms.delete(network);
  }

  return async ({ clientName, sourceAddress }) => {
    const network = networkOf(sourceAddress);
    const claim = limit.claim(clientName, sourceAddress);
    const admitted = decide(network, claim);
    if (admitted) return admitted;
    const room = rooms.get(network) ?? [];
    if (room.length >= MAX_WAITING) return { kind: 'slow', retryAfterSeconds: 1 };
    rooms.set(network, room);
    return new Promise((release) => room.push({ claim, release }));
  };
}

/**
 * Slows whoever fails again and again (R14). No more are tested at once than may still fail; the others wait for
 * them. A failure that other processes' failures leave no room for is answered as one above the limit. Above it, requests are checked one at
 * a time in their lane. Failing in a client's name therefore slows
 * only callers from the same network, and locks them out only while the lane is full.
 */
export function createAuthenticationGuard(limit: FailureLimit): GuardAuthentication {
  const lanes = createSlowLanes(MAX_WAITING);
  const admit = createTestingRooms(limit);
  return async (claimant, authenticate) => {
    const admitted = await admit(claimant);
    if (admitted.kind === 'slow') {
      const lane = laneOf(claimant.clientName, claimant.sourceAddress);
      const slow = await lanes.run(lane, authenticate);
      if (slow.kind === 'full') return locked(admitted.retryAfterSeconds);
      return isCounted(slow.value) ? locked(admitted.retryAfterSeconds) : slow.value;
    }
    const outcome = await authenticate().catch(async (error: unknown) => {
      await admitted.end(false);
      throw error;
    });
    const waitSeconds = await admitted.end(isCounted(outcome));
    return waitSeconds > 0 ? locked(waitSeconds) : outcome;
  };
}

const isCounted = (outcome: { kind: string } | OAuthError): boolean =>
  outcome.kind === 'refused' && 'subCode' in outcome && COUNTED.has(outcome.subCode);
