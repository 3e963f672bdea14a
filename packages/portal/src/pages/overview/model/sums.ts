import type { Figures, TransactionStatus } from '@titular/contract';
import { OPEN_STATUSES, statusesIn } from '@titular/contract/transaction-stages';

/** Statuses of transactions that ended without an approval. */
export const REFUSED = statusesIn('refused');
/** Statuses of those that ended. */
export const ENDED = statusesIn('approved', 'refused');

type Counted = { count: number };

/** All counts together. */
export const totalOf = (counted: readonly Counted[]): number =>
  counted.reduce((sum, { count }) => sum + count, 0);

/** How many there are of some statuses: of all slots, or of one. */
export const countOf = (
  { statuses }: Pick<Figures, 'statuses'>,
  which: readonly TransactionStatus[],
  slot?: number,
): number =>
  totalOf(statuses.filter((one) => which.includes(one.status) && (slot === undefined || one.slot === slot)));

/** How many there are in all, or in one slot. */
export const createdIn = (figures: Pick<Figures, 'statuses'>, slot?: number): number =>
  countOf(figures, [...OPEN_STATUSES, ...ENDED], slot);

/** Figures are counted each minute; what is older than two is late. */
const LATE_MS = 120_000;

/** Whether figures lack something that came two minutes ago or earlier. */
export const isLate = ({ countedAt }: Pick<Figures, 'countedAt'>, nowMs: number): boolean =>
  countedAt !== undefined && nowMs - Date.parse(countedAt) > LATE_MS;

/** Whether it is known that nothing was created: nobody knows while something is not counted. */
export const isEmpty = (
  figures: Pick<Figures, 'statuses' | 'isBuilding' | 'isOpenMissing' | 'countedAt'>,
  nowMs: number,
): boolean =>
  !figures.isBuilding && !figures.isOpenMissing && !isLate(figures, nowMs) && createdIn(figures) === 0;

/** A part of a whole; undefined of nothing. */
export const shareOf = (part: number, whole: number): number | undefined =>
  whole === 0 ? undefined : part / whole;

/** How many of each status there are, the most frequent first; statuses that none has are left out. */
export function rankStatuses({ statuses }: Pick<Figures, 'statuses'>): [TransactionStatus, number][] {
  const counts = new Map<TransactionStatus, number>();
  for (const { status, count } of statuses) counts.set(status, (counts.get(status) ?? 0) + count);
  return [...counts].sort(([, one], [, other]) => other - one);
}

/** The bound below which so large a share of the times lies: the upper one of its bucket, since no exact time is kept; `over` the last bound. */
export type TimeBound = { underSeconds: number } | { overSeconds: number };

/** The lower bound of the last bucket, which has no upper one. */
export const LAST_BOUND_SECONDS = 604_800;

/** The bound of a share of the times; undefined where there are none. */
export function boundOf(times: Figures['times'], share: number): TimeBound | undefined {
  const whole = totalOf(times);
  let counted = 0;
  for (const { underSeconds, count } of times) {
    counted += count;
    if (whole > 0 && counted >= whole * share)
      return underSeconds === undefined ? { overSeconds: LAST_BOUND_SECONDS } : { underSeconds };
  }
  return undefined;
}
