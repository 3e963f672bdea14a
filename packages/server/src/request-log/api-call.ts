import type { ApiCall } from '../kernel/http/api-call.ts';
import type { TenantKey } from '../tenants/index.ts';

/** A call as it is kept: `repeated` counts further ones like it, refusals of the same code, account and operation within a moment, or reads that were left out. */
export type KeptCall = ApiCall & { repeated: number };

/** A call that waits to be written, since when by a clock that never goes back. */
export type WaitingCall = KeptCall & { sinceMs: number };

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
  take(all?: boolean): { calls: WaitingCall[]; dropped: number };
  /** Puts what could not be written before all that has come since; beyond the bound the newest are dropped. */
  putBack(calls: readonly WaitingCall[]): void;
};

/** Reads of one kind: the last of those that stand in no row yet, with their number and since when. */
type Sample = {
  last: ApiCall | undefined;
  count: number;
  sinceMs: number;
};

/** A count that waits for more of its kind is written after so long, with the call that was last. */
export const SAMPLE_MS = 60_000;
/** More kinds than that within a minute are kept whole. */
const MAX_SAMPLES = 5_000;

const isSuccess = ({ status }: ApiCall): boolean => status >= 200 && status < 300;

/** The account and operation of a tenant, of whose successful calls the first of each minute are told whole. */
const kindOf = ({ tenantId, account, operation }: ApiCall): string => `${tenantId}/${account}/${operation}`;

/** Tells of each call whether it is one of the first of its kind in a minute; of more kinds than are counted, all are. */
function createFirsts(wholeAMinute: number, monotonicMs: () => number) {
  const kinds = new Map<string, { sinceMs: number; count: number }>();
  return {
    isFirst(kind: string): boolean {
      const nowMs = monotonicMs();
      const known = kinds.get(kind);
      if (!known && kinds.size >= MAX_SAMPLES) return true;
      const isOver = known === undefined || nowMs - known.sinceMs >= SAMPLE_MS;
      const counted = isOver ? { sinceMs: nowMs, count: 0 } : known;
      if (isOver) kinds.set(kind, counted);
      counted.count += 1;
      return counted.count <= wholeAMinute;
    },
    /** Frees the room of kinds whose minute is over. */
    deleteEnded(): void {
      const dueMs = monotonicMs() - SAMPLE_MS;
      for (const [kind, { sinceMs }] of kinds) if (sinceMs <= dueMs) kinds.delete(kind);
    },
  };
}

/**
 * How calls are collected: of the successful reads of a kind, the first `wholeAMinute` of each minute are kept, and one in `sampleEvery` of those
 * beyond. Each other successful call is kept, with the shape of what was sent as long as it is one of the first. With a `sampleEvery` of 1 all are kept whole.
 */
export type BufferOptions = { sampleEvery: number; wholeAMinute: number; monotonicMs: () => number };

/**
 * Leaves out successful reads beyond the first of each minute but one in `sampleEvery`: each row that is kept counts those before it, so that the
 * sum stays exact.
 */
function createSampler({ sampleEvery, monotonicMs }: BufferOptions) {
  const samples = new Map<string, Sample>();
  const sampleOf = (name: string): Sample | undefined => {
    const known = samples.get(name);
    if (known || samples.size >= MAX_SAMPLES) return known;
    const made = { last: undefined, count: 0, sinceMs: 0 };
    samples.set(name, made);
    return made;
  };
  const rowOf = (name: string, { count }: Sample, last: ApiCall): KeptCall => {
    samples.delete(name);
    return { ...last, repeated: count - 1 };
  };
  return {
    /** The row to be kept for a read that is not one of the first, if it is one. */
    take(kind: string, call: ApiCall): KeptCall | undefined {
      const sample = sampleOf(kind);
      if (!sample) return { ...call, repeated: 0 };
      sample.count += 1;
      if (sample.count >= sampleEvery) return rowOf(kind, sample, call);
      if (sample.count === 1) sample.sinceMs = monotonicMs();
      sample.last = call;
      return undefined;
    },
    /** Rows for counts that have waited a minute, or for all. */
    flush(all: boolean): KeptCall[] {
      const dueMs = monotonicMs() - SAMPLE_MS;
      const rows: KeptCall[] = [];
      for (const [name, sample] of samples)
        if (sample.last && (all || sample.sinceMs <= dueMs)) rows.push(rowOf(name, sample, sample.last));
      return rows;
    },
  };
}

/** Collects calls in memory of this process, up to 5,000 at a time. */
export function createCallBuffer(options: BufferOptions): CallBuffer {
  let waiting: WaitingCall[] = [];
  let refused = new Map<string, WaitingCall>();
  let dropped = 0;
  const { sampleEvery, wholeAMinute, monotonicMs } = options;
  const sampler = createSampler(options);
  const firsts = createFirsts(wholeAMinute, monotonicMs);
  const keep = (call: ApiCall): KeptCall | undefined => {
    if (sampleEvery === 1 || !isSuccess(call)) return { ...call, repeated: 0 };
    const kind = kindOf(call);
    if (firsts.isFirst(kind)) return { ...call, repeated: 0 };
    return call.method === 'GET' ? sampler.take(kind, call) : { ...call, request: undefined, repeated: 0 };
  };
  const push = (call: WaitingCall): WaitingCall | undefined => {
    if (waiting.length >= MAX_WAITING) {
      dropped += 1 + call.repeated;
      return undefined;
    }
    waiting.push(call);
    return call;
  };
  const pushNew = (kept: KeptCall) => push({ ...kept, sinceMs: monotonicMs() });
  const fold = (name: string, call: ApiCall): void => {
    const first = refused.get(name);
    if (first) {
      first.repeated += 1 + (call.repeated ?? 0);
      return;
    }
    const kept = pushNew({ ...call, repeated: call.repeated ?? 0 });
    if (kept) refused.set(name, kept);
  };
  return {
    add(call) {
      if (FOLDED.has(call.status)) return fold(foldOf(call), call);
      const kept = keep(call);
      if (kept) pushNew(kept);
    },
    take(all = false) {
      for (const kept of sampler.flush(all)) pushNew(kept);
      firsts.deleteEnded();
      const taken = { calls: waiting, dropped };
      waiting = [];
      refused = new Map();
      dropped = 0;
      return taken;
    },
    putBack(calls) {
      const since = waiting;
      waiting = [...calls];
      const left = since.filter((kept) => push(kept) === undefined);
      // Further ones like those are counted as dropped as well.
      for (const [name, kept] of refused) if (left.includes(kept)) refused.delete(name);
    },
  };
}
