import type { Kysely } from 'kysely';
import type { Log } from '../kernel/base/log.ts';
import { isWriteOutage } from '../kernel/database/database-problem.ts';
import type { Tables } from '../kernel/database/tables/tables.ts';
import type { ApiCall } from '../kernel/http/api-call.ts';
import type { TenantKeys } from '../tenants/index.ts';
import { createCallBuffer, type KeptCall, orderHash, type WaitingCall } from './api-call.ts';
import { type CallRow, insertCalls } from './api-call-store.ts';

/** Takes calls and writes them within a moment. */
export type CallRecorder = { record(call: ApiCall): void; stop(): Promise<void> };

/** How long calls wait to be written, and how long alike refusals are folded. Small and often: one large batch would hold up the requests beside it. */
export const WRITE_EVERY_MS = 200;
const MAX_BATCH = 250;
/** Who looks for a call of their own finds it: so many reads of a kind are kept whole in each minute. */
const WHOLE_A_MINUTE = 60;

/** A call that waited longer is written without its order and shape. A count of reads waits a minute before; an erasure has rows redacted two minutes after it. */
const MAX_WHOLE_MS = 30_000;

type RecorderDeps = {
  db: Kysely<Tables>;
  log: Log;
  tenantKeys: TenantKeys;
  sampleEvery: number;
  monotonicMs?: () => number;
};

/** The keyed hash of the order of a call; without the tenant's key, which a tenant that has left takes along, none. */
async function orderHashOf(
  { tenantKeys, log }: RecorderDeps,
  { tenantId, requestId }: KeptCall,
  orderNumber: string,
): Promise<Buffer | undefined> {
  try {
    return orderHash(await tenantKeys(tenantId), orderNumber);
  } catch (error) {
    if (isWriteOutage(error)) throw error;
    log.error({ err: error, requestId }, 'the log of calls has a call without the hash of its order');
    return undefined;
  }
}

// A call that led to a transaction is found by that: its order needs no hash, and no entry in an index.
async function toRow(deps: RecorderDeps, call: WaitingCall): Promise<CallRow> {
  const { orderNumber, sinceMs, ...kept } = call;
  const { monotonicMs = () => performance.now() } = deps;
  // An erasure that came meanwhile may have looked for it already.
  if (monotonicMs() - sinceMs > MAX_WHOLE_MS) return { ...kept, orderHash: undefined, request: undefined };
  const isHashed = orderNumber !== undefined && call.transactionId === undefined;
  return { ...kept, orderHash: isHashed ? await orderHashOf(deps, call, orderNumber) : undefined };
}

/** How many calls rows stand for. */
const countOf = (calls: readonly KeptCall[]): number =>
  calls.reduce((sum, { repeated }) => sum + 1 + repeated, 0);

/** Writes calls; answers those that a database which is away has left. A batch that it refuses for what is in it is written one by one, so that no call loses another. */
async function writeCalls(
  deps: RecorderDeps,
  calls: readonly WaitingCall[],
): Promise<readonly WaitingCall[]> {
  try {
    const rows = await Promise.all(calls.map((call) => toRow(deps, call)));
    await deps.db.transaction().execute((trx) => insertCalls(trx, rows));
    return [];
  } catch (error) {
    if (isWriteOutage(error)) return calls;
    if (calls.length === 1) {
      deps.log.error({ err: error, lost: countOf(calls) }, 'fault while writing the log of calls');
      return [];
    }
    return writeInBatches(deps, calls, 1);
  }
}

async function writeInBatches(
  deps: RecorderDeps,
  calls: readonly WaitingCall[],
  size: number,
): Promise<readonly WaitingCall[]> {
  for (let at = 0; at < calls.length; at += size) {
    const left = await writeCalls(deps, calls.slice(at, at + size));
    if (left.length > 0) return [...left, ...calls.slice(at + size)];
  }
  return [];
}

/** Starts writing five times a second, so that a call costs its request nothing; while the database is away, calls wait up to the bound of the buffer. A process that is killed loses the last moment of this log, and counts of sampled reads of the last minute. */
export function startCallRecorder(deps: RecorderDeps): CallRecorder {
  const { log, sampleEvery, monotonicMs = () => performance.now() } = deps;
  const buffer = createCallBuffer({ sampleEvery, wholeAMinute: WHOLE_A_MINUTE, monotonicMs });
  let writing = Promise.resolve();
  let isWaiting = false;
  const write = async (isLast = false): Promise<void> => {
    const { calls, dropped } = buffer.take(isLast);
    if (dropped > 0) log.warn({ dropped }, 'calls were left out of the log of calls');
    const left = await writeInBatches(deps, calls, MAX_BATCH);
    if (left.length > 0 && !isWaiting) log.warn('the log of calls waits for the database');
    isWaiting = left.length > 0;
    if (isLast && isWaiting)
      log.error({ lost: countOf(left) }, 'the log of calls ends without its last calls');
    else buffer.putBack(left);
  };
  let isUnderWay = false;
  const timer = setInterval(() => {
    if (isUnderWay) return;
    isUnderWay = true;
    writing = write().finally(() => {
      isUnderWay = false;
    });
  }, WRITE_EVERY_MS).unref();
  return {
    record: (call) => buffer.add(call),
    stop: () => {
      clearInterval(timer);
      writing = writing.then(() => write(true));
      return writing;
    },
  };
}
