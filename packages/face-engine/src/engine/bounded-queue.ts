import { EngineBusyError } from './face-engine.ts';
import { FairQueue, type FrameOwner } from './fair-queue.ts';

/** Pictures that may wait for each place in which one is measured. */
export const QUEUE_PER_PLACE = 32;

type Waiter = { begin(): void; refuse(error: Error): void };

/** How long a work may wait in milliseconds, and for whom it is done; urgent work waits first in line, however long that is. */
export type QueueRequest = { limitMs: number; owner?: FrameOwner | undefined; isUrgent?: boolean };

/** Lets so many works run at once, as is asked anew each time, and so many wait in turns of their owners, none longer than its limit. */
export class BoundedQueue {
  readonly #atOnce: () => number;
  readonly #queueLimit: number;
  readonly #waiting = new FairQueue<Waiter>();
  #running = 0;

  constructor(atOnce: () => number, queueLimit: number) {
    this.#atOnce = atOnce;
    this.#queueLimit = queueLimit;
  }

  /** Runs the work when its turn comes; `EngineBusyError` when too many wait already, or it waited too long. In a full line whoever has the most there gives way. */
  async run<Result>(work: () => Promise<Result>, place: QueueRequest): Promise<Result> {
    await this.#turn(place);
    try {
      return await work();
    } finally {
      this.#running -= 1;
      while (this.#running < this.#atOnce() && this.#waiting.size > 0) this.#waiting.shift()?.begin();
    }
  }

  /** Refuses all that waits; what runs goes on. */
  clear(error: Error): void {
    for (const waiter of this.#waiting.takeOut(() => true)) waiter.refuse(error);
  }

  #turn({ limitMs, owner, isUrgent = false }: QueueRequest): Promise<void> | undefined {
    if (this.#running < this.#atOnce()) {
      this.#running += 1;
      return undefined;
    }
    if (!isUrgent && this.#waiting.size >= this.#queueLimit) {
      const full = new EngineBusyError('too many pictures wait for the face engine');
      const displaced = this.#waiting.displace(owner);
      if (!displaced) throw full;
      displaced.refuse(full);
    }
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
        this.#waiting.takeOut((one) => one === waiter);
        reject(new EngineBusyError('a picture waited too long for the face engine', { isLate: true }));
      }, limitMs);
      if (isUrgent) this.#waiting.putFirst(waiter);
      else this.#waiting.push(waiter, owner);
    });
  }
}
