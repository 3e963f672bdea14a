import { useTexts } from '../../i18n/use-texts.ts';
import { Panel } from '../../ui/panel.tsx';
import { Loaded } from '../../ui/states/loaded.tsx';
import { COMPARED, comparedStarts, dayOf } from './model/periods.ts';
import { countOf, createdIn, ENDED, REFUSED, shareOf } from './model/sums.ts';
import { useNumbers } from './numbers.ts';
import { Fact } from './stat.tsx';
import { ToList } from './to-list.tsx';
import { useFigures } from './use-figures.ts';

/** Today beside the same day of last week. */
export function TodayPanel({ now }: { now: Date }) {
  const t = useTexts();
  const { number, percent, tag } = useNumbers();
  const read = useFigures(comparedStarts(now), 'comparison');
  const weekdayOf = new Intl.DateTimeFormat(tag, { weekday: 'long' });
  const timeOf = new Intl.DateTimeFormat(tag, { timeStyle: 'short' });
  return (
    <Panel title={t('todayTitle')} text={t('todayText')}>
      <Loaded of={read} lines={2}>
        {({ figures, starts: [before = now, until = now, , start = now] }) => {
          const today = { from: dayOf(start), to: dayOf(start) };
          const lastWeek = { from: dayOf(before), to: dayOf(before) };
          const then = { weekday: weekdayOf.format(before), time: timeOf.format(until) };
          const approved = countOf(figures, ['approved'], COMPARED.today);
          const ended = countOf(figures, ENDED, COMPARED.today);
          const earlier = createdIn(figures, COMPARED.before);
          if (figures.isBuilding && createdIn(figures) === 0) return <p>{t('figuresBuilding')}</p>;
          if (figures.isOpenMissing && createdIn(figures) === 0) return <p>{t('figuresOpenMissing')}</p>;
          return (
            <dl className="stats">
              <Fact name={t('createdToday')}>
                <ToList span={today}>{number(createdIn(figures, COMPARED.today))}</ToList>
              </Fact>
              <Fact name={t('createdBefore', then)}>
                <ToList span={lastWeek}>
                  {t('untilThenOfDay', { count: earlier, all: earlier + createdIn(figures, COMPARED.rest) })}
                </ToList>
              </Fact>
              <Fact name={t('refusedToday')}>
                <ToList span={today} statuses={REFUSED}>
                  {number(countOf(figures, REFUSED, COMPARED.today))}
                </ToList>
              </Fact>
              <Fact name={t('approvalRate')} hint={t('ofEnded', { count: ended })}>
                <ToList span={today} statuses={['approved']}>
                  {percent(shareOf(approved, ended))}
                </ToList>
              </Fact>
            </dl>
          );
        }}
      </Loaded>
    </Panel>
  );
}
