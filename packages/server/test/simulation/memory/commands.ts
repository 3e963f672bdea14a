import { type EventId, newId } from '@titular/server/kernel/base/id.ts';
import type { Tables } from '@titular/server/kernel/database/tables/tables.ts';
import { expireDue, lockSubject, type SubjectTable } from '@titular/server/subjects/index.ts';
import { claimOverdueRetry, liftRetry, updateRetry } from '@titular/server/subjects/retry-store.ts';
import { changeStatus, TRANSACTIONS } from '@titular/server/transactions/change/change-status.ts';
import { insertTransaction, type TransactionRow } from '@titular/server/transactions/insert-store.ts';
import { findStatus } from '@titular/server/transactions/status-store.ts';
import { findDueReplica } from '@titular/server/transactions/transaction-store.ts';
import {
  insertDeliveries,
  insertSkippedDeliveries,
  reopenDelivery,
} from '@titular/server/webhooks/deliveries/delivery-store.ts';
import {
  backOff,
  disableEndpoint,
  noteFindings,
} from '@titular/server/webhooks/endpoints/endpoint-health-store.ts';
import { insertDeliveriesOf, insertEvents } from '@titular/server/webhooks/events/event-batch-store.ts';
import { insertEvent } from '@titular/server/webhooks/events/event-store.ts';
import { recordOutcomes } from '@titular/server/webhooks/queue/delivery-outcome-store.ts';
import {
  claimDeliveries,
  deleteExpiredClaims,
  listDueEndpoints,
  lockClosedEndpoints,
  lockEndpoints,
  releaseClaims,
  releaseClaimsOf,
  releaseUnknownClaims,
  skipWaitingDeliveries,
} from '@titular/server/webhooks/queue/delivery-queue-store.ts';
import {
  findAhead,
  QUEUE_START,
  setDue,
  shortenBackOffs,
} from '@titular/server/webhooks/queue/set-back-store.ts';
import fc from 'fast-check';
import type { Kysely } from 'kysely';
import { JOB_COMMANDS } from '../jobs/job-commands.ts';
import { ATTEMPTS } from './attempt-commands.ts';
import { at, type Names, pick, type Store } from './names.ts';

/** A call of a store in one of two database transactions. */
export type Command = {
  name: string;
  who: 0 | 1;
  send: (trx: Kysely<Tables>, names: Names) => Promise<unknown>;
};

const OF = TRANSACTIONS as unknown as SubjectTable;

const newRow = (names: Names, place: number): TransactionRow => ({
  ...{
    tenantId: names.tenantId,
    companyId: names.companyId,
    transactionId: names.transactions[place] ?? newId(),
  },
  ...{
    status: 'waiting',
    module: 'post',
    orderNumber: 'order',
    identityKey: 'cpf',
    sealedIdentity: Buffer.of(1),
  },
  ...{ identityHash: Buffer.of(2), cardHash: Buffer.of(3), sealedCard: Buffer.of(4), value: undefined },
  ...{ replicaHash: Buffer.of(place % 2), currency: undefined, language: undefined, theme: undefined },
  ...{ sealedRedirectUrl: undefined, referenceProcessId: undefined, reasons: [], createdAt: at(0) },
  ...{
    expiresAt: at(40 + place),
    finishedAt: undefined,
    link: { codeHash: Buffer.from(names.transactions[place] ?? ''), expiresAt: at(30) },
  },
});

/** Fills both with the same: three events, deliveries of the first two, and two transactions that wait. */
export async function fill(db: Kysely<Tables>, names: Names): Promise<void> {
  const { tenantId, companyId, events, endpoints, deliveries } = names;
  const subjectOf = (place: number) =>
    ({
      type: 'transaction.finished',
      transactionId: events[place] ?? newId(),
      status: 'approved',
      sequence: 1,
    }) as const;
  const eventOf = (eventId: EventId, place: number) => ({
    eventId,
    companyId,
    createdAt: at(place),
    subject: subjectOf(place),
  });
  const [first, ...others] = events;
  if (first) await insertEvent(db, tenantId, eventOf(first, 0));
  await insertEvents(
    db,
    others.map((eventId, place) => ({ tenantId, ...eventOf(eventId, place + 1) })),
  );
  for (const [place, deliveryId] of deliveries.entries()) {
    const [eventId, endpointId] = [events[Math.floor(place / 2)] ?? newId(), endpoints[place % 2] ?? newId()];
    await insertDeliveriesOf(
      db,
      [{ tenantId, deliveryId, eventId, endpointId, skipped: false }],
      at(place + 1),
    );
  }
  for (const place of [0, 1]) await insertTransaction(db, newRow(names, place));
}

