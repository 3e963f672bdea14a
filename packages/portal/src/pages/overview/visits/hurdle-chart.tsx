import type { Figures } from '@titular/contract';
import { useTexts } from '../../../i18n/use-texts.ts';
import { Chart } from '../chart.tsx';
import { useNumbers } from '../numbers.ts';
import { rankHurdles, sessionsOf } from './visit-sums.ts';

/** What kept people from the next step, with what helps; one visit may tell of several. */
export function HurdleChart({ figures: { pages } }: { figures: Pick<Figures, 'pages'> }) {
  const t = useTexts();
  const { number, percent } = useNumbers();
  const ranked = rankHurdles(pages);
  const [first] = ranked;
  if (!first) return <p>{t('hurdlesNone')}</p>;
  const opened = Math.max(sessionsOf(pages, 'opened'), first.sessions);
  return (
    <>
      <Chart
        sentence={t('hurdlesSentence', {
          hurdle: t(`hurdle_${first.hurdle}`),
          share: percent(first.sessions / opened),
        })}
        columns={[t('columnHurdle'), t('columnVisits'), t('columnShare')]}
        rows={ranked.map(({ hurdle, sessions }) => ({
          key: hurdle,
          label: (
            <>
              {t(`hurdle_${hurdle}`)}
              <p className="hint">{t(`hurdleHelp_${hurdle}`)}</p>
            </>
          ),
          cells: [number(sessions), percent(sessions / opened)],
          share: sessions / opened,
        }))}
      />
      <p className="hint">{t('hurdlesText')}</p>
    </>
  );
}
