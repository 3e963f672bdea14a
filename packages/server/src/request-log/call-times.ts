import { type CallTimes, MAX_TIMED_ROWS, type ReadCallTimes } from '@titular/contract';
import type { Kysely } from 'kysely';
import type { TenantId } from '../kernel/base/id.ts';
import { byIndex } from '../kernel/database/by-index.ts';
import type { Tables } from '../kernel/database/tables/tables.ts';
import { parseId } from '../kernel/http/body/parse-query.ts';
import { SAMPLE_MS } from './api-call.ts';
import { listTimedCalls, type TimedCall } from './newest-call-store.ts';
import { parseSpan } from './newest-calls.ts';
import { WRITE_EVERY_MS } from './record-calls.ts';

/** Calls of one answer; a row may stand for thousands. */
const MAX_CALLS = 50_000;

/** Calls that came evenly over a time. */
export type CallSlot = { startMs: number; calls: number; overMs: number };

/** Refused by scope, account or address, or for want of a place: such calls never reach the rate limit. */
const isBeforeRate = ({ status, code }: TimedCall): boolean => status === 403 || code === '42902';

/**
 * When the calls of rows came, newest row first, as near as the log knows. Refusals alike came within a moment after the first, which has the
 * time. Reads that were left out came within the minute before the one that is kept: each node counts its own, so no other row says since when.
 */
export function toSlots(rows: readonly TimedCall[]): CallSlot[] {
  const slots = rows.filter((row) => !isBeforeRate(row)).map(toSlot);
  return slots.sort((one, other) => one.startMs - other.startMs);
}

function toSlot({ at, calls, status }: TimedCall): CallSlot {
  const atMs = at.getTime();
  if (calls === 1) return { startMs: atMs, calls, overMs: 0 };
  if (status === 429) return { startMs: atMs, calls, overMs: WRITE_EVERY_MS };
  return { startMs: atMs - SAMPLE_MS, calls, overMs: SAMPLE_MS };
}

/** As many of the newest rows as stay within the bound of calls, and at least one. */
function withinBound(rows: readonly TimedCall[], maxCalls: number): readonly TimedCall[] {
  let calls = 0;
  const end = rows.findIndex((row, index) => {
    calls += row.calls;
    return index > 0 && calls > maxCalls;
  });
  return end === -1 ? rows : rows.slice(0, end);
}

function describeSlots(slots: readonly CallSlot[]): Pick<CallTimes, 'startAt' | 'slots'> {
  const [first] = slots;
  if (!first) return { slots: [] };
  let beforeMs = first.startMs;
  return {
    startAt: new Date(first.startMs).toISOString(),
    slots: slots.map(({ startMs, calls, overMs }) => {
      const waitMs = startMs - beforeMs;
      beforeMs = startMs;
      return [waitMs, calls, overMs];
    }),
  };
}

/** When calls of a span came, the newest of a bounded number of rows; a cursor where there are older ones. Refuses with 40002. */
export async function readCallTimes(
  db: Kysely<Tables>,
  tenantId: TenantId,
  asked: ReadCallTimes,
  { maxRows = MAX_TIMED_ROWS, maxCalls = MAX_CALLS } = {},
): Promise<CallTimes> {
  const span = { ...parseSpan(asked), beforeId: parseId('cursor', asked.cursor) };
  // One row more than is answered tells whether there are older ones.
  const found = await byIndex(db, (trx) => listTimedCalls(trx, tenantId, span, maxRows + 1));
  const rows = withinBound(found.slice(0, maxRows), maxCalls);
  const refused = rows.filter(({ code }) => code === '42901');
  const end = rows.length < found.length ? rows.at(-1)?.callId : undefined;
  return {
    ...describeSlots(toSlots(rows)),
    refused: refused.reduce((sum, { calls }) => sum + calls, 0),
    ...(end === undefined ? {} : { nextCursor: end }),
  };
}