/** Seconds by which due times differ: the order of equal ones is free. */
const apart = (place: number): number => (1 + place) / 100;

const outcomeOf = (names: Names, place: number, how: number) => ({
  ...{
    tenantId: names.tenantId,
    deliveryId: pick(names.deliveries, place),
    number: 1 + (how % 2),
    reopened: how % 3 === 2 ? 1 : 0,
    claimEndsAt: at(20 + how),
  },
  ...(how % 2 === 0
    ? ({ state: 'delivered', nextAttemptAt: undefined } as const)
    : ({ state: 'pending', nextAttemptAt: at(60 + how + apart(place)) } as const)),
  ...{
    at: at(50),
    startedAt: at(49),
    durationMs: 7,
    responseStatus: 500,
    responseExcerpt: 'no',
    error: undefined,
  },
});

const EVENTS = ['capture-finished', 'cancel', 'share', 'expire', 'approve'] as const;

const QUEUE: Readonly<Record<string, Store>> = {
  listDueEndpoints: (trx, _names, _place, how) => listDueEndpoints(trx, at(how * 10)),
  lockClosedEndpoints: (trx) => lockClosedEndpoints(trx),
  lockEndpoints: async (trx, { tenantId, endpoints }, place, how) => {
    const locked = await lockEndpoints(trx, [{ tenantId, endpointId: pick(endpoints, place) }], at(how * 10));
    return locked.map(({ endpointId, endpoint: { failures, enabled } }) => ({
      endpointId,
      failures,
      enabled,
    }));
  },
  claimDeliveries: async (trx, { tenantId, endpoints, processes }, place, how) => {
    const claim = {
      tenantId,
      endpointId: pick(endpoints, place),
      atMost: 1 + (how % 2),
      atOnce: 2,
      expiresAt: at(20 + how),
    };
    const claimed = await claimDeliveries(trx, pick(processes, how), [claim], at(how * 10));
    return claimed.map(({ event: { transaction_id, sequence, type }, deliveryId: _, ...one }) => ({
      ...one,
      transaction_id,
      sequence,
      type,
    }));
  },
  recordOutcomes: (trx, names, place, how) =>
    recordOutcomes(trx, pick(names.processes, how), [outcomeOf(names, place, how)]),
  recordTwoOutcomes: (trx, names, place, how) =>
    recordOutcomes(trx, pick(names.processes, how), [
      outcomeOf(names, place, how),
      outcomeOf(names, place + 1, how + 1),
    ]),
  noteFindings: (trx, { tenantId, endpoints }, place, how) => {
    const finding = {
      url: 'https://receiver.example/hook',
      firstFailureAt: at(how),
      failures: how % 3,
      isGone: how === 4,
    };
    return noteFindings(trx, [
      { ...{ tenantId, endpointId: pick(endpoints, place) }, ...finding, succeeded: how % 3 === 0 },
    ]);
  },
  backOff: (trx, { tenantId, endpoints }, place, how) =>
    backOff(trx, [{ tenantId, endpointId: pick(endpoints, place), until: at(how * 10) }]),
  disableEndpoint: (trx, { tenantId, endpoints }, place) =>
    disableEndpoint(trx, { tenantId, endpointId: pick(endpoints, place) }, 'gone', at(9)),
  releaseClaims: (trx, { processes }, place) => releaseClaims(trx, pick(processes, place)),
  releaseClaimsOf: (trx, { processes }, place) => releaseClaimsOf(trx, [pick(processes, place)]),
  releaseUnknownClaims: (trx, { tenantId, endpoints, deliveries, processes }, place, how) =>
    releaseUnknownClaims(
      trx,
      pick(processes, how),
      [{ tenantId, endpointId: pick(endpoints, place) }],
      deliveries.slice(how % 3).map((deliveryId) => ({ deliveryId })),
    ),
  deleteExpiredClaims: (trx, _names, _place, how) => deleteExpiredClaims(trx, at(how * 10)),
  skipWaitingDeliveries: (trx, { tenantId, endpoints }, place, how) =>
    skipWaitingDeliveries(
      trx,
      { tenantId, endpointId: pick(endpoints, place) },
      { at: at(how * 10), limit: 1 + (how % 2) },
    ),
  reopenDelivery: (trx, { tenantId, deliveries }, place, how) =>
    reopenDelivery(trx, tenantId, pick(deliveries, place), at(how + 0.1 + apart(place))),
  insertDeliveries: (trx, { tenantId, events, endpoints }, place, how) =>
    insertDeliveries(
      trx,
      tenantId,
      { eventId: pick(events, place), endpointIds: endpoints.slice(how % 2) },
      at(how + 0.2 + apart(place)),
    ),
};

