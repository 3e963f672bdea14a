import { portraitOf } from '@titular/test-kit/faces/portraits.ts';
import { type Ground, openGround } from './ground.ts';
import { type ApiResult, measureApi, type Operation } from './measure-api.ts';
import { type EngineResult, measureEngine } from './measure-engine.ts';
import { measureTokens, type TokenResult } from './measure-tokens.ts';
import { type Figure, printReport } from './report.ts';

const SECONDS = 6;
const TENANTS = 8;

function operationFigures(what: string, { http, sql, prepared, bare }: Operation, least: number): Figure[] {
  const measured = http.perSecond;
  const target = { text: `>= ${least}`, met: measured / sql >= least };
  return [
    { what, measured, unit: '/s', baseline: { what: 'same statement through pg', value: sql }, target },
    { what, measured, unit: '/s', baseline: { what: 'same statement, prepared', value: prepared } },
    { what, measured, unit: '/s', baseline: { what: 'bare Fastify', value: bare } },
  ];
}

function apiFigures({ create, read, residentMegabytes }: ApiResult): Figure[] {
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

const engineFigures = ({ engine, plain }: EngineResult): Figure[] => [
  {
    what: 'faces on all cores',
    measured: engine,
    unit: '/s',
    baseline: { what: 'one plain face-api call at a time', value: plain },
    target: { text: '>= 1.8', met: engine / plain >= 1.8 },
  },
];

function issueFigures(
  what: string,
  one: TokenResult['bySecret'],
  { durable, inMemory }: TokenResult,
): Figure[] {
  const measured = one.perSecond;
  const met = measured / durable.signed.perSecond >= 3;
  const beside = (name: string, other: TokenResult['bySecret']) => ({
    what,
    measured,
    unit: '/s',
    baseline: { what: `oidc-provider, ${name}`, value: other.perSecond },
  });
  return [
    { ...beside('clients in the same database, signed JWT', durable.signed), target: { text: '>= 3', met } },
    beside('clients in the same database, opaque token', durable.opaque),
    beside('one client, all in memory, signed JWT', inMemory.signed),
    beside('one client, all in memory, opaque token', inMemory.opaque),
  ];
}

function tokenFigures(result: TokenResult): Figure[] {
  const others = [result.durable, result.inMemory].flatMap(({ signed, opaque }) => [signed, opaque]);
  const runs = [result.bySecret, result.byAssertion, ...others];
  const failures = runs.reduce((sum, one) => sum + one.failures, 0);
  return [
    ...issueFigures('tokens by secret', result.bySecret, result),
    ...issueFigures('tokens by assertion', result.byAssertion, result),
    {
      what: 'token answers other than 200',
      measured: failures,
      unit: '',
      target: { text: '0', met: failures === 0 },
    },
    {
      what: 'check of a token seen before, median',
      measured: result.cachedCheckMicros,
      unit: 'µs',
      baseline: { what: 'its signature alone, with jose', value: result.plainCheckMicros },
      target: { text: '< 20 µs', met: result.cachedCheckMicros < 20 },
    },
  ];
}

const PARTS: Readonly<Record<string, (ground: () => Promise<Ground>) => Promise<Figure[]>>> = {
  api: async (ground) => apiFigures(await measureApi(await ground(), SECONDS)),
  tokens: async (ground) => tokenFigures(await measureTokens(await ground(), SECONDS)),
  engine: async () => engineFigures(await measureEngine(await portraitOf('a'), SECONDS)),
};

const wanted = process.argv.slice(2);
const unknown = wanted.find((part) => !(part in PARTS));
if (unknown !== undefined) {
  console.error(`There is no part ${unknown}. Usage: npm run bench [-- ${Object.keys(PARTS).join(' | ')}]`);
  process.exit(2);
}
console.log('Measuring for a minute or two; every figure stands beside its baseline from this run …');
const figures: Figure[] = [];
for (const [part, measure] of Object.entries(PARTS)) {
  if (wanted.length > 0 && !wanted.includes(part)) continue;
  let ground: Ground | undefined;
  try {
    figures.push(
      ...(await measure(async () => {
        ground = await openGround(TENANTS);
        return ground;
      })),
    );
  } finally {
    await ground?.close();
  }
}
printReport(figures);
