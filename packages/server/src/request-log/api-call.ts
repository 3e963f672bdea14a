import type { ApiCall } from '../kernel/http/api-call.ts';
import type { TenantKey } from '../tenants/index.ts';

/** A call as it is kept: `repeated` counts the refusals of the same code that followed within the same moment. */
export type KeptCall = ApiCall & { repeated: number };

/** The keyed hash by which calls about an order are found. */
export const orderHash = (key: TenantKey, orderNumber: string): Buffer =>
  key.hash('order of an api call', orderNumber);

/** Refusals before the tenant's budget: whoever floods must not fill the log with them. */
const FOLDED: Readonly<Record<number, (call: ApiCall) => string>> = {
  429: ({ tenantId, code }) => `${tenantId}/${code}`,
  403: ({ tenantId, code, account, operation }) => `${tenantId}/${code}/${account}/${operation}`,
};
const MAX_WAITING = 5_000;

/** Calls that wait to be written; refusals that flood are one row, and what is over the bound is counted and dropped. */
export type CallBuffer = {
  add(call: ApiCall): void;
  /** Hands over all that wait, with how many were dropped since the last time. */
  take(): { calls: KeptCall[]; dropped: number };
};

/** Collects calls in memory of this process, up to 5,000 at a time. */
export function createCallBuffer(): CallBuffer {
  let waiting: KeptCall[] = [];
  let refused = new Map<string, KeptCall>();
  let dropped = 0;
  const push = (call: ApiCall): KeptCall | undefined => {
    if (waiting.length >= MAX_WAITING) {
      dropped += 1;
      return undefined;
    }
    const kept = { ...call, repeated: 0 };
    waiting.push(kept);
    return kept;
  };
  return {
    add(call) {
      const name = FOLDED[call.status]?.(call);
      if (name === undefined) {
        push(call);
        return;
      }
      const first = refused.get(name);
      if (first) first.repeated += 1;
      else {
        const kept = push(call);
        if (kept) refused.set(name, kept);
      }
    },
    take() {
      const taken = { calls: waiting, dropped };
      waiting = [];
      refused = new Map();
      dropped = 0;
      return taken;
    },
  };
}
