import type { Kysely } from 'kysely';
import type { Log } from '../kernel/base/log.ts';
import type { Tables } from '../kernel/database/tables/tables.ts';
import type { ApiCall } from '../kernel/http/api-call.ts';
import type { TenantKeys } from '../tenants/index.ts';
import { createCallBuffer, type KeptCall, orderHash } from './api-call.ts';
import { type CallRow, insertCalls } from './api-call-store.ts';

/** Takes calls and writes them within a moment. */
export type CallRecorder = { record(call: ApiCall): void; stop(): Promise<void> };

/** How long calls wait to be written, and how long alike refusals are folded. Small and often: one large batch would hold up the requests beside it. */
export const WRITE_EVERY_MS = 200;
const MAX_BATCH = 250;
/** Who looks for a call of their own finds it: so many reads of a kind are kept whole in each minute. */
const WHOLE_A_MINUTE = 60;

type RecorderDeps = { db: Kysely<Tables>; log: Log; tenantKeys: TenantKeys; sampleEvery: number };

// A call that led to a transaction is found by that: its order needs no hash, and no entry in an index.
async function toRow(tenantKeys: TenantKeys, { orderNumber, ...call }: KeptCall): Promise<CallRow> {
  const isHashed = orderNumber !== undefined && call.transactionId === undefined;
  return {
    ...call,
    orderHash: isHashed ? orderHash(await tenantKeys(call.tenantId), orderNumber) : undefined,
  };
}

/** Starts writing five times a second, so that a call costs its request nothing. A process that is killed loses the last moment of this log, and counts of sampled reads of the last minute. */
export function startCallRecorder({ db, log, tenantKeys, sampleEvery }: RecorderDeps): CallRecorder {
  const monotonicMs = (): number => performance.now();
  const buffer = createCallBuffer({ sampleEvery, wholeAMinute: WHOLE_A_MINUTE, monotonicMs });
  let writing = Promise.resolve();
  const write = async (all = false): Promise<void> => {
    const { calls, dropped } = buffer.take(all);
    if (dropped > 0) log.warn({ dropped }, 'calls were left out of the log of calls');
    if (calls.length === 0) return;
    try {
      for (let at = 0; at < calls.length; at += MAX_BATCH) {
        const batch = calls.slice(at, at + MAX_BATCH);
        const rows = await Promise.all(batch.map((call) => toRow(tenantKeys, call)));
        await db.transaction().execute((trx) => insertCalls(trx, rows));
      }
    } catch (error) {
      const lost = calls.reduce((sum, { repeated }) => sum + 1 + repeated, 0);
      log.error({ err: error, lost }, 'fault while writing the log of calls');
    }
  };
  const timer = setInterval(() => {
    writing = writing.then(() => write());
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
