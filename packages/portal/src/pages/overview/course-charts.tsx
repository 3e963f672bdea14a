import type { Figures } from '@titular/contract';
import { useTexts } from '../../i18n/use-texts.ts';
import { Chart } from './chart.tsx';
import { boundOf, ENDED, LAST_BOUND_SECONDS, shareOf, totalOf } from './model/sums.ts';
import { useNumbers } from './numbers.ts';
import { ToList } from './to-list.tsx';

const MEDIAN = 0.5;
const NEARLY_ALL = 0.95;
/** Stands for itself and more. */
const MAX_ATTEMPTS = 5;

type Props = { figures: Figures; span: { from: string; to: string } };

/** How long those that were decided took, as bounds of buckets: no exact time is kept. */
export function TimeChart({ figures: { times }, span }: Props) {
  const t = useTexts();
  const { number, percent, bound } = useNumbers();
  const whole = totalOf(times);
  if (whole === 0) return <p>{t('timesNone')}</p>;
  return (
    <>
      <Chart
        sentence={t('timesSentence', {
          median: bound(boundOf(times, MEDIAN)),
          most: bound(boundOf(times, NEARLY_ALL)),
        })}
        columns={[t('columnTime'), t('columnCount'), t('columnShare')]}
        rows={times.map(({ underSeconds, count }) => ({
          key: String(underSeconds),
          label: bound(underSeconds === undefined ? { overSeconds: LAST_BOUND_SECONDS } : { underSeconds }),
          cells: [number(count), percent(count / whole)],
          share: count / whole,
        }))}
      />
      <p className="hint">
        {t('timesText')}{' '}
        <ToList span={span} statuses={['approved', 'inconclusive']}>
          {t('timesList')}
        </ToList>
      </p>
    </>
  );
}

/** How many attempts approved ones needed. */
export function AttemptChart({ figures: { attempts }, span }: Props) {
  const t = useTexts();
  const { number, percent } = useNumbers();
  const whole = totalOf(attempts);
  if (whole === 0) return <p>{t('attemptsNone')}</p>;
  const atFirst = attempts.find((one) => one.attempts === 1)?.count ?? 0;
  return (
    <>
      <Chart
        sentence={t('attemptsSentence', { share: percent(atFirst / whole), count: whole })}
        columns={[t('columnAttempts'), t('columnCount'), t('columnShare')]}
        rows={attempts.map(({ attempts: needed, count }) => ({
          key: String(needed),
          label: needed < MAX_ATTEMPTS ? number(needed) : t('attemptsAndMore', { count: needed }),
          cells: [number(count), percent(count / whole)],
          share: count / whole,
        }))}
      />
      <p className="hint">
        <ToList span={span} statuses={['approved']}>
          {t('attemptsList')}
        </ToList>
      </p>
    </>
  );
}

/** Ends of transactions that had a page: one that ends at its create has none. */
const HAD_PAGE = ENDED.filter((status) => status !== 'fast-inconclusive');

const STEPS = ['created', 'opened', 'begun', 'completed', 'approved'] as const;

/** How far the pages of ended transactions were; each step is a part of the one before it. */
export function FunnelChart({ figures: { funnel }, span }: Props) {
  const t = useTexts();
  const { number, percent } = useNumbers();
  const { created, completed } = funnel;
  if (created === 0) return <p>{t('funnelNone')}</p>;
  return (
    <>
      <Chart
        sentence={t('funnelSentence', { share: percent(shareOf(completed, created)), count: created })}
        columns={[t('columnStep'), t('columnCount'), t('columnShare')]}
        rows={STEPS.map((step) => ({
          key: step,
          label: t(`funnel_${step}`),
          cells: [number(funnel[step]), percent(funnel[step] / created)],
          share: funnel[step] / created,
        }))}
      />
      <p className="hint">
        {t('funnelText')}{' '}
        <ToList span={span} statuses={HAD_PAGE}>
          {t('funnelList')}
        </ToList>
      </p>
    </>
  );
}
