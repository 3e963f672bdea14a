import type { ApiCall } from '../kernel/http/api-call.ts';
import type { TenantKey } from '../tenants/index.ts';

/** A call as it is kept: `repeated` counts further ones like it, refusals of the same code, account and operation within a moment, or reads that were left out. */
export type KeptCall = ApiCall & { repeated: number };

/** The keyed hash by which calls about an order are found. */
export const orderHash = (key: TenantKey, orderNumber: string): Buffer =>
  key.hash('order of an api call', orderNumber);

/** Statuses of refusals before the tenant's budget: whoever floods must not fill the log with them. */
const FOLDED: ReadonlySet<number> = new Set([403, 429]);

/** Refusals that are one row while they wait: of another account or operation they are another. */
const foldOf = ({ tenantId, code, account, operation }: ApiCall): string =>
  `${tenantId}/${code}/${account}/${operation}`;
const MAX_WAITING = 5_000;

/** Calls that wait to be written; refusals that flood are one row, and what is over the bound is counted and dropped. */
export type CallBuffer = {
  add(call: ApiCall): void;
  /** Hands over what waits, with how many were dropped since the last time; `all` counts of reads with it, however young. */
  take(all?: boolean): { calls: KeptCall[]; dropped: number };
};

/** Reads of one kind: how many of them are kept whole since when, and the last of those that stand in no row yet, with their number. */
type Sample = {
  wholeSinceMs: number;
  whole: number;
  last: ApiCall | undefined;
  count: number;
  sinceMs: number;
};

/** A count that waits for more of its kind is written after so long, with the call that was last. */
export const SAMPLE_MS = 60_000;
/** More kinds than that within a minute are kept whole. */
const MAX_SAMPLES = 5_000;

const isSampled = ({ method, status }: ApiCall): boolean => method === 'GET' && status >= 200 && status < 300;

/** How calls are collected: of the successful reads of a kind, the first `wholeAMinute` of each minute are kept, and one in `sampleEvery` of those beyond. */
export type BufferOptions = { sampleEvery: number; wholeAMinute: number; monotonicMs: () => number };

/**
 * Leaves out successful reads beyond the first of each minute but one in `sampleEvery`: each row that is kept counts those before it, so that the
 * sum stays exact. Kinds are tenant, account and operation.
 */
function createSampler({ sampleEvery, wholeAMinute, monotonicMs }: BufferOptions) {
  const samples = new Map<string, Sample>();
  const sampleOf = (name: string): Sample | undefined => {
    const known = samples.get(name);
    if (known || samples.size >= MAX_SAMPLES) return known;
    const made = { wholeSinceMs: monotonicMs(), whole: 0, last: undefined, count: 0, sinceMs: 0 };
    samples.set(name, made);
    return made;
  };
  /** Whether a read is one of the first of its minute. */
  const isWhole = (sample: Sample): boolean => {
    const nowMs = monotonicMs();
    if (nowMs - sample.wholeSinceMs >= SAMPLE_MS) {
      sample.wholeSinceMs = nowMs;
      sample.whole = 0;
    }
    sample.whole += 1;
    return sample.whole <= wholeAMinute;
  };
  const rowOf = (sample: Sample, last: ApiCall): KeptCall => {
    const repeated = sample.count - 1;
    sample.last = undefined;
    sample.count = 0;
    return { ...last, repeated };
  };
  return {
    /** The row to be kept for a call, if it is one. */
    take(call: ApiCall): KeptCall | undefined {
      const sample =
        sampleEvery === 1 ? undefined : sampleOf(`${call.tenantId}/${call.account}/${call.operation}`);
      if (!sample || isWhole(sample)) return { ...call, repeated: 0 };
      sample.count += 1;
      if (sample.count >= sampleEvery) return rowOf(sample, call);
      if (sample.count === 1) sample.sinceMs = monotonicMs();
      sample.last = call;
      return undefined;
    },
    /** Rows for counts that have waited a minute, or for all. */
    flush(all: boolean): KeptCall[] {
      const dueMs = monotonicMs() - SAMPLE_MS;
      const rows: KeptCall[] = [];
      for (const [name, sample] of samples) {
        const { last, sinceMs, wholeSinceMs } = sample;
        if (last && (all || sinceMs <= dueMs)) rows.push(rowOf(sample, last));
        if (!sample.last && wholeSinceMs <= dueMs) samples.delete(name);
      }
      return rows;
    },
  };
}

/** Collects calls in memory of this process, up to 5,000 at a time. */
export function createCallBuffer(options: BufferOptions): CallBuffer {
  let waiting: KeptCall[] = [];
  let refused = new Map<string, KeptCall>();
  let dropped = 0;
  const sampler = createSampler(options);
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
      if (FOLDED.has(call.status)) return fold(foldOf(call), call);
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
