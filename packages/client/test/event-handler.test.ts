import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  createEventHandler,
  createMemoryEventStore,
  type EventMark,
  type EventStore,
  type WebhookEvent,
  type WebhookEventOf,
} from '../src/index.ts';

const finished = (
  sequence: number,
  transactionId = 'a',
  id = crypto.randomUUID() as string,
): WebhookEventOf<'transaction.finished'> => ({
  id,
  type: 'transaction.finished',
  time: '2026-01-01T12:00:00.000Z',
  environment: 'test',
  transactionId,
  status: 'approved',
  sequence,
});
const changed = (sequence: number, transactionId = 'a'): WebhookEvent => ({
  ...finished(sequence, transactionId),
  type: 'transaction.changed',
  status: 'processing',
});

/** A handler that notes what it works on. */
function noting(store?: EventStore) {
  const worked: WebhookEvent[] = [];
  const work = (event: WebhookEvent): void => {
    worked.push(event);
  };
  const handlers = { 'transaction.finished': work, 'transaction.changed': work, 'endpoint.test': work };
  return { worked, handle: createEventHandler(handlers, store ? { store } : {}) };
}

describe('an event', () => {
  test('is worked on once, however often it comes, one after the other or at once', async () => {
    const { worked, handle } = noting();
    const event = finished(3);
    expect(await handle(event)).toBe('handled');
    const again = await Promise.all(Array.from({ length: 10 }, () => handle(event)));
    expect(new Set(again)).toEqual(new Set(['repeated']));
    expect(worked).toEqual([event]);
  });

  test('is dropped when a later one of its transaction came first, and other transactions do not count', async () => {
    const { worked, handle } = noting();
    expect(await handle(finished(3, 'b'))).toBe('handled');
    expect(await handle(changed(2, 'b'))).toBe('stale');
    expect(await handle(finished(3, 'b'))).toBe('stale');
    expect(await handle(changed(2, 'c'))).toBe('handled');
    expect(worked.length).toBe(2);
  });

  test('of a type without a handler is dropped, also one that is newer than the package or named like a method', async () => {
    const { worked, handle } = noting();
    const process: WebhookEvent = {
      id: 'p',
      type: 'process.finished',
      time: '2026-01-01T12:00:00.000Z',
      environment: 'test',
      processId: 'x',
      state: 'PROCESS_STATE_FINISHED',
    };
    expect(await handle(process)).toBe('unhandled');
    for (const type of ['shop.moved', 'toString', '__proto__'])
      expect(await handle({ ...process, id: type, type } as never)).toBe('unhandled');
    expect(worked).toEqual([]);
  });

  test('whose work failed comes out as the error, and is new again at its next delivery', async () => {
    let fails = true;
    const handle = createEventHandler({
      'transaction.finished': async () => {
        if (fails) throw new Error('the database is away');
      },
      'transaction.changed': () => undefined,
    });
    await handle(changed(1));
    const event = finished(3);
    await expect(handle(event)).rejects.toThrow('the database is away');
    expect(await handle(changed(2))).toBe('handled');
    fails = false;
    expect(await handle(event)).toBe('handled');
    expect(await handle(event)).toBe('repeated');
  });

  test('waits for the one before it of its transaction, and for no other', async () => {
    const steps: string[] = [];
    let open = (): void => undefined;
    const opened = new Promise<void>((resolve) => {
      open = resolve;
    });
    const handle = createEventHandler({
      'transaction.changed': async () => {
        await opened;
        steps.push('first');
      },
      'transaction.finished': ({ transactionId }) => void steps.push(transactionId),
    });
    const both = Promise.all([handle(changed(2, 'slow')), handle(finished(3, 'slow'))]);
    await handle(finished(3, 'other'));
    open();
    await both;
    expect(steps).toEqual(['other', 'first', 'slow']);
  });

  test('in any order and any number ends with the highest sequence of each transaction worked on last, and none twice', async () => {
    const deliveries = fc.array(
      fc.record({ transaction: fc.constantFrom('a', 'b', 'c'), sequence: fc.integer({ min: 1, max: 6 }) }),
      {
        minLength: 1,
        maxLength: 40,
      },
    );
    await fc.assert(
      fc.asyncProperty(deliveries, async (given) => {
        const { worked, handle } = noting();
        const events = given.map(({ transaction, sequence }) =>
          finished(sequence, transaction, `${transaction}-${sequence}`),
        );
        await Promise.all(events.map(handle));
        for (const transaction of new Set(given.map((one) => one.transaction))) {
          const told = worked.flatMap((one) =>
            'sequence' in one && one.transactionId === transaction ? [one.sequence] : [],
          );
          expect(told).toEqual([...new Set(told)].sort((one, other) => one - other));
          const all = given.filter((one) => one.transaction === transaction).map(({ sequence }) => sequence);
          expect(told.at(-1)).toBe(Math.max(...all));
        }
      }),
    );
  });
});

