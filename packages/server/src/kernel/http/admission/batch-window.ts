/** Milliseconds that a question of an open page waits at most for others to go on with it. */
export const BATCH_WINDOW_MS = 250;

/** Starts a timer; replaced by tests. */
export type Later = (work: () => void, afterMs: number) => void;

/**
 * Makes waiting for the end of a batch window: the first to wait opens one, and whoever comes before it ends goes on with them. No timer runs while
 * nobody waits.
 */
export function createBatchWindow(windowMs: number, later: Later = setTimeout): () => Promise<void> {
  let waiting: (() => void)[] = [];
  const goOn = (): void => {
    const all = waiting;
    waiting = [];
    for (const resolve of all) resolve();
  };
  return () =>
    new Promise((resolve) => {
      waiting.push(resolve);
      if (waiting.length === 1) later(goOn, windowMs);
    });
}
