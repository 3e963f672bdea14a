import type { Kysely } from 'kysely';
import { secondsBetween } from '../../kernel/base/clock.ts';
import { newId, type ProcessId } from '../../kernel/base/id.ts';
import type { Db } from '../../kernel/database/connect.ts';
import { isPassingOutage } from '../../kernel/database/database-problem.ts';
import type { Tables } from '../../kernel/database/tables/tables.ts';
import { createSingleFlight } from '../../kernel/jobs/single-flight.ts';
import type { WorkNames } from '../../kernel/jobs/work-names.ts';
import { SpanKind } from '../../kernel/tracing/trace.ts';
import { inSubjectTrace } from '../../traces/index.ts';
import { webhookAttempts, webhookLag } from '../attempt-metrics.ts';
import type { FinishedAttempt } from './attempt.ts';
import { type AttemptDeps, attemptDelivery } from './attempt-delivery.ts';
import { claimDue, createSetBackWalk, createUnsureClaims, findDue, type UnsureClaims } from './claim-due.ts';
import { classifyAttempt } from './classify-attempt.ts';
import { type ConcurrencyWindow, createConcurrencyWindow } from './concurrency-window.ts';
import {
  type ClaimedDelivery,
  type EndpointName,
  type LockedEndpoint,
  releaseClaims,
} from './delivery-queue-store.ts';
import { createOutcomeWriter } from './outcome-writer.ts';

/** What sending needs; `random` gives [0, 1) and spreads the attempts. */
export type DispatcherDeps = AttemptDeps & {
  db: Kysely<Tables>;
  random: () => number;
  workNames: WorkNames;
};

/** Sends what is due, in one process; several on one database share the work. */
export type Dispatcher = {
  /** An endpoint may have something due now. */
  wake(name: EndpointName): void;
  /** For every second or so in which the database answers. Tries again to keep outcomes that were refused, takes again what was claimed by a commit without an answer, and goes on with what waits. */
  retry(): void;
  /** Looks for everything that is due, whoever was to be woken for it, and ends what waits for endpoints that are off, in the caller's database transaction. What it returns begins to send, and is called after the commit. */
  look(trx: Db): Promise<() => void>;
  /** The same in a database transaction of its own. */
  sweep(): Promise<void>;
  /** Resolves when nothing is in flight and nothing is waiting to be kept. */
  idle(): Promise<void>;
  /** Cuts short what is in flight, which counts as no attempt, and keeps what is over. */
  stop(): Promise<void>;
};

const VERDICTS = { delivered: 'delivered', retry: 'failed', gone: 'gone' } as const;

function countAttempt({ claimed, result, startedAt }: FinishedAttempt, eventAt: Date): void {
  const verdict = result.kind === 'unprepared' ? 'unsent' : VERDICTS[classifyAttempt(result)];
  const statusClass = result.kind === 'answered' ? `${Math.floor(result.status / 100)}xx` : 'none';
  webhookAttempts.add({ verdict, status_class: statusClass });
  if (claimed.attempts === 0) webhookLag.observe({}, secondsBetween(eventAt, startedAt));
}

/** Endpoints that one take locks: their owners' changes and other processes wait for it. */
const MAX_ENDPOINTS_A_TAKE = 200;

type HotSet = ReturnType<typeof createHotSet>;

/** Endpoints that may have something due, those that were woken first before the others; one that was woken while its queue was read is not forgotten. */
export function createHotSet() {
  const ready = new Map<string, EndpointName>();
  return {
    add: (name: EndpointName): void => {
      ready.set(name.endpointId, name);
    },
    /** Empties the set: what is woken from here on is in the next. */
    take: (): EndpointName[] => {
      const names = [...ready.values()];
      ready.clear();
      return names;
    },
    /** Takes the first ones out, until `isEnough` says so. */
    takeUntil: (isEnough: (name: EndpointName) => boolean): void => {
      for (const [endpointId, name] of ready) {
        ready.delete(endpointId);
        if (isEnough(name)) return;
      }
    },
    isEmpty: (): boolean => ready.size === 0,
  };
}

/** Takes endpoints with room for more out of those that are ready, no more than there are free places; those without room wait until something of theirs has ended. */
export function takeOpen(ready: HotSet, saturated: HotSet, window: ConcurrencyWindow): EndpointName[] {
  const open: EndpointName[] = [];
  const limit = Math.min(window.free(), MAX_ENDPOINTS_A_TAKE);
  ready.takeUntil((name) => {
    if (window.isOpen(name)) open.push(name);
    else saturated.add(name);
    return open.length > 0 && open.length >= limit;
  });
  return open;
}

/** What this process has in its hands, kept by claim: one that has outlived its end may be claimed here once more. */
type Held = Set<FinishedAttempt['claimed']>;

/** What a process has in its hands, and what stops it. */
type SendHands = { window: ConcurrencyWindow; held: Held; unsure: UnsureClaims; stopping: AbortSignal };

