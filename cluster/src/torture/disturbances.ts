/** A process that was killed, or can take no connection, by its place; in milliseconds of this process. */
export type Outage = { place: number; fromMs: number; untilMs: number };

/** What was done to the budgets of rates: times at which all of them were lost, and stretches in which the database counts by several clocks or starts again by itself. */
export type Budgets = {
  resetsMs: readonly number[];
  unsettled: readonly { fromMs: number; untilMs: number }[];
};

/** What the suite itself did, and when: the judge forgives what comes of it, and nothing else. */
export type Disturbances = {
  outages: readonly Outage[];
  budgets: Budgets;
  /** A process takes no connection from now on, until what is given back is called. */
  takeDown(place: number): () => void;
  /** All budgets are lost now. */
  resetBudgets(): void;
  /** The database counts by several clocks, or starts again nobody knows how often, until what is given back is called; budgets are lost by then. */
  unsettle(): () => void;
  /** Ends what a phase that broke off has left open: what comes of it later is forgiven no more. */
  endAll(): void;
};

/** Opens the record. */
export function openDisturbances(nowMs: () => number = () => performance.now()): Disturbances {
  const outages: Outage[] = [];
  const open = new Set<() => void>();
  /** Gives back what ends it; once it has ended, ending it again changes nothing. */
  const endOnce = (end: () => void): (() => void) => {
    const ended = (): void => {
      if (open.delete(ended)) end();
    };
    open.add(ended);
    return ended;
  };
  const resetsMs: number[] = [];
  const unsettled: { fromMs: number; untilMs: number }[] = [];
  return {
    outages,
    budgets: { resetsMs, unsettled },
    takeDown(place) {
      const outage = { place, fromMs: nowMs(), untilMs: Number.POSITIVE_INFINITY };
      outages.push(outage);
      return endOnce(() => {
        outage.untilMs = nowMs();
      });
    },
    resetBudgets: () => void resetsMs.push(nowMs()),
    unsettle() {
      const stretch = { fromMs: nowMs(), untilMs: Number.POSITIVE_INFINITY };
      unsettled.push(stretch);
      return endOnce(() => {
        stretch.untilMs = nowMs();
        resetsMs.push(stretch.untilMs);
      });
    },
    endAll() {
      for (const end of [...open]) end();
    },
  };
}
