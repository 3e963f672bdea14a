import type { DueData } from '@titular/contract';
import { MAX_DUE_COUNT } from '@titular/contract/due-classes';
import { useState } from 'react';
import { useTag, useTexts } from '../../i18n/use-texts.ts';
import { useRead } from '../../service/queries.ts';
import { useTenant } from '../../shell/use-session.ts';
import { Panel } from '../../ui/panel.tsx';
import { Loaded } from '../../ui/states/loaded.tsx';
import { DUE_DAYS, dueBounds } from './model/due-days.ts';

/** What goes by itself on the next days, by class of data. */
export function DuePanel() {
  const t = useTexts();
  const { tenantId } = useTenant();
  const [days] = useState(() => dueBounds(new Date()));
  const due = useRead('countDue', { params: { tenant_id: tenantId }, body: { days } });
  return (
    <Panel title={t('dueTitle')} text={t('dueText')} isFlush>
      <Loaded of={due} lines={DUE_DAYS + 2}>
        {(data) => <DueTable data={data} days={days} />}
      </Loaded>
    </Panel>
  );
}

function DueTable({ data: { classes }, days }: { data: DueData; days: readonly string[] }) {
  const t = useTexts();
  const tag = useTag();
  const format = new Intl.DateTimeFormat(tag, { weekday: 'short', day: 'numeric', month: 'short' });
  const dayWords = (index: number): string => {
    const start = days[index - 1];
    if (index === 0 || start === undefined) return t('dueEarlier');
    return index === 1 ? t('dueToday') : format.format(new Date(start));
  };
  const countWords = (count: number): string =>
    count > MAX_DUE_COUNT ? t('dueMany', { most: MAX_DUE_COUNT }) : new Intl.NumberFormat(tag).format(count);
  return (
    <table className="table table-stack due-table">
      <thead>
        <tr>
          <th scope="col">{t('dueDay')}</th>
          {classes.map((one) => (
            <th key={one.class} scope="col">
              {t(`due_${one.class}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {days.map((day, index) => (
          <tr key={day}>
            <th scope="row">{dayWords(index)}</th>
            {classes.map((one) => (
              <td key={one.class} data-label={t(`due_${one.class}`)}>
                {countWords(one.counts[index] ?? 0)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
