import type { Figure } from '../report.ts';
import type { ImportRates } from './measure-imports.ts';

const LEAST = 0.9;

/** Lines of the report about imports of reference faces. */
export function importsFigures({ rows, bare, imported, again, seconds }: ImportRates): Figure[] {
  return [
    {
      what: `references imported, ${rows} rows of one photograph`,
      measured: imported,
      unit: '/s',
      baseline: { what: 'photographs measured by the engine alone', value: bare },
      target: { text: `>= ${LEAST}`, met: imported / bare >= LEAST },
    },
    { what: 'references found enrolled by the same import run again', measured: again, unit: '/s' },
    ...Object.entries(seconds).map(([part, measured]) => ({
      what: `of the import, to ${part}`,
      measured,
      unit: 's',
    })),
  ];
}
