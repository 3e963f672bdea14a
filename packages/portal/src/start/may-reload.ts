/** A page that reloaded for a missing part and misses one again would never end. */
const ONCE_IN_MS = 60_000;

/** Whether the page may reload by itself: not twice within a minute. */
export const mayReload = (nowMs: number, reloadedAtMs: number | undefined): boolean =>
  reloadedAtMs === undefined || nowMs - reloadedAtMs > ONCE_IN_MS;
