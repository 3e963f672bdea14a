import type { ReactNode } from 'react';
import { SlotBars, type SlotBarsProps } from './slot-bars.tsx';

/** A line of a chart's table: what it is about, its numbers, and the share of the whole that its bar shows. */
export type ChartRow = { key: string; label: ReactNode; cells: readonly ReactNode[]; share?: number };

type Props = {
  /** What the chart shows, in one sentence. */
  sentence: string;
  columns: readonly string[];
  rows: readonly ChartRow[];
  /** Drawn above the table, which then opens on demand; without it, the table has the bars. */
  picture?: SlotBarsProps & { tableTitle: string };
};

const BAR_WIDTH = 100;
const BAR_HEIGHT = 8;

/** The share of a line; the number stands beside it. */
const Bar = ({ share }: { share: number }) => (
  <svg
    className="chart-bar"
    viewBox={`0 0 ${BAR_WIDTH} ${BAR_HEIGHT}`}
    preserveAspectRatio="none"
    aria-hidden
  >
    <rect className="chart-part-0" width={share * BAR_WIDTH} height={BAR_HEIGHT} />
  </svg>
);

function ChartTable({ sentence, columns, rows }: Omit<Props, 'picture'>) {
  const [first, ...others] = columns;
  return (
    <table className="table table-stack chart-table">
      <caption className="visually-hidden">{sentence}</caption>
      <thead>
        <tr>
          <th scope="col">{first}</th>
          {others.map((name) => (
            <th key={name} scope="col" className="chart-number">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, label, cells, share }) => (
          <tr key={key}>
            <th scope="row">
              {label}
              {share !== undefined && <Bar share={share} />}
            </th>
            {cells.map((cell, index) => (
              <td key={others[index]} className="chart-number" data-label={others[index]}>
                {cell}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Numbers as a sentence, a table, and a picture of them. Without sentence and table nothing is drawn: a picture alone tells readers nothing. */
export function Chart({ picture, ...told }: Props) {
  if (told.sentence.trim() === '' || told.columns.length < 2 || told.rows.length === 0) return null;
  return (
    <div className="chart">
      <p>{told.sentence}</p>
      {picture ? (
        <>
          <SlotBars {...picture} />
          <details>
            <summary className="chart-summary">{picture.tableTitle}</summary>
            <ChartTable {...told} />
          </details>
        </>
      ) : (
        <ChartTable {...told} />
      )}
    </div>
  );
}