describe('the store', () => {
  test('in memory holds no more than it may, and forgets the longest untouched first', () => {
    const store = createMemoryEventStore(2);
    const claim = (id: string, subject: string, sequence: number) => store.claim({ id, subject, sequence });
    expect([claim('1', 'a', 5), claim('2', 'b', 5), claim('3', 'a', 6), claim('4', 'c', 5)]).toEqual(
      Array(4).fill('new'),
    );
    // Transaction b and the events 1 and 2 are forgotten, transaction a was touched since.
    expect([claim('5', 'a', 4), claim('1', 'b', 4), claim('4', 'c', 9)]).toEqual([
      'stale',
      'new',
      'repeated',
    ]);
  });

  test('that outlives a process tells apart what is claimed and what is finished: what nobody finished comes again', async () => {
    const claimed = new Set<string>();
    const done = new Set<string>();
    const store: EventStore = {
      claim: ({ id }) => {
        if (done.has(id)) return 'repeated';
        if (claimed.has(id)) return 'busy';
        claimed.add(id);
        return 'new';
      },
      finish: ({ id }) => void done.add(id),
      release: ({ id }) => void claimed.delete(id),
    };
    const event = finished(3);
    // Another process took it, and ended in the midst of the work.
    expect(await store.claim({ id: event.id })).toBe('new');
    const { worked, handle } = noting(store);
    await expect(handle(event)).rejects.toThrow('being worked on elsewhere');
    claimed.clear();
    expect(await handle(event)).toBe('handled');
    expect([worked.length, await handle(event)]).toEqual([1, 'repeated']);
  });

  test.each([undefined, null, true, 'claimed'])(
    'that answers %j, which is no verdict, has no event taken for handled',
    async (verdict) => {
      const store = { claim: () => verdict as never, release: () => undefined };
      const { worked, handle } = noting(store);
      await expect(handle(finished(3))).rejects.toThrow(
        'claim of the store must return new, repeated, busy or stale',
      );
      expect(worked).toEqual([]);
    },
  );

  test('may be another, which answers later and is shared: it is asked once for each event and told of each failure', async () => {
    const marks: [string, EventMark][] = [];
    const memory = createMemoryEventStore();
    const store: EventStore = {
      claim: async (mark) => {
        marks.push(['claim', mark]);
        return memory.claim(mark);
      },
      release: async (mark) => {
        marks.push(['release', mark]);
        return memory.release(mark);
      },
    };
    const failing = createEventHandler(
      { 'transaction.finished': () => Promise.reject(new Error('no')) },
      { store },
    );
    const { handle } = noting(store);
    const event = finished(3);
    await expect(failing(event)).rejects.toThrow('no');
    expect(await handle(event)).toBe('handled');
    const mark = { id: event.id, subject: 'a', sequence: 3 };
    expect(marks).toEqual([
      ['claim', mark],
      ['release', mark],
      ['claim', mark],
    ]);
  });
});
