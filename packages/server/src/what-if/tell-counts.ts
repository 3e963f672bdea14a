import { LEFT_OUT, WHAT_IF_FEWEST, WHAT_IF_MIN_ENDS, type WhatIf } from '@titular/contract';
import type { Counted, Kind } from './count-ends.ts';

/** Rounded down, so that one end more or less is seldom seen; null for fewer than five. */
const round = (count: number): number | null =>
  count < WHAT_IF_FEWEST ? null : count - (count % WHAT_IF_FEWEST);

/** Kinds of the same told count stand in an order that says nothing of the exact one. */
const compare = (one: Kind, other: Kind): number =>
  (round(other.count) ?? 0) - (round(one.count) ?? 0) ||
  (JSON.stringify([one.from, one.to]) < JSON.stringify([other.from, other.to]) ? -1 : 1);

/** What is told of exact counts. Of too few ends only that is told; how many stay as they were is never told, for the rest would follow from it. */
export function tellCounts({ judged, kinds, leftOut }: Counted): Omit<WhatIf, 'from' | 'before' | 'isCut'> {
  const isTooFew = judged < WHAT_IF_MIN_ENDS;
  const told = isTooFew ? [] : [...kinds.values()].toSorted(compare);
  return {
    isTooFew,
    judged: isTooFew ? null : round(judged),
    kinds: told.map(({ from, to, count }) => ({ from, to, count: round(count) })),
    leftOut: LEFT_OUT.flatMap((cause) => {
      const count = leftOut.get(cause);
      return count === undefined ? [] : [{ cause, count: round(count) }];
    }),
  };
}