/** Makes what sends one delivery and hands what came of it to `keep`; it never throws. */
function createSend(
  deps: DispatcherDeps,
  { window, held, unsure, stopping }: SendHands,
  keep: (attempt: FinishedAttempt) => void,
) {
  return async (claimed: ClaimedDelivery, locked: LockedEndpoint): Promise<void> => {
    try {
      const { tenantId, event } = claimed;
      const attempt = await inSubjectTrace(
        deps.db,
        { tenantId, subjectId: event.transaction_id ?? event.subject_id ?? undefined },
        { name: 'webhook attempt', kind: SpanKind.CLIENT },
        () => attemptDelivery(deps, claimed, locked, stopping),
      );
      countAttempt(attempt, claimed.event.created_at);
      keep(attempt);
    } catch (error) {
      held.delete(claimed);
      window.end(claimed, 'unsent');
      if (stopping.aborted) return;
      const { deliveryId } = claimed;
      if (!isPassingOutage(error))
        deps.log.error({ err: error, deliveryId }, 'fault while sending a webhook');
      else {
        deps.log.warn({ err: error, deliveryId }, 'the database was away before a webhook was sent');
        // Its claim is taken anew as soon as the database answers.
        unsure.add(claimed, deps.clock.now());
      }
    }
  };
}

/** A name for this process's claims, by which others know them once it is dead; `tell` resolves when they do, and tells again where that failed. */
function nameClaims(workNames: WorkNames): { processId: ProcessId; tell(): Promise<void> } {
  const processId: ProcessId = newId();
  let telling: Promise<void> | undefined;
  const tell = (): Promise<void> => {
    telling ??= workNames.add('deliveries', processId).catch((error: unknown) => {
      telling = undefined;
      throw error;
    });
    return telling;
  };
  // Whatever takes work waits for it, and tells again.
  tell().catch(() => undefined);
  return { processId, tell };
}

/** Starts with nothing woken; whoever listens calls `wake`, a timer calls `sweep`. */
export function createDispatcher(deps: DispatcherDeps): Dispatcher {
  const { db, clock, log } = deps;
  const { processId, tell } = nameClaims(deps.workNames);
  const window = createConcurrencyWindow();
  const walk = createSetBackWalk(clock);
  const [ready, saturated] = [createHotSet(), createHotSet()];
  const stopping = new AbortController();
  const inFlight = new Set<Promise<void>>();
  const held: Held = new Set();
  const unsure = createUnsureClaims();

  const wakeAll = (names: readonly EndpointName[]): void => {
    for (const name of names) ready.add(name);
    taking.ask();
  };

  const keeping = createOutcomeWriter({ ...deps, processId }, (batch, switchedOff) => {
    for (const { claimed, result } of batch) {
      held.delete(claimed);
      window.end(claimed, classifyAttempt(result) === 'delivered' ? 'success' : 'failure');
    }
    for (const one of switchedOff) log.warn(one, 'a webhook endpoint was switched off');
    wakeAll(saturated.take());
  });

  const send = createSend(deps, { window, held, unsure, stopping: stopping.signal }, keeping.add);

  const take = async (names: readonly EndpointName[]): Promise<void> => {
    await tell();
    const taken = await claimDue(db, { processId, held, unsure }, names, window, clock.now());
    for (const { locked, claimed, reserved } of taken) {
      for (const one of claimed) {
        held.add(one);
        const sending = send(one, locked).finally(() => inFlight.delete(sending));
        inFlight.add(sending);
      }
      if (claimed.length < reserved) continue;
      // There may be more: now, if there is room by now, or else when something has ended.
      (window.isOpen(locked) ? ready : saturated).add(locked);
    }
  };

  const taking = createSingleFlight(async () => {
    while (!ready.isEmpty() && !stopping.signal.aborted) {
      const open = takeOpen(ready, saturated, window);
      if (open.length === 0) continue;
      try {
        await take(open);
      } catch (error) {
        if (!stopping.signal.aborted) log.error({ err: error }, 'fault while taking webhooks that are due');
        // The rest waits for the next second in which the database answers.
        return;
      }
    }
  });

  const retry = (): void => {
    keeping.retry();
    wakeAll(unsure.list(clock.now()));
  };

  const look = async (trx: Db): Promise<() => void> => {
    window.deleteIdle();
    const due = await findDue(trx, clock.now(), walk);
    return () => {
      keeping.retry();
      wakeAll(due);
    };
  };

  return {
    wake: (name) => wakeAll([name]),
    retry,
    look,
    sweep: async () => (await db.transaction().execute(look))(),
    async idle() {
      while (inFlight.size > 0 || !taking.isOver() || !keeping.isOver()) {
        await Promise.all([...inFlight, taking.done(), keeping.done()]);
      }
    },
    async stop() {
      stopping.abort(new Error('the service is stopping'));
      await taking.done();
      await Promise.all(inFlight);
      await keeping.finish();
      await releaseClaims(db, processId);
    },
  };
}
