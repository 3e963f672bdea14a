/** Memory was asked for, or waited for, by a process that ends. */
class BudgetClosedError extends Error {}

type Waiting = { bytes: number; since: Date; admit: () => void; refuse: (error: Error) => void };

/** Seconds that somebody waits before those who could go on without waiting stand in line as well. */
const PATIENCE_SECONDS = 5;

/** Bytes that galleries take together, at most; who does not fit waits in line until others have gone. */
export class MemoryBudget {
  readonly #limit: number;
  readonly #now: () => Date;
  readonly #evict: () => boolean;
  readonly #line: Waiting[] = [];
  #used = 0;
  #isClosed = false;

  /** `evict` lets the gallery go that was used least recently and that nobody searches, by `give`; false when there is none. */
  constructor(limit: number, now: () => Date, evict: () => boolean) {
    this.#limit = limit;
    this.#now = now;
    this.#evict = evict;
  }

  /** How many bytes are taken. */
  get used(): number {
    return this.#used;
  }

  /** How many wait. */
  get waiting(): number {
    return this.#line.length;
  }

  /** Takes bytes, in the order of those who ask; more than there are of are taken as if they were all. Throws `BudgetClosedError`. */
  take(bytes: number): Promise<number> {
    const taken = Math.min(bytes, this.#limit);
    return new Promise((resolve, reject) => {
      if (this.#isClosed) return reject(new BudgetClosedError('the galleries are closed'));
      this.#line.push({ bytes: taken, since: this.#now(), admit: () => resolve(taken), refuse: reject });
      this.admit();
    });
  }

  /** Waits behind those in line if the first has waited for long: galleries that are searched all the time would never let it in. */
  async giveWay(): Promise<void> {
    const [first] = this.#line;
    if (!first || this.#now().getTime() - first.since.getTime() < 1_000 * PATIENCE_SECONDS) return;
    await this.take(0);
  }

  /** Gives bytes back. */
  give(bytes: number): void {
    this.#used -= bytes;
  }

  /** Notes that what took so many bytes takes others now, and lets galleries go while it is too much. */
  correct(from: number, to: number): void {
    this.#used += to - from;
    while (this.#used > this.#limit && this.#evict());
  }

  /** Admits those in front for whom there is room, or can be made. To be called when something was given back or is no longer searched. */
  admit(): void {
    for (let next = this.#line[0]; next; next = this.#line[0]) {
      while (this.#used + next.bytes > this.#limit) if (!this.#evict()) return;
      this.#line.shift();
      this.#used += next.bytes;
      next.admit();
    }
  }

  /** Refuses those who wait, and whoever asks from now on. */
  close(): void {
    this.#isClosed = true;
    for (const { refuse } of this.#line.splice(0)) refuse(new BudgetClosedError('the galleries are closed'));
  }
}
