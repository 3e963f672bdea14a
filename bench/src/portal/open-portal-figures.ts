import type { Figure } from '../report.ts';
import { OPEN_PORTALS, type OpenPortalsResult } from './measure-open-portals.ts';

const MAX_RATIO = 1.05;
const MAX_CORE_SHARE = 0.03;

const median = (values: readonly number[]): number =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN;

/** The lines of the report about open portals. */
export function openPortalFigures({ rounds, coreShare, idleShare, answers }: OpenPortalsResult): Figure[] {
  const beside = median(rounds.map((round) => round.beside.p99Ms));
  const without = median(rounds.map((round) => round.without.p99Ms));
  const creates = rounds.reduce((sum, round) => sum + round.without.failures + round.beside.failures, 0);
  const failures = creates + answers.refused;
  const cost = coreShare - idleShare;
  return [
    {
      what: `create, p99 beside ${OPEN_PORTALS} open portals, the median of ${rounds.length} rounds`,
      measured: beside,
      unit: 'ms',
      baseline: { what: 'the same without them', value: without },
      target: { text: `<= ${MAX_RATIO} of it`, met: beside <= without * MAX_RATIO },
    },
    {
      what: `share of one core that ${OPEN_PORTALS} open portals take`,
      measured: coreShare * 100,
      unit: '%',
      baseline: { what: 'nobody there', value: idleShare * 100 },
      target: { text: `< ${MAX_CORE_SHARE * 100} % more`, met: cost < MAX_CORE_SHARE },
    },
    {
      what: 'questions of open portals and creates that failed',
      measured: failures,
      unit: '',
      baseline: { what: 'answers to portals', value: answers.answered },
      target: { text: '0 failed', met: failures === 0 },
    },
  ];
}
