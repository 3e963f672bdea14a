import type { Task } from 'graphile-worker';
import type { Kysely } from 'kysely';
import { addSeconds } from '../kernel/base/clock.ts';
import { isId, type TenantId } from '../kernel/base/id.ts';
import { invariant } from '../kernel/base/invariant.ts';
import type { Db } from '../kernel/database/connect.ts';
import { enqueueJob } from '../kernel/database/enqueue.ts';
import type { Tables } from '../kernel/database/tables/tables.ts';
import { redactCalls, redactCallsOfOrders } from './api-call-store.ts';

/** Rows of calls are written up to a minute after them, by every process; twice as long leaves none. */
const WRITTEN_WITHIN_SECONDS = 120;

/** Ids and hashes that one job names. */
const MAX_NAMED = 500;

/** What erased calls name: transactions and processes, and keyed hashes of orders. */
export type ErasedCalls = { ids: readonly string[]; orderHashes: readonly Buffer[] };

/** Has calls that are written after an erasure, though they came before it, redacted as those that it found. */
export async function redactLateCalls(
  db: Db,
  tenantId: TenantId,
  { ids, orderHashes }: ErasedCalls,
  at: Date,
): Promise<void> {
  const runAt = addSeconds(at, WRITTEN_WITHIN_SECONDS);
  const named = Math.max(ids.length, orderHashes.length);
  for (let from = 0; from < named; from += MAX_NAMED) {
    const some = <Value>(values: readonly Value[]): Value[] => values.slice(from, from + MAX_NAMED);
    const orders = some(orderHashes).map((hash) => hash.toString('hex'));
    const payload = { tenantId, ids: some(ids).join(), orders: orders.join() };
    await enqueueJob(db, 'redact-late-calls', payload, { runAt });
  }
}

const listOf = (text: unknown): string[] => (typeof text === 'string' && text !== '' ? text.split(',') : []);

/** The job that does it. */
export const redactLateCallsTask =
  (db: Kysely<Tables>): Task =>
  async (payload) => {
    const { tenantId, ids, orders } = payload as Record<string, unknown>;
    invariant(typeof tenantId === 'string' && isId(tenantId), 'a job names its tenant');
    await redactCalls(db, tenantId, listOf(ids));
    const hashes = listOf(orders).map((hash) => Buffer.from(hash, 'hex'));
    await redactCallsOfOrders(db, tenantId, hashes);
  };
