import type { WebhookEvent, WebhookEventOf, WebhookEventType } from '../wire/transactions.ts';
import { createMemoryEventStore, type EventMark, type EventStore } from './event-store.ts';

/** What is done for each type of event; a type without a handler is dropped. */
export type EventHandlers = {
  [Type in WebhookEventType]?: ((event: WebhookEventOf<Type>) => unknown) | undefined;
};

/** What came of an event: worked on, or dropped as come before, overtaken, or of a type without a handler. */
export type HandledEvent = 'handled' | 'repeated' | 'stale' | 'unhandled';

/** Where it is kept which events were worked on; memory without it. */
export type EventHandlerOptions = { store?: EventStore | undefined };

type Handler = (event: WebhookEvent) => unknown;

function toMark(event: WebhookEvent): EventMark {
  const { id, transactionId, sequence } = event as WebhookEvent & {
    transactionId?: string;
    sequence?: number;
  };
  const ordered = typeof transactionId === 'string' && typeof sequence === 'number';
  return ordered ? { id, subject: transactionId, sequence } : { id };
}

/** Runs work of one subject in the order it came, and of different subjects side by side. */
function createLines(): <Result>(subject: string, work: () => Promise<Result>) => Promise<Result> {
  const lines = new Map<string, Promise<unknown>>();
  return (subject, work) => {
    const turn = (lines.get(subject) ?? Promise.resolve()).then(work);
    const ended = turn.then(
      () => undefined,
      () => undefined,
    );
    lines.set(subject, ended);
    ended.then(() => {
      if (lines.get(subject) === ended) lines.delete(subject);
    });
    return turn;
  };
}

/**
 * Makes the one door for verified events: each is worked on once, and one that a later event of its transaction overtook is dropped. Where
 * the work fails, its error comes out of the door and the event is new again at its next delivery. Without handlers it is a TypeError.
 */
export function createEventHandler(
  handlers: EventHandlers,
  { store = createMemoryEventStore() }: EventHandlerOptions = {},
): (event: WebhookEvent) => Promise<HandledEvent> {
  if (!handlers) throw new TypeError('handlers is missing');
  const inLine = createLines();

  async function handle(event: WebhookEvent, mark: EventMark): Promise<HandledEvent> {
    const handler = Object.hasOwn(handlers, event.type)
      ? (handlers[event.type] as Handler | undefined)
      : undefined;
    const verdict = await store.claim(mark);
    // Answered with a fault it is sent again: by then it was done, or nobody is at it any more.
    if (verdict === 'busy') throw new Error('the event is being worked on elsewhere');
    if (verdict === 'repeated' || verdict === 'stale') return verdict;
    // Taken for a verdict, the event would be answered as if it was handled, and lost.
    if (verdict !== 'new') throw new TypeError('claim of the store must return new, repeated, busy or stale');
    try {
      await handler?.(event);
      await store.finish?.(mark);
    } catch (error) {
      await store.release(mark);
      throw error;
    }
    return handler ? 'handled' : 'unhandled';
  }

  return async (event) => {
    const mark = toMark(event);
    return inLine(mark.subject ?? mark.id, () => handle(event, mark));
  };
}
