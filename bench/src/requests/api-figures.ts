import { MACHINE_SPEED_NAMES, type MachineSpeed } from '@titular/test-kit/time/machine-speed.ts';
import type { Figure } from '../report.ts';
import type { ApiResult } from './measure-api.ts';
import type { Operation } from './measure-operation.ts';
import type { Refused } from './measure-refusals.ts';

/** What an operation should reach: part of its statement alone, times the minimal service, milliseconds of the server, bytes of WAL. */
type Targets = { least: number; minimal: number; serverMs: number; walBytes: number };

const MINIMAL = 'minimal service';

const atMost = (measured: number, most: number, unit: string): NonNullable<Figure['target']> => ({
  text: `<= ${most} ${unit}`,
  met: measured <= most,
});

function costFigures(what: string, { http, minimal }: Operation, { serverMs, walBytes }: Targets): Figure[] {
  const { cost } = http;
  return [
    {
      what: `${what}: processor time of the server for each`,
      measured: cost.serverMs,
      unit: 'ms',
      baseline: { what: MINIMAL, value: minimal.cost.serverMs },
      target: atMost(cost.serverMs, serverMs, 'ms'),
    },
    {
      what: `${what}: processor time of PostgreSQL for each`,
      measured: cost.databaseMs,
      unit: 'ms',
      baseline: { what: MINIMAL, value: minimal.cost.databaseMs },
    },
    {
      what: `${what}: WAL for each`,
      measured: cost.walBytes,
      unit: 'bytes',
      baseline: { what: MINIMAL, value: minimal.cost.walBytes },
      target: atMost(cost.walBytes, walBytes, 'bytes'),
    },
    {
      what: `${what}: database transactions that write, for each`,
      measured: cost.writes,
      unit: '',
      baseline: { what: MINIMAL, value: minimal.cost.writes },
    },
  ];
}

function operationFigures(what: string, operation: Operation, targets: Targets): Figure[] {
  const { http, minimal, sql, prepared, bare } = operation;
  const { least } = targets;
  const measured = http.perSecond;
  const target = { text: `>= ${least}`, met: measured / sql >= least };
  const times = measured / minimal.perSecond;
  return [
    {
      ...{ what, measured, unit: '/s', baseline: { what: MINIMAL, value: minimal.perSecond } },
      target: { text: `>= ${targets.minimal}`, met: times >= targets.minimal },
    },
    { what, measured, unit: '/s', baseline: { what: 'same statement through pg', value: sql }, target },
    { what, measured, unit: '/s', baseline: { what: 'same statement, prepared', value: prepared } },
    { what, measured, unit: '/s', baseline: { what: 'bare Fastify', value: bare.perSecond } },
    ...costFigures(what, operation, targets),
  ];
}

/** What the service writes without requests, as one of many that are measured beside it has of it. */
const IDLE_WAL_BYTES = 10;

const MAX_HALF_MS = 20;

const halfFigures = (what: string, { half, minimalHalf, atMinimalHalf }: Operation): Figure[] => [
  {
    what: `${what}: p99 at half load`,
    measured: half.p99Ms,
    unit: 'ms',
    baseline: { what: `${MINIMAL} at its half`, value: minimalHalf.p99Ms },
    target: atMost(half.p99Ms, MAX_HALF_MS, 'ms'),
  },
  {
    what: `${what}: p99 at half load of the minimal service`,
    measured: atMinimalHalf.p99Ms,
    unit: 'ms',
    baseline: { what: `${MINIMAL} at the same rate`, value: minimalHalf.p99Ms },
  },
  {
    what: `${what}: p99 of the second before, over new connections`,
    measured: half.leadP99Ms,
    unit: 'ms',
    baseline: { what: MINIMAL, value: minimalHalf.leadP99Ms },
  },
];

const speedFigures = ({ slowShare, halfLoadP99Ms }: MachineSpeed): Figure[] => [
  { what: MACHINE_SPEED_NAMES.slowShare, measured: slowShare * 100, unit: '%' },
  { what: MACHINE_SPEED_NAMES.halfLoadP99Ms, measured: halfLoadP99Ms, unit: 'ms' },
];

const MAX_REFUSAL_MS = 0.1;

const refusalFigures = ({ what, http, bare }: Refused): Figure[] => [
  {
    what: `${what}: processor time of the server for each`,
    measured: http.cost.serverMs,
    unit: 'ms',
    baseline: { what: 'bare Fastify', value: bare.cost.serverMs },
    target: atMost(http.cost.serverMs, MAX_REFUSAL_MS, 'ms'),
  },
  { what: `${what}: processor time of PostgreSQL for each`, measured: http.cost.databaseMs, unit: 'ms' },
  {
    what: `${what}: answers`,
    measured: http.perSecond,
    unit: '/s',
    baseline: { what: 'bare Fastify', value: bare.perSecond },
  },
];

const failuresOf = ({ http, half, atMinimalHalf }: Operation): number =>
  [half, atMinimalHalf].reduce(
    (sum, { answered, byStatus }) => sum + answered - (byStatus[200] ?? 0),
    http.failures,
  );

/** The lines of the report about creates, reads and refused requests. */
export function apiFigures({ create, read, refused, speed, residentMegabytes }: ApiResult): Figure[] {
  const failures = failuresOf(create) + failuresOf(read);
  return [
    ...operationFigures('create over HTTP', create, {
      least: 0.45,
      minimal: 1.5,
      serverMs: 0.8,
      walBytes: 2_000,
    }),
    ...operationFigures('status read over HTTP', read, {
      least: 0.4,
      minimal: 1,
      serverMs: 0.2,
      walBytes: IDLE_WAL_BYTES,
    }),
    ...refused.flatMap(refusalFigures),
    ...speedFigures(speed),
    ...halfFigures('create over HTTP', create),
    ...halfFigures('status read over HTTP', read),
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
