/** Runs something once the browser has nothing better to do; returns what calls it off. */
export function whenIdle(run: () => unknown): () => void {
  const start = (): void => void Promise.resolve(run()).catch(() => undefined);
  if ('requestIdleCallback' in window) {
    const id = window.requestIdleCallback(start, { timeout: 5_000 });
    return () => window.cancelIdleCallback(id);
  }
  const timer = globalThis.setTimeout(start, 1_000);
  return () => globalThis.clearTimeout(timer);
}
