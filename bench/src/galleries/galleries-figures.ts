import type { Figure } from '../report.ts';
import type { BesideResult, WithinResult } from './measure-galleries.ts';
import type { MillionResult } from './measure-million.ts';

const MAX_RATIO = 1.2;
const MAX_GROWTH = 1.1;
const MAX_P95_MS = 100;
const MIN_ENROLMENTS = 50;

const thousands = (faces: number): string => `${faces / 1_000}k`;

/** Lines about status reads beside decisions, and enrolments. */
export function besideFigures(result: BesideResult): Figure[] {
  const { faces, rounds, aloneP99Ms, besideP99Ms, decidedPerSecond, failures, enrolledPerSecond } = result;
  const ratio = besideP99Ms / aloneP99Ms;
  return [
    {
      what: `500 status reads a second beside ${decidedPerSecond.toFixed(0)} decisions a second on ${thousands(faces)} faces, p99, median of ${rounds} rounds`,
      measured: besideP99Ms,
      unit: 'ms',
      baseline: { what: 'the same without decisions', value: aloneP99Ms },
      target: { text: `<= ${MAX_RATIO} of it`, met: ratio <= MAX_RATIO },
    },
    {
      what: 'those reads that failed',
      measured: failures,
      unit: '',
      target: { text: '0', met: failures === 0 },
    },
    {
      what: `enrolments a second of one tenant among ${thousands(faces)} faces, 8 at once`,
      measured: enrolledPerSecond,
      unit: '/s',
      target: { text: `>= ${MIN_ENROLMENTS}`, met: enrolledPerSecond >= MIN_ENROLMENTS },
    },
  ];
}

/** Lines about many tenants within a bound. */
export function withinFigures(result: WithinResult): Figure[] {
  const { tenants, faces, bound, searches, wrong, beforeMegabytes, mostMegabytes } = result;
  const growth = mostMegabytes - beforeMegabytes;
  return [
    {
      what: `growth of the process while ${tenants} tenants with ${thousands(faces)} faces each are searched`,
      measured: growth,
      unit: 'MB',
      baseline: { what: 'bound', value: bound },
      target: { text: `<= ${MAX_GROWTH} of it`, met: growth <= MAX_GROWTH * bound },
    },
    {
      what: `wrong answers of ${searches} of those searches`,
      measured: wrong,
      unit: '',
      target: { text: '0', met: wrong === 0 },
    },
  ];
}

/** Lines about a million faces in threads. */
export function millionFigures(result: MillionResult): Figure[] {
  const { faces, threads, compared, equal, p50Ms, p95Ms, bruteForceMs } = result;
  const baseline = { what: 'comparison with all, one thread', value: bruteForceMs };
  const among = `search among ${thousands(faces)} faces in ${threads} threads`;
  return [
    { what: `${among}, p50`, measured: p50Ms, unit: 'ms', baseline },
    {
      what: `${among}, p95`,
      measured: p95Ms,
      unit: 'ms',
      baseline,
      target: { text: `<= ${MAX_P95_MS} ms`, met: p95Ms <= MAX_P95_MS },
    },
    {
      what: 'searches with the very distance that a comparison with all gives',
      measured: equal,
      unit: '',
      baseline: { what: 'searches', value: compared },
      target: { text: 'all', met: equal === compared },
    },
  ];
}
