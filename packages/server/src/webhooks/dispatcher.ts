import type { Kysely } from 'kysely';
import { newId } from '../base/id.ts';
import type { Tables } from '../database/tables.ts';
import { type AttemptDeps, attemptDelivery } from './attempt-delivery.ts';
import { classifyAttempt } from './classify-attempt.ts';
import { type EndpointName, releaseClaims } from './delivery-queue-store.ts';
import { createKeepQueue } from './keep-queue.ts';
import { createPace } from './pace.ts';
import { findDue, type Taken, takeDue } from './take-due.ts';
import { createTurn } from './turn.ts';

/** What sending needs; `random` gives [0, 1) and spreads the attempts. */
export type DispatcherDeps = AttemptDeps & { db: Kysely<Tables>; random: () => number };

/** Sends what is due, in one process; several on one database share the work. */
export type Dispatcher = {
  /** An endpoint may have something due now. */
  wake(name: EndpointName): void;
  /** Looks for everything that is due, whoever was to be woken for it; resolves when it has looked. */
  sweep(): Promise<void>;
  /** Resolves when nothing is in flight and nothing is waiting to be kept. */
  idle(): Promise<void>;
  /** Cuts short what is in flight, which counts as no attempt, and keeps what is over. */
  stop(): Promise<void>;
};

/** Endpoints that may have something due; one that was woken while its queue was read is not forgotten. */
function createHotSet() {
  const hot = new Map<string, EndpointName>();
  return {
    add: (name: EndpointName): void => {
      hot.set(name.endpointId, name);
    },
    /** Empties the set: what is woken from here on is in the next. */
    take: (): EndpointName[] => {
      const names = [...hot.values()];
      hot.clear();
      return names;
    },
    isEmpty: (): boolean => hot.size === 0,
  };
}

/** Starts with nothing woken; whoever listens calls `wake`, a timer calls `sweep`. */
export function createDispatcher(deps: DispatcherDeps): Dispatcher {
  const { db, clock, log } = deps;
  const processId = newId();
  const pace = createPace();
  const hot = createHotSet();
  const full = createHotSet();
  const stopping = new AbortController();
  const inFlight = new Set<Promise<void>>();

  const keeping = createKeepQueue({ ...deps, processId }, (batch, switchedOff) => {
    for (const { claimed, endpoint, result } of batch) {
      const ending = classifyAttempt(result) === 'delivered' ? 'success' : 'failure';
      pace.end(claimed.endpointId, ending, endpoint.maximumAtOnce);
    }
    for (const one of switchedOff) {
      log.warn(one, 'a webhook endpoint was switched off');
      hot.add(one);
    }
    for (const name of full.take()) hot.add(name);
    taking.ask();
  });

  const send = async ({ claimed, locked }: Taken['deliveries'][number]): Promise<void> => {
    try {
      keeping.add(await attemptDelivery(deps, claimed, locked, stopping.signal));
    } catch (error) {
      if (!stopping.signal.aborted) log.error({ err: error }, 'fault while sending a webhook');
      pace.end(claimed.endpointId, 'unsent', locked.endpoint.maximumAtOnce);
    }
  };

  const take = async (names: readonly EndpointName[]): Promise<void> => {
    const room = (endpoint: { endpointId: string; maximumAtOnce: number; failures: number }): number =>
      pace.room(endpoint.endpointId, { ...endpoint, isFailing: endpoint.failures > 0 });
    const taken = await takeDue(db, processId, names, room, clock.now());
    for (const delivery of taken.deliveries) {
      pace.begin(delivery.claimed.endpointId, 1);
      const sending = send(delivery).finally(() => inFlight.delete(sending));
      inFlight.add(sending);
    }
    for (const name of taken.full) full.add(name);
    for (const name of taken.closing) hot.add(name);
  };

  const taking = createTurn(async () => {
    while (!hot.isEmpty() && !stopping.signal.aborted) {
      const names = hot.take();
      const crowded = names.filter(({ endpointId }) => pace.isFull(endpointId));
      for (const name of crowded) full.add(name);
      const open = names.filter((name) => !crowded.includes(name));
      if (open.length === 0) continue;
      await take(open).catch((error: unknown) => {
        if (!stopping.signal.aborted) log.error({ err: error }, 'fault while taking webhooks that are due');
      });
    }
  });

  return {
    wake(name) {
      hot.add(name);
      taking.ask();
    },
    async sweep() {
      for (const name of await findDue(db, clock.now())) hot.add(name);
      taking.ask();
      await taking.done();
    },
    async idle() {
      while (inFlight.size > 0 || !taking.isOver() || !keeping.isOver()) {
        await Promise.all([...inFlight, taking.done(), keeping.done()]);
      }
    },
    async stop() {
      stopping.abort(new Error('the service is stopping'));
      await taking.done();
      await Promise.all(inFlight);
      await keeping.done();
      await releaseClaims(db, processId);
    },
  };
}
