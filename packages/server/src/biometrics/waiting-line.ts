import { EngineBusyError } from './face-engine.ts';

/** Pictures that may wait for each place in which one is measured. */
export const QUEUE_PER_PLACE = 32;

type Waiter = { begin(): void; refuse(error: Error): void };

/** Lets so many works run at once and so many wait, none longer than its limit. */
export class WaitingLine {
  readonly #atOnce: number;
  readonly #queueLimit: number;
  readonly #waiting: Waiter[] = [];
  #running = 0;

  constructor(atOnce: number, queueLimit: number) {
    this.#atOnce = atOnce;
    this.#queueLimit = queueLimit;
  }

  /** Runs the work when its turn comes; `EngineBusyError` when too many wait already, or it waited `limitMs`. Urgent work waits first in line, however long that is. */
  async run<Result>(work: () => Promise<Result>, limitMs: number, urgent = false): Promise<Result> {
    await this.#turn(limitMs, urgent);
    try {
      return await work();
    } finally {
      this.#running -= 1;
      this.#waiting.shift()?.begin();
    }
  }

  /** Refuses all that waits; what runs goes on. */
  clear(error: Error): void {
    for (const waiter of this.#waiting.splice(0)) waiter.refuse(error);
  }

  #turn(limitMs: number, urgent: boolean): Promise<void> | undefined {
    if (this.#running < this.#atOnce) {
      this.#running += 1;
      return undefined;
    }
    if (!urgent && this.#waiting.length >= this.#queueLimit)
      throw new EngineBusyError('too many pictures wait for the face engine');
    return new Promise((resolve, reject) => {
      const waiter: Waiter = {
        begin: () => {
          clearTimeout(timer);
          this.#running += 1;
          resolve();
        },
        refuse: (error) => {
          clearTimeout(timer);
          reject(error);
        },
      };
      const timer = setTimeout(() => {
        this.#waiting.splice(this.#waiting.indexOf(waiter), 1);
        reject(new EngineBusyError('a picture waited too long for the face engine'));
      }, limitMs);
      if (urgent) this.#waiting.unshift(waiter);
      else this.#waiting.push(waiter);
    });
  }
}
