import type { Budgets } from '../disturbances.ts';

/** A request that was let through, at some time from when it was sent until it was answered; in milliseconds. */
type Passed = { sentMs: number; answeredMs: number };

/** What a tenant may have. */
type Limit = { ratePerSecond: number; rateBurst: number };

/** A window is looked at up to so many requests: longer ones cost too much. */
const MAX_REQUESTS = 2_000;

/** A window in which more passed than may: how many, and from when to when. */
type Window = { count: number; fromMs: number; untilMs: number };

/** Looks at every window from the sending of one request to the answer of another: what was sent and answered within it was let through within it. More than rate and burst allow is over it; each reset of budgets within a window gives one burst more. The first one that is over is told. */
export function countWindows(
  passed: readonly Passed[],
  { ratePerSecond, rateBurst }: Limit,
  { resetsMs, unsettled }: Budgets = { resetsMs: [], unsettled: [] },
): { windows: number; over: number; first?: Window } {
  const isSettled = ({ sentMs, answeredMs }: Passed): boolean =>
    !unsettled.some(({ fromMs, untilMs }) => answeredMs >= fromMs && sentMs <= untilMs);
  const all = passed.filter(isSettled).toSorted((one, other) => one.answeredMs - other.answeredMs);
  const resets = resetsMs.toSorted((one, other) => one - other);
  let [windows, over, first, firstReset] = [0, 0, 0, 0];
  let told: Window | undefined;
  for (const fromMs of all.map(({ sentMs }) => sentMs).toSorted((one, other) => one - other)) {
    while ((all[first]?.answeredMs ?? fromMs) < fromMs) first += 1;
    while ((resets[firstReset] ?? fromMs) < fromMs) firstReset += 1;
    let [count, reset] = [0, firstReset];
    for (let place = first; place < all.length && count < MAX_REQUESTS; place += 1) {
      const { sentMs, answeredMs } = all[place] as Passed;
      if (sentMs < fromMs) continue;
      count += 1;
      windows += 1;
      while ((resets[reset] ?? Number.POSITIVE_INFINITY) <= answeredMs) reset += 1;
      const bursts = 1 + reset - firstReset;
      if (count > (ratePerSecond * (answeredMs - fromMs)) / 1_000 + rateBurst * bursts) {
        over += 1;
        told ??= { count, fromMs, untilMs: answeredMs };
      }
    }
  }
  return { windows, over, ...(told && { first: told }) };
}
