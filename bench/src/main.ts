import { portraitOf } from '@titular/test-kit/faces/portraits.ts';
import { openGround } from './ground.ts';
import { type ApiResult, measureApi } from './measure-api.ts';
import { type EngineResult, measureEngine } from './measure-engine.ts';
import { type Figure, printReport } from './report.ts';

const SECONDS = 6;
const TENANTS = 8;

function apiFigures(result: ApiResult): Figure[] {
  const { create, read, residentMegabytes } = result;
  const ratios = { create: create.http.perSecond / create.sql, read: read.http.perSecond / read.sql };
  const half = Math.max(create.half.p99Ms, read.half.p99Ms);
  const failures = [create.http, read.http, create.half, read.half].reduce(
    (sum, one) => sum + one.failures,
    0,
  );
  return [
    {
      what: 'create over HTTP',
      measured: create.http.perSecond,
      unit: '/s',
      baseline: { what: 'same insert through pg', value: create.sql },
      target: { text: '>= 0.5', met: ratios.create >= 0.5 },
    },
    {
      what: 'create over HTTP',
      measured: create.http.perSecond,
      unit: '/s',
      baseline: { what: 'bare Fastify', value: create.bare },
    },
    {
      what: 'status read over HTTP',
      measured: read.http.perSecond,
      unit: '/s',
      baseline: { what: 'same select through pg', value: read.sql },
      target: { text: '>= 0.4', met: ratios.read >= 0.4 },
    },
    {
      what: 'status read over HTTP',
      measured: read.http.perSecond,
      unit: '/s',
      baseline: { what: 'bare Fastify', value: read.bare },
    },
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

const engineFigures = ({ engine, plain }: EngineResult): Figure[] => [
  {
    what: 'faces on all cores',
    measured: engine,
    unit: '/s',
    baseline: { what: 'one plain face-api call at a time', value: plain },
    target: { text: '>= 1.8', met: engine / plain >= 1.8 },
  },
];

console.log(
  `Measuring for about ${SECONDS * 14} seconds; every figure stands beside its baseline from this run …`,
);
const ground = await openGround(TENANTS);
let figures: Figure[];
try {
  figures = apiFigures(await measureApi(ground, SECONDS));
} finally {
  await ground.close();
}
figures.push(...engineFigures(await measureEngine(await portraitOf('a'), SECONDS)));
printReport(figures);
