import type { ApiCall } from '../kernel/http/api-call.ts';
import type { TenantKey } from '../tenants/index.ts';

/** A call as it is kept: `repeated` counts further ones like it, refusals of the same code within a moment, or reads that were left out. */
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
  /** Hands over what waits, with how many were dropped since the last time; `all` counts of reads with it, however young. */
  take(all?: boolean): { calls: KeptCall[]; dropped: number };
};

/** Reads of one kind that stand in no row yet: the last of them, how many they are, and since when. */
type Sample = { last: ApiCall; count: number; sinceMs: number };

/** A count that waits for more of its kind is written after so long, with the call that was last. */
const SAMPLE_MS = 60_000;
/** More kinds than that within a minute are not sampled. */
const MAX_SAMPLES = 5_000;

const isSampled = ({ method, status }: ApiCall): boolean => method === 'GET' && status >= 200 && status < 300;

/**
 * Leaves out successful reads but one in `every`: each row that is kept counts those before it, so that the sum stays exact. Kinds are
 * tenant, account and operation.
 */
function createSampler(every: number, monotonicMs: () => number) {
  const samples = new Map<string, Sample>();
  return {
    /** The row to be kept for a call, if it is one. */
    take(call: ApiCall): KeptCall | undefined {
      const name = `${call.tenantId}/${call.account}/${call.operation}`;
      const sample = samples.get(name);
      if (!sample && samples.size >= MAX_SAMPLES) return { ...call, repeated: 0 };
      const count = (sample?.count ?? 0) + 1;
      if (count < every) {
        samples.set(name, { last: call, count, sinceMs: sample?.sinceMs ?? monotonicMs() });
        return undefined;
      }
      samples.delete(name);
      return { ...call, repeated: count - 1 };
    },
    /** Rows for counts that have waited a minute, or for all. */
    flush(all: boolean): KeptCall[] {
      const dueMs = monotonicMs() - SAMPLE_MS;
      const due = [...samples].filter(([, { sinceMs }]) => all || sinceMs <= dueMs);
      for (const [name] of due) samples.delete(name);
      return due.map(([, { last, count }]) => ({ ...last, repeated: count - 1 }));
    },
  };
}

/** How calls are collected: one in `sampleEvery` successful reads is kept. */
export type BufferOptions = { sampleEvery: number; monotonicMs: () => number };

/** Collects calls in memory of this process, up to 5,000 at a time. */
export function createCallBuffer({ sampleEvery, monotonicMs }: BufferOptions): CallBuffer {
  let waiting: KeptCall[] = [];
  let refused = new Map<string, KeptCall>();
  let dropped = 0;
  const sampler = createSampler(sampleEvery, monotonicMs);
  const push = (kept: KeptCall): KeptCall | undefined => {
    if (waiting.length >= MAX_WAITING) {
      dropped += 1 + kept.repeated;
      return undefined;
    }
    waiting.push(kept);
    return kept;
  };
  const fold = (name: string, call: ApiCall): void => {
    const first = refused.get(name);
    if (first) {
      first.repeated += 1;
      return;
    }
    const kept = push({ ...call, repeated: 0 });
    if (kept) refused.set(name, kept);
  };
  return {
    add(call) {
      const name = FOLDED[call.status]?.(call);
      if (name !== undefined) return fold(name, call);
      const kept = isSampled(call) ? sampler.take(call) : { ...call, repeated: 0 };
      if (kept) push(kept);
    },
    take(all = false) {
      for (const kept of sampler.flush(all)) push(kept);
      const taken = { calls: waiting, dropped };
      waiting = [];
      refused = new Map();
      dropped = 0;
      return taken;
    },
  };
}
