import type { Figure } from '../report.ts';
import type { JobCost, VolumeResult } from './measure-volume.ts';

const MAX_STATEMENT_MS = 500;

const under = (limit: number, measured: number, unit: string) => ({
  text: `<= ${limit} ${unit}`,
  met: measured <= limit,
});

const jobFigures = ({ job, now, before }: JobCost, limitMs: number): Figure[] => [
  {
    what: `slowest statement of ${job}`,
    measured: now.milliseconds,
    unit: 'ms',
    baseline: { what: 'the statement before', value: before.milliseconds },
    target: under(limitMs, now.milliseconds, 'ms'),
  },
  {
    what: `buffers of it`,
    measured: now.buffers,
    unit: 'pages',
    baseline: { what: 'the statement before', value: before.buffers },
  },
];

/** The figures of a filled database. */
export function volumeFigures(result: VolumeResult): Figure[] {
  const { createP99Ms, createP99BesideMs, framesPerSecond, slowestCaptureMs, expiry, failures } = result;
  return [
    ...jobFigures(result.nothingDue, 5),
    ...result.jobs.flatMap((job) => jobFigures(job, MAX_STATEMENT_MS)),
    {
      what: 'frames deleted, creates beside it',
      measured: framesPerSecond,
      unit: '/s',
      target: { text: '>= 500 /s', met: framesPerSecond >= 500 },
    },
    {
      what: 'slowest statement of delete-expired-captures, all due',
      measured: slowestCaptureMs,
      unit: 'ms',
      target: under(MAX_STATEMENT_MS, slowestCaptureMs, 'ms'),
    },
    {
      what: 'p99 of creates beside clean-up',
      measured: createP99BesideMs,
      unit: 'ms',
      baseline: { what: 'without', value: createP99Ms },
      target: { text: '<= 1.2 times', met: createP99BesideMs <= 1.2 * createP99Ms },
    },
    { what: 'creates that failed', measured: failures, unit: '', target: under(0, failures, '') },
    {
      what: `${expiry.count} transactions due at once, until all have ended`,
      measured: expiry.seconds,
      unit: 's',
      target: under(60, expiry.seconds, 's'),
    },
    {
      what: 'transactions that expire',
      measured: expiry.perSecond,
      unit: '/s',
      baseline: { what: 'one by one', value: expiry.oneByOne },
    },
    ...result.lists.map(({ what, nowMs, beforeMs }) => ({
      what: `list ${what}`,
      measured: nowMs,
      unit: 'ms',
      baseline: { what: 'the statement before', value: beforeMs },
      target: under(200, nowMs, 'ms'),
    })),
  ];
}
