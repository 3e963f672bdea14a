import type { Figure } from '../report.ts';
import type { DaysResult } from './measure-days.ts';

const MAX_SECONDS = 1;
const MAX_INSERT_MS = 100;

/** The figures of removing a day of calls. */
export const daysFigures = ({ calls, dropped, deleted }: DaysResult): Figure[] => [
  {
    what: `a day of ${calls} calls dropped`,
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
