import { createSlowLanes } from '../../access-tokens/index.ts';
import { Refusal } from '../../kernel/base/refusal.ts';
import { networkOf } from '../../kernel/network/address-range.ts';
import { createNetworkBudget, type NetworkPolicy } from '../../kernel/network/network-budget.ts';

/** Runs an opening under the limit on those that open nothing, for the network it comes from. */
export type GuardOpening = <Opened>(sourceAddress: string, open: () => Promise<Opened>) => Promise<Opened>;

/** A look-up takes a millisecond, so that a full lane is short in time. */
const MAX_WAITING = 1_000;

/** Refusals of who has no link or token that was ever given. */
const IS_GUESS: ReadonlySet<string> = new Set(['40310', '40320']);

const isGuess = (error: unknown): boolean => error instanceof Refusal && IS_GUESS.has(error.code);

/**
 * Slows a network from which too many codes or SDK tokens open nothing. Above its budget openings are still tried, one at a time, so that
 * people behind the same address get in. Who fails then, or finds the lane full, is refused with 42903.
 */
export function createOpeningGuard(monotonicMs: () => number, policy: NetworkPolicy): GuardOpening {
  const budget = createNetworkBudget(monotonicMs, policy);
  const lanes = createSlowLanes(MAX_WAITING);
  const refuse = (seconds: number): never => {
    throw Refusal.after('42903', seconds);
  };
  return async (sourceAddress, open) => {
    const wait = budget.take(sourceAddress);
    if (wait === 0) {
      let isCounted = false;
      try {
        return await open();
      } catch (error) {
        isCounted = isGuess(error);
        throw error;
      } finally {
        if (!isCounted) budget.giveBack(sourceAddress);
      }
    }
    const slow = await lanes.run(networkOf(sourceAddress), () =>
      open().catch((error: unknown) => (isGuess(error) ? refuse(wait) : Promise.reject(error))),
    );
    return slow.kind === 'full' ? refuse(wait) : slow.value;
  };
}
