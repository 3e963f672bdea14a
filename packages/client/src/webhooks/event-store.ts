/** What a store keeps of an event; `subject` and `sequence` are absent where the order does not count. */
export type EventMark = { id: string; subject?: string; sequence?: number };

/** What becomes of an event: it is to be worked on, came before, is being worked on elsewhere, or a later one of its transaction came. */
export type EventVerdict = 'new' | 'repeated' | 'busy' | 'stale';

/**
 * Where it is kept which events were worked on. In memory it holds for one process; several share a table: `id`
 * unique, and for each subject the highest sequence, both in one transaction. A store that outlives a process must
 * distinguish claimed from finished events. An unfinished claim is `busy` for as long as the work may take, and `new`
 * again after that. Handlers of several processes may overtake each other: let each write a status only where its
 * sequence is higher than that of the row.
 */
export type EventStore = {
  /** Claims an event, in one step: `new` is answered once. */
  claim(mark: EventMark): EventVerdict | Promise<EventVerdict>;
  /** The work on an event is done; a store that forgets with its process needs none. */
  finish?: ((mark: EventMark) => void | Promise<void>) | undefined;
  /** Gives a claim back, because the work on it failed: the next delivery of it is new again. */
  release(mark: EventMark): void | Promise<void>;
};

/** Events and transactions remembered by default: more than come within the time in which one is repeated. */
const MAX_STORED_EVENTS = 10_000;

function deleteOldest(map: Map<string, unknown>, most: number): void {
  const oldest = map.size > most ? map.keys().next().value : undefined;
  if (oldest !== undefined) map.delete(oldest);
}

/** Keeps the last events and transactions in memory, at most so many of each; the longest untouched go first. */
export function createMemoryEventStore(most = MAX_STORED_EVENTS): EventStore {
  /** By id, with the sequence that the claim replaced. */
  const claimed = new Map<string, number | undefined>();
  const sequences = new Map<string, number>();

  function claim({ id, subject, sequence }: EventMark): EventVerdict {
    if (claimed.has(id)) return 'repeated';
    const known = subject === undefined ? undefined : sequences.get(subject);
    if (sequence !== undefined && known !== undefined && sequence <= known) return 'stale';
    claimed.set(id, known);
    deleteOldest(claimed, most);
    if (subject === undefined || sequence === undefined) return 'new';
    sequences.delete(subject);
    sequences.set(subject, sequence);
    deleteOldest(sequences, most);
    return 'new';
  }

  function release({ id, subject, sequence }: EventMark): void {
    const replaced = claimed.get(id);
    claimed.delete(id);
    if (subject === undefined || sequences.get(subject) !== sequence) return;
    if (replaced === undefined) sequences.delete(subject);
    else sequences.set(subject, replaced);
  }

  return { claim, release };
}
