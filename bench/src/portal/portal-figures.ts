import type { Figure } from '../report.ts';
import type { PortalTimes } from './measure-portal.ts';

const percentile = (values: readonly number[], part: number): number => {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN;
};

/** Median and 95th percentile of each kind of question, beside those of one row by its key. */
export const portalFigures = (times: readonly PortalTimes[]): Figure[] =>
  times.flatMap(({ what, limitMs, milliseconds, baselineMs }) =>
    [0.5, 0.95].map((part) => {
      const measured = percentile(milliseconds, part);
      return {
        what: `${what}, p${part * 100}`,
        measured,
        unit: 'ms',
        baseline: { what: 'one row by its key', value: percentile(baselineMs, part) },
        ...(part === 0.95 ? { target: { text: `< ${limitMs} ms`, met: measured < limitMs } } : {}),
      };
    }),
  );
