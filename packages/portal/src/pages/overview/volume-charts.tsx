import type { Figures } from '@titular/contract';
import { OPEN_STATUSES } from '@titular/contract/transaction-stages';
import { useTexts } from '../../i18n/use-texts.ts';
import { CodedBadge } from '../../words/coded-badge.tsx';
import { statusViews } from '../../words/status-view.ts';
import { Chart, type ChartRow } from './chart.tsx';
import { dayOf, type Period } from './model/periods.ts';
import { countOf, createdIn, ENDED, REFUSED, rankStatuses, shareOf } from './model/sums.ts';
import { useNumbers } from './numbers.ts';
import { ToList } from './to-list.tsx';

type Props = {
  figures: Figures;
  period: Period;
  starts: readonly Date[];
};

const PARTS = [['approved'], REFUSED, OPEN_STATUSES] as const;
const PART_NAMES = ['partApproved', 'partRefused', 'partOpen'] as const;

/** What became of the transactions of a period, slot by slot. */
export function VolumeChart({ figures, period, starts }: Props) {
  const t = useTexts();
  const { number, tag } = useNumbers();
  const names = PART_NAMES.map((name) => t(name));
  const format = new Intl.DateTimeFormat(
    tag,
    period === 1 ? { timeStyle: 'short' } : { weekday: 'short', day: 'numeric', month: 'short' },
  );
  const slots = starts.slice(0, -1);
  const countsOf = (slot: number): number[] => PARTS.map((which) => countOf(figures, which, slot));
  const rows: ChartRow[] = slots.map((start, slot) => ({
    key: start.toISOString(),
    label: format.format(start),
    cells: [createdIn(figures, slot), ...countsOf(slot)].map((count, index) => {
      // The list goes by days: an hour has none of its own.
      if (period === 1 || count === 0) return number(count);
      const day = { from: dayOf(start), to: dayOf(start) };
      const statuses = PARTS[index - 1];
      return (
        <ToList key={index} span={day} {...(statuses ? { statuses } : {})}>
          {number(count)}
        </ToList>
      );
    }),
  }));
  return (
    <Chart
      sentence={t('volumeSentence', {
        count: createdIn(figures),
        approved: countOf(figures, ['approved']),
        refused: countOf(figures, REFUSED),
        open: countOf(figures, OPEN_STATUSES),
      })}
      columns={[t(period === 1 ? 'slotHour' : 'slotDay'), t('slotCreated'), ...names]}
      rows={rows}
      picture={{
        slots: slots.map((_, slot) => countsOf(slot)),
        names,
        first: format.format(slots[0]),
        last: format.format(slots.at(-1)),
        tableTitle: t('volumeTable'),
      }}
    />
  );
}

/** What became of the transactions of a period, taken together. */
export function StatusChart({ figures, span }: { figures: Figures; span: { from: string; to: string } }) {
  const t = useTexts();
  const { number, percent } = useNumbers();
  const all = createdIn(figures);
  const ended = countOf(figures, ENDED);
  const rate = percent(shareOf(countOf(figures, ['approved']), ended));
  return (
    <Chart
      sentence={t('rateSentence', { rate, count: ended })}
      columns={[t('columnStatus'), t('columnCount'), t('columnShare')]}
      rows={rankStatuses(figures).map(([status, count]) => ({
        key: status,
        label: <CodedBadge view={statusViews[status]}>{t(`status_${status}`)}</CodedBadge>,
        cells: [
          <ToList key={status} span={span} statuses={[status]}>
            {number(count)}
          </ToList>,
          percent(shareOf(count, all)),
        ],
        share: count / all,
      }))}
    />
  );
}
