import type { Figure } from '../report.ts';
import type { DaysResult } from './measure-days.ts';
import type { Removal } from './measure-removal.ts';
import type { SpansResult } from './measure-spans.ts';
import type { WeeksResult } from './measure-weeks.ts';

const MAX_SECONDS = 1;
const MAX_INSERT_MS = 100;

/** The figures of one partition that is dropped, beside its rows deleted. */
const removalFigures = (what: string, dropped: Removal, deleted: Removal): Figure[] => [
  {
    what: `${what} dropped`,
    measured: dropped.seconds,
    unit: 's',
    baseline: { what: 'deleted in batches', value: deleted.seconds },
    target: { text: `< ${MAX_SECONDS} s`, met: dropped.seconds < MAX_SECONDS },
  },
  {
    what: 'write-ahead log of it',
    measured: dropped.walBytes / 1e6,
    unit: 'MB',
    baseline: { what: 'deleted in batches', value: deleted.walBytes / 1e6 },
  },
  {
    what: 'slowest insert beside it',
    measured: dropped.slowestInsertMs,
    unit: 'ms',
    baseline: { what: 'deleted in batches', value: deleted.slowestInsertMs },
    target: { text: `<= ${MAX_INSERT_MS} ms`, met: dropped.slowestInsertMs <= MAX_INSERT_MS },
  },
];

/** The figures of removing a day of calls and a week of attempts, and of reads by the number of partitions. */
export const daysFigures = (
  { calls, ...ofCalls }: DaysResult,
  { attempts, lookedUpSeconds, ...ofAttempts }: WeeksResult,
  spans: readonly SpansResult[],
): Figure[] => [
  ...removalFigures(`a day of ${calls} calls`, ofCalls.dropped, ofCalls.deleted),
  ...removalFigures(`a week of ${attempts} attempts`, ofAttempts.dropped, ofAttempts.deleted),
  { what: 'looking up those attempts, as old events do', measured: lookedUpSeconds, unit: 's' },
  ...spans.flatMap(({ what, byPartitions }) =>
    [...byPartitions]
      .filter(([partitions]) => partitions > 1)
      .map(([partitions, measured]) => ({
        ...{ what: `${what}, of ${partitions} partitions`, measured, unit: 'ms' },
        baseline: { what: 'one table', value: byPartitions.get(1) ?? 0 },
      })),
  ),
];
