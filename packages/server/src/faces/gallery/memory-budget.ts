/** Bytes that galleries take together, at most; who does not fit waits in line until others have gone. */
export class MemoryBudget {
  readonly #limit: number;
  readonly #evict: () => boolean;
  readonly #line: { bytes: number; admit: () => void }[] = [];
  #used = 0;

  /** `evict` lets the gallery go that was used least recently and that nobody searches, by `give`; false when there is none. */
  constructor(limit: number, evict: () => boolean) {
    this.#limit = limit;
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

  /** Takes bytes, in the order of those who ask; more than there are of are taken as if they were all. */
  take(bytes: number): Promise<number> {
    const taken = Math.min(bytes, this.#limit);
    return new Promise((resolve) => {
      this.#line.push({ bytes: taken, admit: () => resolve(taken) });
      this.admit();
    });
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
}
