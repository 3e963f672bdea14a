import type { ReactNode } from 'react';
import { Failure } from '../ui/states/failure.tsx';
import { Skeleton, useLasts } from '../ui/states/skeleton.tsx';
import { ListFoot } from './list-foot.tsx';
import type { Pages } from './use-pages.ts';
import { useRowKeys } from './use-row-keys.ts';
import { useWindow } from './use-window.ts';

/** A column: its name, and the class that says how wide it is and when it gives way. */
export type Column = { name: string; className: string };

type Props<Row> = {
  pages: Pages<Row>;
  label: string;
  columns: readonly Column[];
  row(row: Row, index: number): ReactNode;
  empty: ReactNode;
  onMove(row: Row): void;
};

const SKELETON_LINES = 12;
const OLD_AFTER_MS = 300;

/** A list of any length as a table: its rows come while somebody scrolls, and few of them are drawn. */
export function RowList<Row extends { id: string }>(props: Props<Row>) {
  const { pages, empty } = props;
  const isDimmed = useLasts(pages.isOld, OLD_AFTER_MS);
  if (pages.failure !== undefined)
    return (
      <div className="rows-apart">
        <Failure failure={pages.failure} onRetry={pages.retry} />
      </div>
    );
  if (pages.rows === undefined)
    return (
      <div className="rows-apart">
        <Skeleton lines={SKELETON_LINES} />
      </div>
    );
  if (pages.rows.length === 0 && !pages.hasMore && pages.refreshFailure === undefined) return empty;
  return (
    <div className={isDimmed ? 'rows loaded loaded-old' : 'rows loaded'} aria-busy={isDimmed}>
      {pages.refreshFailure !== undefined && <Failure failure={pages.refreshFailure} onRetry={pages.retry} />}
      <Rows {...props} rows={pages.rows} />
    </div>
  );
}

function Rows<Row extends { id: string }>({
  pages,
  rows,
  label,
  columns,
  row: drawRow,
  onMove,
}: Props<Row> & { rows: readonly Row[] }) {
  const drawn = useWindow(rows.length);
  const { body, first, end, before, after } = drawn;
  useRowKeys(drawn, rows.length, (index) => {
    const row = rows[index];
    if (row) onMove(row);
  });
  return (
    <>
      <table
        className="table row-table"
        aria-label={label}
        aria-rowcount={pages.hasMore ? -1 : rows.length + 1}
      >
        <thead>
          <tr aria-rowindex={1}>
            {columns.map(({ name, className }) => (
              <th key={className} scope="col" className={className}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody ref={body}>
          {before > 0 && <Gap height={before} />}
          {rows.slice(first, end).map((row, index) => drawRow(row, first + index))}
          {after > 0 && <Gap height={after} />}
        </tbody>
      </table>
      <ListFoot pages={pages} end={end} />
    </>
  );
}

/** The place of rows that are not drawn. */
const Gap = ({ height }: { height: number }) => (
  <tr className="row-gap">
    <td style={{ height }} />
  </tr>
);
