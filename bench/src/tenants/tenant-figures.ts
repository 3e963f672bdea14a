import type { LoopTimes } from '../harness/loop-watch.ts';
import type { LoadResult } from '../harness/send-load.ts';
import type { Figure } from '../report.ts';
import {
  countClass,
  FLOOD_RATIO,
  type FloodCost,
  type NeighbourResult,
  OFFERED_PER_SECOND,
  TENANTS_AT_ONCE,
  type TenantsResult,
} from './measure-tenants.ts';

const MAX_P99_MS = 50;
const MAX_HALF_P99_MS = 20;
const MAX_LAG_MS = 20;
const MAX_COLLECTION_PERCENT = 5;
const MAX_RATIO = 1.2;
const MAX_REFUSAL_MS = 0.2;

const none = (what: string, count: number): Figure => ({
  what,
  measured: count,
  unit: '',
  target: { text: '0', met: count === 0 },
});

const sumOf = (runs: readonly LoadResult[], count: (run: LoadResult) => number): number =>
  runs.reduce((sum, run) => sum + count(run), 0);

function loopFigures(atRate: string, { lagP50Ms, lagP99Ms, lagMaxMs, collectionShare }: LoopTimes): Figure[] {
  const collectionPercent = 100 * collectionShare;
  return [
    {
      what: `${atRate}: p99 of how late the event loop is; ${lagMaxMs.toFixed(0)} ms at most`,
      measured: lagP99Ms,
      unit: 'ms',
      baseline: { what: 'p50', value: lagP50Ms },
      target: { text: `< ${MAX_LAG_MS} ms`, met: lagP99Ms < MAX_LAG_MS },
    },
    {
      what: `${atRate}: share of the time that garbage collection stops the service`,
      measured: collectionPercent,
      unit: '%',
      target: { text: `< ${MAX_COLLECTION_PERCENT} %`, met: collectionPercent < MAX_COLLECTION_PERCENT },
    },
  ];
}

/** What the mix of all tenants came to. */
export function tenantFigures(result: TenantsResult): Figure[] {
  const { full, bareFull, steady, bareSteady, half, megabytesBefore, megabytesAfter } = result;
  const runs = [full, steady, half];
  const bare = 'bare Fastify, same load';
  const atRate = `${TENANTS_AT_ONCE} tenants at ${OFFERED_PER_SECOND}/s`;
  return [
    {
      what: `${TENANTS_AT_ONCE} tenants, 70 % reads, 25 % creates, 5 % tokens, as fast as it goes`,
      measured: full.perSecond,
      unit: '/s',
      baseline: { what: bare, value: bareFull.perSecond },
      target: { text: `>= ${OFFERED_PER_SECOND}/s`, met: full.perSecond >= OFFERED_PER_SECOND },
    },
    {
      what: `${atRate}: answered`,
      measured: steady.perSecond,
      unit: '/s',
      baseline: { what: 'offered', value: OFFERED_PER_SECOND },
    },
    {
      what: `${atRate}: p50`,
      measured: steady.p50Ms,
      unit: 'ms',
      baseline: { what: bare, value: bareSteady.p50Ms },
    },
    {
      what: `${atRate}: p99`,
      measured: steady.p99Ms,
      unit: 'ms',
      baseline: { what: bare, value: bareSteady.p99Ms },
      target: { text: `<= ${MAX_P99_MS} ms`, met: steady.p99Ms <= MAX_P99_MS },
    },
    {
      what: `${TENANTS_AT_ONCE} tenants at ${OFFERED_PER_SECOND / 2}/s: p99`,
      measured: half.p99Ms,
      unit: 'ms',
      baseline: { what: 'at the whole rate', value: steady.p99Ms },
      target: { text: `<= ${MAX_HALF_P99_MS} ms`, met: half.p99Ms <= MAX_HALF_P99_MS },
    },
    {
      what: `${atRate}: processor time of the service for each request`,
      measured: result.cpuMs,
      unit: 'ms',
      baseline: { what: bare, value: result.bareCpuMs },
    },
    ...loopFigures(atRate, result.loop),
    none(
      `answers 5xx, and none at all, of ${sumOf(runs, (run) => run.answered)}`,
      sumOf(runs, (run) => countClass(run, 5) + countClass(run, 0)),
    ),
    none(
      'answers 4xx',
      sumOf(runs, (run) => countClass(run, 4)),
    ),
    {
      what: 'memory of the server, engine loaded, after the load',
      measured: megabytesAfter,
      unit: 'MB',
      baseline: { what: 'before it', value: megabytesBefore },
    },
  ];
}

/** What a tenant feels of another that sends far more than it may. */
export function neighbourFigures({ alone, besideFlood, besideFloodElsewhere }: NeighbourResult): Figure[] {
  const what = (quantile: string) => `${quantile} of a tenant beside one at ${FLOOD_RATIO} times its limit`;
  const elsewhere = 'with the same flood on a bare Fastify';
  const met = besideFlood.p99Ms <= MAX_RATIO * alone.p99Ms;
  const ms = (quantile: string, measured: number, baseline: Figure['baseline']): Figure => ({
    what: what(quantile),
    measured,
    unit: 'ms',
    ...(baseline ? { baseline } : {}),
  });
  return [
    ms('p50', besideFlood.p50Ms, { what: 'alone', value: alone.p50Ms }),
    ms('p50', besideFlood.p50Ms, { what: elsewhere, value: besideFloodElsewhere.p50Ms }),
    {
      ...ms('p99', besideFlood.p99Ms, { what: 'alone', value: alone.p99Ms }),
      target: { text: `<= ${MAX_RATIO}`, met },
    },
    ms('p99', besideFlood.p99Ms, { what: elsewhere, value: besideFloodElsewhere.p99Ms }),
    none('answers to that tenant other than 2xx', besideFlood.failures + alone.failures),
  ];
}

/** What refusing costs. */
export const costFigures = ({ refusalMs, refusals, acceptances, bareMs }: FloodCost): Figure[] => [
  {
    what: `processor time of one 429, from ${refusals} of them and ${acceptances} accepted`,
    measured: refusalMs,
    unit: 'ms',
    baseline: { what: 'one answer of a bare Fastify, same load', value: bareMs },
    target: { text: `< ${MAX_REFUSAL_MS} ms`, met: refusalMs < MAX_REFUSAL_MS },
  },
];
