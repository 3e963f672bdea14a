import type { Figures } from '@titular/contract';
import { useTexts } from '../../../i18n/use-texts.ts';
import { Chart } from '../chart.tsx';
import { shareOf } from '../model/sums.ts';
import { useNumbers } from '../numbers.ts';
import { rankBrowsers, sessionsOf } from './visit-sums.ts';

/** How far people came in each kind of browser. */
export function BrowserChart({
  figures: { pages, pageDays },
}: {
  figures: Pick<Figures, 'pages' | 'pageDays'>;
}) {
  const t = useTexts();
  const { number, percent, tag } = useNumbers();
  const date = new Intl.DateTimeFormat(tag, { dateStyle: 'medium', timeZone: 'UTC' });
  const print = (day: string): string => date.format(new Date(day));
  const opened = sessionsOf(pages, 'opened');
  if (opened === 0) return <p>{t('visitsNone')}</p>;
  const complete = sessionsOf(pages, 'attempt_completed');
  return (
    <>
      <Chart
        sentence={t('browsersSentence', { count: opened, share: percent(shareOf(complete, opened)) })}
        columns={[t('columnBrowser'), t('columnVisits'), t('visitCamera'), t('visitComplete')]}
        rows={rankBrowsers(pages).map(({ browser, steps }) => ({
          key: browser,
          label: t(`browser_${browser}`),
          cells: [steps.opened, steps.camera_opened, steps.attempt_completed].map(number),
          share: steps.attempt_completed / steps.opened,
        }))}
      />
      <p className="hint">{t('visitsText', { first: print(pageDays.first), last: print(pageDays.last) })}</p>
    </>
  );
}
