import type { Figure } from '../report.ts';
import type { MetricsResult, MetricsRound, Reads } from './measure-metrics.ts';

const MAX_COST = 1.02;

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

/** The round whose ratio is the median of all, so that figure and baseline are of one moment. */
function medianRound(rounds: readonly MetricsRound[], key: keyof Reads): MetricsRound {
  const ratio = ({ metered, plain }: MetricsRound): number => metered[key] / plain[key];
  const middle = median(rounds.map(ratio));
  const found = rounds.find((round) => ratio(round) === middle);
  if (!found) throw new Error('the bench has no round');
  return found;
}

/** The lines of the report about metrics. */
export function metricsFigures({ rounds, scrapeMs }: MetricsResult): Figure[] {
  const cpu = medianRound(rounds, 'cpuMicroseconds');
  const rate = medianRound(rounds, 'perSecond');
  const cost = cpu.metered.cpuMicroseconds / cpu.plain.cpuMicroseconds;
  const failures = rounds.reduce((sum, { metered, plain }) => sum + metered.failures + plain.failures, 0);
  return [
    {
      what: `processor time of a status read with metrics, the median of ${rounds.length} rounds`,
      measured: cpu.metered.cpuMicroseconds,
      unit: 'us',
      baseline: { what: 'the same service without metrics', value: cpu.plain.cpuMicroseconds },
      target: { text: `<= ${MAX_COST}`, met: cost <= MAX_COST },
    },
    {
      what: 'status reads a second with metrics, the median round',
      measured: rate.metered.perSecond,
      unit: '/s',
      baseline: { what: 'the same service without metrics', value: rate.plain.perSecond },
    },
    {
      what: 'processor time of a scrape, of which Prometheus makes one in 15 s unless told otherwise',
      measured: scrapeMs,
      unit: 'ms',
    },
    {
      what: 'answers other than 200',
      measured: failures,
      unit: '',
      target: { text: '0', met: failures === 0 },
    },
  ];
}
