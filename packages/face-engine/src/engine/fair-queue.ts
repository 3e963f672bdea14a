/** For whom a picture is measured: turns go round tenants first, then round the sessions of each. Work without an owner counts as one tenant's. */
export type FrameOwner = { tenantId: string; sessionId: string };

const NOBODY: FrameOwner = { tenantId: '', sessionId: '' };

type Lane<Item> = { tenantId: string; sessions: Map<string, Item[]>; size: number };

/**
 * A queue in which one owner delays another by one item a round, however many it has: round robin over tenants, within them over sessions,
 * in order within a session. Items put first keep their order and come before all rounds.
 */
export class FairQueue<Item> {
  readonly #first: Item[] = [];
  readonly #tenants = new Map<string, Lane<Item>>();
  #size = 0;

  get size(): number {
    return this.#size;
  }

  push(item: Item, owner: FrameOwner = NOBODY): void {
    const { tenantId, sessionId } = owner;
    const lane: Lane<Item> = this.#tenants.get(tenantId) ?? { tenantId, sessions: new Map(), size: 0 };
    this.#tenants.set(tenantId, lane);
    const items = lane.sessions.get(sessionId) ?? [];
    lane.sessions.set(sessionId, items);
    items.push(item);
    lane.size += 1;
    this.#size += 1;
  }

  /** Puts an item before all others. */
  putFirst(item: Item): void {
    this.#first.unshift(item);
    this.#size += 1;
  }

  /** Takes the next item; the turn then is the next tenant's, and within this one the next session's. */
  shift(): Item | undefined {
    const first = this.#first.shift();
    if (first !== undefined) {
      this.#size -= 1;
      return first;
    }
    const [lane] = this.#tenants.values();
    const [session] = lane?.sessions ?? [];
    if (!lane || !session) return undefined;
    const [sessionId, items] = session;
    const item = items.shift();
    this.#count(lane, sessionId, items);
    if (this.#tenants.delete(lane.tenantId) && lane.size > 0) this.#tenants.set(lane.tenantId, lane);
    if (lane.sessions.delete(sessionId) && items.length > 0) lane.sessions.set(sessionId, items);
    return item;
  }

  /**
   * Makes room in a full queue for one more item of this owner. Removes the latest item of the longest session of the
   * tenant with the most items. Undefined where that would be no fairer, as the owner has as many itself.
   */
  displace(owner: FrameOwner = NOBODY): Item | undefined {
    const own = this.#tenants.get(owner.tenantId);
    const fullest = largest([...this.#tenants.values()], ({ size }) => size);
    if (!fullest) return undefined;
    const session = largest([...fullest.sessions], ([, items]) => items.length);
    if (!session) return undefined;
    const [sessionId, items] = session;
    const isOfOthers = fullest.size > (own?.size ?? 0) + 1;
    const isOfOwn = fullest === own && items.length > (own.sessions.get(owner.sessionId)?.length ?? 0) + 1;
    if (!isOfOthers && !isOfOwn) return undefined;
    const item = items.pop();
    this.#count(fullest, sessionId, items);
    return item;
  }

  /** Takes out every item that is so. */
  takeOut(isSo: (item: Item) => boolean): Item[] {
    const taken = takeFrom(this.#first, isSo);
    this.#size -= taken.length;
    for (const lane of [...this.#tenants.values()])
      for (const [sessionId, items] of [...lane.sessions]) {
        const here = takeFrom(items, isSo);
        this.#count(lane, sessionId, items, here.length);
        taken.push(...here);
      }
    return taken;
  }

  #count(lane: Lane<Item>, sessionId: string, items: readonly Item[], taken = 1): void {
    lane.size -= taken;
    this.#size -= taken;
    if (items.length === 0) lane.sessions.delete(sessionId);
    if (lane.size === 0) this.#tenants.delete(lane.tenantId);
  }
}

const largest = <Value>(values: readonly Value[], sizeOf: (value: Value) => number): Value | undefined =>
  values.reduce<Value | undefined>(
    (most, value) => (most === undefined || sizeOf(value) > sizeOf(most) ? value : most),
    undefined,
  );

function takeFrom<Item>(items: Item[], isSo: (item: Item) => boolean): Item[] {
  const taken = items.filter(isSo);
  if (taken.length > 0) items.splice(0, items.length, ...items.filter((item) => !taken.includes(item)));
  return taken;
}
