import type { Figures } from '@titular/contract';
import { isReasonCode, weightOf } from '@titular/contract/main-reason';
import { useTexts } from '../../i18n/use-texts.ts';
import { Chart } from './chart.tsx';
import { countOf, REFUSED } from './model/sums.ts';
import { useNumbers } from './numbers.ts';
import { ToList } from './to-list.tsx';

const SHOWN = 10;

type Props = { figures: Figures; span: { from: string; to: string } };

/** Why transactions ended without an approval, the most frequent reason first; what spoke for a person is no reason. */
export function ReasonChart({ figures, span }: Props) {
  const t = useTexts();
  const { number, percent } = useNumbers();
  const whole = countOf(figures, REFUSED);
  const ranked = figures.reasons
    .flatMap(({ reason, count }) => (isReasonCode(reason) ? [{ reason, count }] : []))
    .filter(({ reason }) => weightOf(reason) === 'against')
    .slice(0, SHOWN);
  const [first] = ranked;
  if (!first) return <p>{t('reasonsNone')}</p>;
  return (
    <Chart
      sentence={t('reasonsSentence', { count: whole, reason: t(`reason_${first.reason}`) })}
      columns={[t('columnReason'), t('columnCount'), t('columnShare')]}
      rows={ranked.map(({ reason, count }) => ({
        key: reason,
        label: t(`reason_${reason}`),
        cells: [
          <ToList key={reason} span={span} statuses={REFUSED} reason={reason}>
            {number(count)}
          </ToList>,
          percent(count / whole),
        ],
        share: count / whole,
      }))}
    />
  );
}
