import type { Figure } from '../report.ts';
import type { PrintsResult } from './measure-prints.ts';

/** Pages that a search may read, whatever is kept: 18 indexes of four levels, with 64 rows each where a picture floods them. */
const MAX_BUFFERS = 100;
const MAX_FLOOD_BUFFERS = 18 * 64 * 5;

/** The figures of searches, of keeping and deleting, and of partitions, beside those by parts. */
export const printsFigures = ({ searches, keeping, partitions }: PrintsResult): Figure[] => [
  ...searches.flatMap(({ what, cost: { pairs, parts } }): Figure[] => {
    const most = what.includes('one kept') ? MAX_FLOOD_BUFFERS : MAX_BUFFERS;
    return [
      {
        what: `search for ${what}: pages`,
        measured: pairs.buffers,
        unit: 'pages',
        baseline: { what: 'by parts', value: parts.buffers },
        target: { text: `<= ${most}`, met: pairs.buffers <= most },
      },
      {
        what: 'rows read',
        measured: pairs.rows,
        unit: '',
        baseline: { what: 'by parts', value: parts.rows },
      },
      {
        what: 'time of it',
        measured: pairs.milliseconds,
        unit: 'ms',
        baseline: { what: 'by parts', value: parts.milliseconds },
      },
    ];
  }),
  ...keeping.flatMap(({ what, cost: { pairs, parts } }): Figure[] =>
    (
      [
        ['index of one', 'indexBytes'],
        ['write-ahead log of keeping one', 'insertWal'],
        ['write-ahead log of deleting one', 'deleteWal'],
      ] as const
    ).map(([name, key]) => ({
      what: `${name} (${what})`,
      measured: pairs[key],
      unit: 'bytes',
      baseline: { what: 'by parts', value: parts[key] },
    })),
  ),
  ...partitions.flatMap(({ partitions: count, cost }): Figure[] => [
    { what: `search for faces in ${count} partitions: pages`, measured: cost.buffers, unit: 'pages' },
    { what: 'time of it', measured: cost.milliseconds, unit: 'ms' },
  ]),
];
