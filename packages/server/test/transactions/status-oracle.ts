import { TRANSACTION_STATUSES, type TransactionStatus } from '@titular/contract';
import type { Db } from '@titular/server/kernel/database/connect.ts';
import { TRANSACTION_EVENTS, type TransactionEvent } from '@titular/server/transactions/transaction.ts';
import { asId } from '@titular/test-kit/as-id.ts';
import fc from 'fast-check';
import { expect } from 'vitest';

// Written by hand from the table in docs/transaction-states.md, and never from the code that it judges.
const EDGES = `
  waiting     capture-finished    processing
  waiting     attempts-exhausted  inconclusive
  waiting     share               shared
  waiting     disown              unknown-share
  waiting     declare-absent      absent-holder
  waiting     state-identity      waiting
  waiting     cancel              canceled
  waiting     expire              expired
  shared      capture-finished    processing
  shared      attempts-exhausted  inconclusive
  shared      share               shared
  shared      disown              unknown-share
  shared      declare-absent      absent-holder
  shared      state-identity      shared
  shared      cancel              canceled
  shared      expire              expired
  processing  approve             approved
  processing  reject              inconclusive`;

const edges = EDGES.trim()
  .split('\n')
  .map((line) => line.trim().split(/\s+/) as [TransactionStatus, TransactionEvent, TransactionStatus]);
const target = new Map(edges.map(([from, event, to]) => [`${from} ${event}`, to]));
const OPEN: readonly TransactionStatus[] = ['waiting', 'shared', 'processing'];

/** Where the written graph leads; undefined when the status does not take the event. */
export const expectedAfter = (
  status: TransactionStatus,
  event: TransactionEvent,
): TransactionStatus | undefined => target.get(`${status} ${event}`);

/** The written graph has three open statuses; all others are final. */
export const isExpectedFinal = (status: TransactionStatus): boolean => !OPEN.includes(status);

const FIRST_STATUSES = ['waiting', 'processing', 'fast-inconclusive'] as const;

/** Every pair of a status that can be reached and an event: what the sequences have to have met. */
export const ALL_PAIRS: readonly string[] = TRANSACTION_STATUSES.flatMap((status) =>
  TRANSACTION_EVENTS.map((event) => `${status} ${event}`),
).sort();

const anyEvent = fc.constantFrom(...TRANSACTION_EVENTS);

// Most events end a transaction, so a path over the open statuses comes first, and what follows is mostly late.
const openPath = fc.array(
  fc.constantFrom<TransactionEvent>('share', 'approve', 'reject', 'capture-finished'),
  {
    maxLength: 3,
  },
);

/** Sequences of events, each one up to three times in a row, on a transaction that begins as told. */
export const eventSequences = fc
  .record({
    first: fc.oneof(
      { weight: 12, arbitrary: fc.constant('waiting' as const) },
      { weight: 1, arbitrary: fc.constant('fast-inconclusive' as const) },
    ),
    path: openPath,
    rest: fc.array(fc.tuple(anyEvent, fc.constantFrom(1, 1, 1, 2, 3)), { minLength: 1, maxLength: 7 }),
  })
  .map(({ first, path, rest }) => ({
    first,
    events: [...path, ...rest.flatMap(([event, times]) => Array.from({ length: times }, () => event))],
  }));

/** What is kept of a transaction's way. */
type Trail = {
  status: TransactionStatus;
  history: { event: string; to: TransactionStatus }[];
};

async function readRow(db: Db, id: string) {
  const row = await db
    .selectFrom('transactions')
    .select(['tenant_id', 'company_id', 'status', 'version', 'finished_at'])
    .where('transaction_id', '=', asId(id))
    .executeTakeFirstOrThrow();
  return { ...row, status: row.status as TransactionStatus };
}

/**
 * Holds row, history and event of a transaction that stands still against the written graph: versions without a gap, every step an edge,
 * the last step where the row stands, and one `transaction.finished` of that status exactly when it is final.
 */
export async function checkTrail(db: Db, id: string): Promise<Trail> {
  const row = await readRow(db, id);
  const steps = await db
    .selectFrom('transaction_history')
    .select(['tenant_id', 'version', 'event', 'from_status', 'to_status'])
    .where('transaction_id', '=', asId(id))
    .orderBy('version')
    .execute();
  expect(steps.map(({ version }) => version)).toEqual(steps.map((_, index) => index + 1));
  expect(new Set(steps.map((step) => step.tenant_id))).toEqual(new Set([row.tenant_id]));
  const [created, ...changes] = steps;
  expect([created?.event, created?.from_status]).toEqual(['create', null]);
  expect(FIRST_STATUSES).toContain(created?.to_status);
  let status = created?.to_status as TransactionStatus;
  for (const step of changes) {
    expect(step.from_status).toBe(status);
    expect(step.to_status, `${status} ${step.event}`).toBe(
      expectedAfter(status, step.event as TransactionEvent),
    );
    status = step.to_status as TransactionStatus;
  }
  expect([row.status, row.version]).toEqual([status, steps.length]);
  expect(row.finished_at !== null).toBe(isExpectedFinal(status));
  const events = await db
    .selectFrom('events')
    .select(['tenant_id', 'company_id', 'type', 'status', 'sequence'])
    .where('transaction_id', '=', asId(id))
    .execute();
  const { tenant_id, company_id } = row;
  const finished = { tenant_id, company_id, type: 'transaction.finished', status, sequence: steps.length };
  expect(events).toEqual(isExpectedFinal(status) ? [finished] : []);
  return {
    status,
    history: steps.map((step) => ({ event: step.event, to: step.to_status as TransactionStatus })),
  };
}
