import type { Figure } from '../report.ts';
import type { ApiResult, Operation } from './measure-api.ts';

function operationFigures(what: string, { http, sql, prepared, bare }: Operation, least: number): Figure[] {
  const measured = http.perSecond;
  const target = { text: `>= ${least}`, met: measured / sql >= least };
  return [
    { what, measured, unit: '/s', baseline: { what: 'same statement through pg', value: sql }, target },
    { what, measured, unit: '/s', baseline: { what: 'same statement, prepared', value: prepared } },
    { what, measured, unit: '/s', baseline: { what: 'bare Fastify', value: bare } },
  ];
}

/** The lines of the report about creates and reads. */
export function apiFigures({ create, read, residentMegabytes }: ApiResult): Figure[] {
  const half = Math.max(create.half.p99Ms, read.half.p99Ms);
  const runs = [create.http, read.http, create.half, read.half];
  const failures = runs.reduce((sum, one) => sum + one.failures, 0);
  return [
    ...operationFigures('create over HTTP', create, 0.5),
    ...operationFigures('status read over HTTP', read, 0.4),
    {
      what: 'p99 at half load, the worse of both',
      measured: half,
      unit: 'ms',
      target: { text: '< 50 ms', met: half < 50 },
    },
    {
      what: 'answers other than 200',
      measured: failures,
      unit: '',
      target: { text: '0', met: failures === 0 },
    },
    {
      what: 'memory of the server, engine loaded, after the load',
      measured: residentMegabytes,
      unit: 'MB',
      target: { text: '< 500 MB', met: residentMegabytes < 500 },
    },
  ];
}
