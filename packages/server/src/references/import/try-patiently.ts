/** Waits so many milliseconds; answers whether to go on. */
export type Pause = (milliseconds: number) => Promise<boolean>;

/** Somebody asked for the end while a row was under way; the row is left as it was. */
export class ImportStopped extends Error {
  override readonly name = 'ImportStopped';
}

/** What a work needed stayed away. */
export class NeverServed extends Error {
  override readonly name = 'NeverServed';
}

const FIRST_PAUSE_MS = 100;
const MAX_PAUSE_MS = 5_000;
/** Some four minutes. */
const MAX_TRIES = 50;

/** Does a work again while what it needs is full or away, with a growing pause; throws `NeverServed` after some four minutes, and `ImportStopped`. */
export async function tryPatiently<Result>(
  { pause, isPassing }: { pause: Pause; isPassing(error: unknown): boolean },
  work: (tries: number) => Promise<Result>,
): Promise<Result> {
  let pauseMs = FIRST_PAUSE_MS;
  for (let tries = 1; tries <= MAX_TRIES; tries += 1) {
    try {
      return await work(tries);
    } catch (error) {
      if (!isPassing(error)) throw error;
    }
    if (!(await pause(pauseMs))) throw new ImportStopped();
    pauseMs = Math.min(2 * pauseMs, MAX_PAUSE_MS);
  }
  throw new NeverServed();
}
