import { LEFT_OUT, WHAT_IF_FEWEST, WHAT_IF_MIN_ENDS, type WhatIf } from '@titular/contract';
import type { CompanyId } from '../kernel/base/id.ts';
import type { TenantKey } from '../tenants/index.ts';
import type { Counted, EndName } from './count-ends.ts';

/** A number from 0 to 4 for each count by its name; who reads counts must never learn it. */
export type OffsetOf = (name: string) => number;

/** Where the counts of a company are rounded on a day; the same for every question of that day. */
export const offsetsOf =
  (key: Pick<TenantKey, 'hash'>, companyId: CompanyId, day: Date): OffsetOf =>
  (name) =>
    key.hash('what-if rounding', companyId, day.toISOString(), name).readUInt32BE() % WHAT_IF_FEWEST;

type Told = Pick<WhatIf, 'isTooFew' | 'judged' | 'kinds' | 'otherKinds' | 'leftOut' | 'otherCauses'>;

const TOO_FEW: Told = {
  ...{ isTooFew: true, judged: null },
  ...{ kinds: [], otherKinds: null, leftOut: [], otherCauses: null },
};

/** Rounded down from an edge that nobody knows; null where that leaves too few to be told. */
function round(count: number, offset: number): number | null {
  const left = count - offset;
  return left < WHAT_IF_FEWEST ? null : left - (left % WHAT_IF_FEWEST);
}

/** Rounds each count; those of too few go into one sum, which is rounded too. */
function fold<Named extends { name: string; count: number }>(
  counts: readonly Named[],
  others: string,
  offsetOf: OffsetOf,
): { told: (Named & { count: number })[]; others: number | null } {
  const rounded = counts.map((one) => ({ one, count: round(one.count, offsetOf(one.name)) }));
  const told = rounded.flatMap(({ one, count }) => (count === null ? [] : [{ ...one, count }]));
  const rest = rounded.filter(({ count }) => count === null).reduce((sum, { one }) => sum + one.count, 0);
  return { told, others: round(rest, offsetOf(others)) };
}

const nameOf = (from: EndName, to: EndName): string => JSON.stringify([from, to]);

/**
 * What is told of exact counts. Kinds and causes of few are one line, also where it is empty: no single end is seen to come or go. How many stay as they were is never told, for the rest would follow from it.
 */
export function tellCounts({ judged, kinds, leftOut }: Counted, offsetOf: OffsetOf): Told {
  const offset = offsetOf('judged');
  if (judged - offset < WHAT_IF_MIN_ENDS) return TOO_FEW;
  const named = [...kinds.values()].map((kind) => ({ ...kind, name: nameOf(kind.from, kind.to) }));
  const causes = LEFT_OUT.map((cause) => ({ cause, name: cause, count: leftOut.get(cause) ?? 0 }));
  const ofKinds = fold(named, 'other kinds', offsetOf);
  const ofCauses = fold(causes, 'other causes', offsetOf);
  return {
    isTooFew: false,
    judged: round(judged, offset),
    // Those of the same told count stand in an order that says nothing of the exact one.
    kinds: ofKinds.told
      .toSorted((one, other) => other.count - one.count || (one.name < other.name ? -1 : 1))
      .map(({ from, to, count }) => ({ from, to, count })),
    otherKinds: ofKinds.others,
    leftOut: ofCauses.told.map(({ cause, count }) => ({ cause, count })),
    otherCauses: ofCauses.others,
  };
}