const SET_BACK: Readonly<Record<string, Store>> = {
  findAhead: async (trx, { tenantId, endpoints }, place, how) => {
    const endpointId = pick(endpoints, place);
    const from = place < 2 ? QUEUE_START : { ...QUEUE_START, tenantId, endpointId, dueAt: at(1) };
    const { ahead, next } = await findAhead(trx, at(how * 10 - 40), from, 1 + how);
    // Ids of deliveries that were added meanwhile differ.
    return {
      ahead: ahead.map(({ deliveryId: _, ...one }) => one),
      next: next && [next.endpointId, next.dueAt],
    };
  },
  setDue: (trx, { tenantId, deliveries, endpoints }, place, how) =>
    setDue(trx, [
      {
        ...{ tenantId, deliveryId: pick(deliveries, place), endpointId: pick(endpoints, place) },
        ...{ attempts: how % 2, dueAt: at(how + 0.3 + apart(place)) },
      },
    ]),
  shortenBackOffs: (trx, { tenantId, endpoints }, place, how) =>
    shortenBackOffs(trx, [{ tenantId, endpointId: pick(endpoints, place) }], at(how * 8)),
};

const STATUSES: Readonly<Record<string, Store>> = {
  insertTransaction: (trx, names, place) => insertTransaction(trx, newRow(names, 2 + (place % 2))),
  findStatus: (trx, { tenantId, transactions }, place) =>
    findStatus(trx, tenantId, pick(transactions, place)),
  findDueReplica: (trx, { tenantId }, place, how) =>
    findDueReplica(trx, tenantId, Buffer.of(place % 2), at(how * 10)),
  lockSubject: (trx, { tenantId, transactions }, place) =>
    lockSubject(trx, OF, tenantId, pick(transactions, place)),
  changeStatus: (trx, { tenantId, transactions }, place, how) =>
    changeStatus(trx, tenantId, pick(transactions, place), {
      event: pick(EVENTS, how),
      actor: 'service',
      at: at(50),
    }),
  expireDue: (trx, _names, place, how) => expireDue(trx, OF, at(how * 10), 1 + (place % 2)),
  updateRetry: (trx, { tenantId, transactions }, place, how) =>
    updateRetry(trx, OF, tenantId, pick(transactions, place), at(how * 10)),
  liftRetry: (trx, { tenantId, transactions }, place, how) =>
    liftRetry(trx, OF, tenantId, pick(transactions, place), at(how * 10)),
  claimOverdueRetry: (trx, { tenantId, transactions }, place, how) =>
    claimOverdueRetry(trx, OF, tenantId, pick(transactions, place), at(how * 10)),
};

/** Every command by its name. */
export const STORES: Readonly<Record<string, Store>> = {
  ...{ ...QUEUE, ...SET_BACK, ...STATUSES },
  ...{ ...ATTEMPTS, ...JOB_COMMANDS },
};

/** Sent only once for each event and endpoint. */
export const insertSkipped = (trx: Kysely<Tables>, { tenantId, events, endpoints }: Names): Promise<void> =>
  insertSkippedDeliveries(
    trx,
    tenantId,
    { eventId: pick(events, 2), endpointIds: endpoints.slice(0, 1) },
    at(3),
  );

/** Sequences of commands, or ends of a transaction, in two transactions. */
export const commandLists: fc.Arbitrary<(Command | { name: 'commit' | 'rollback'; who: 0 | 1 })[]> = fc.array(
  fc.oneof(
    {
      weight: 6,
      arbitrary: fc
        .record({
          name: fc.constantFrom(...Object.keys(STORES)),
          who: fc.constantFrom(0 as const, 1 as const),
          place: fc.nat(3),
          how: fc.nat(6),
        })
        .map(({ name, who, place, how }) => ({
          name: `${name} ${place} ${how}`,
          who,
          send: (trx: Kysely<Tables>, names: Names) => (STORES[name] as Store)(trx, names, place, how),
        })),
    },
    {
      weight: 1,
      arbitrary: fc.record({
        name: fc.constantFrom('commit' as const, 'commit' as const, 'rollback' as const),
        who: fc.constantFrom(0 as const, 1 as const),
      }),
    },
  ),
  { minLength: 6, maxLength: 18 },
);
