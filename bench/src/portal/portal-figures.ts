import type { Figure } from '../report.ts';
import type { PortalResult, PortalTimes } from './measure-portal.ts';
import type { RollupTimes } from './measure-rollup.ts';

const percentile = (values: readonly number[], part: number): number => {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN;
};

/** How long the job that counts figures took, beside one count over all rows. */
const rollupFigures = ({ transactions, buildMs, runs, restMs, slowCountMs }: RollupTimes): Figure[] => [
  {
    what: `figures of ${transactions} transactions from nothing, in ${runs} runs of the job`,
    measured: buildMs / 1_000,
    unit: 's',
    baseline: { what: 'one count over all rows', value: slowCountMs / 1_000 },
  },
  {
    what: 'a run of the job with nothing new, 200 tenants',
    measured: restMs,
    unit: 'ms',
    baseline: { what: 'one count over all rows', value: slowCountMs },
  },
];

const timeFigures = (times: readonly PortalTimes[]): Figure[] =>
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

/** Median and 95th percentile of each kind of question, beside those of one row by its key; and the job that counts figures. */
export const portalFigures = ({ times, rollup }: PortalResult): Figure[] => [
  ...timeFigures(times),
  ...rollupFigures(rollup),
];
