import { parseArgs } from 'node:util';
import { engineFigures } from './engine-figures.ts';
import { USUAL_SIZE, type VolumeSize } from './fill-volume.ts';
import { closeHarnesses, type Harness, openHarness } from './harness.ts';
import { type ApiResult, measureApi, type Operation } from './measure-api.ts';
import { measureEngine } from './measure-engine.ts';
import { type GalleryTimes, measureGallery } from './measure-gallery.ts';
import { measurePage } from './measure-page.ts';
import { measureNeighbour, measureTenants, openStage, TENANTS_AT_ONCE } from './measure-tenants.ts';
import { measureTokens, type TokenResult } from './measure-tokens.ts';
import { measureVolume } from './measure-volume.ts';
import { measureWebhooks } from './measure-webhooks.ts';
import { pageFigures } from './page-figures.ts';
import { type Figure, printReport } from './report.ts';
import { costFigures, neighbourFigures, tenantFigures } from './tenant-figures.ts';
import { volumeFigures } from './volume-figures.ts';
import { webhookFigures } from './webhook-figures.ts';

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

const galleryFigures = ({ faces, ...result }: GalleryTimes): Figure[] => {
  const among = `among ${faces / 1000}k enrolled faces`;
  const paged = { what: 'page by page from the database', value: result.pagedMs };
  return [
    { what: `search ${among}, median`, measured: result.searchMs, unit: 'ms', baseline: paged },
    {
      what: `search ${among} after an enrolment`,
      measured: result.afterChangeMs,
      unit: 'ms',
      baseline: paged,
    },
    { what: `first search ${among}`, measured: result.firstMs, unit: 'ms', baseline: paged },
  ];
};

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

type Part = {
  seconds: number;
  measure: (
    openWith: (tenants: number, program?: string) => Promise<Harness>,
    seconds: number,
    size: VolumeSize,
  ) => Promise<Figure[]>;
};

const PARTS: Readonly<Record<string, Part>> = {
  api: {
    seconds: 6,
    measure: async (openWith, seconds) => apiFigures(await measureApi(await openWith(8), seconds)),
  },
  tokens: {
    seconds: 6,
    measure: async (openWith, seconds) => tokenFigures(await measureTokens(await openWith(1), seconds)),
  },
  engine: {
    seconds: 6,
    measure: async (openWith, seconds) =>
      engineFigures(await measureEngine(() => openWith(1, './serve-saturated.ts'), seconds)),
  },
  gallery: {
    seconds: 1,
    measure: async (openWith) => (await measureGallery(await openWith(1))).flatMap(galleryFigures),
  },
  page: {
    seconds: 5,
    measure: async (openWith, seconds) => pageFigures(await measurePage(await openWith(1), seconds)),
  },
  webhooks: {
    seconds: 15,
    measure: async (openWith, seconds) => webhookFigures(await measureWebhooks(await openWith(2), seconds)),
  },
  volume: {
    seconds: 20,
    measure: async (openWith, seconds, size) =>
      volumeFigures(await measureVolume(await openWith(1), size, seconds)),
  },
  tenants: {
    seconds: 180,
    measure: async (openWith, seconds) => {
      const harness = await openWith(TENANTS_AT_ONCE);
      const stage = await openStage(harness);
      try {
        const tenants = tenantFigures(await measureTenants(harness, stage, seconds));
        const { neighbour, cost } = await measureNeighbour(harness, stage, Math.ceil(seconds / 9));
        return [...tenants, ...neighbourFigures(neighbour), ...costFigures(cost)];
      } finally {
        await stage.close();
      }
    },
  },
};

const SIZE_OPTIONS: Readonly<Record<string, { key: keyof VolumeSize; text: string }>> = {
  finished: { key: 'finished', text: 'finished transactions' },
  'due-frames': { key: 'dueFrames', text: 'frames that are due' },
  'picture-bytes': { key: 'pictureBytes', text: 'bytes of a picture' },
  due: { key: 'due', text: 'rows due at once of each other kind' },
};

const USAGE = `Usage: npm run bench [-- [--only PART]... [--seconds N]]

  --only PART    measure this part alone; may be given again
  --seconds N    how long each load lasts, 1 to 3600
${Object.entries(SIZE_OPTIONS)
  .map(
    ([name, { key, text }]) =>
      `  ${`--${name} N`.padEnd(21)} of \`volume\`: ${text}; ${USUAL_SIZE[key]} if left out`,
  )
  .join('\n')}
  --help         say this

Parts, with the seconds of each load unless given (of \`page\`, the times it is opened):
${Object.entries(PARTS)
  .map(([name, { seconds }]) => `  ${name.padEnd(12)} ${seconds}`)
  .join('\n')}`;

function readSize(values: Readonly<Record<string, unknown>>): VolumeSize {
  const size = { ...USUAL_SIZE };
  for (const [name, { key }] of Object.entries(SIZE_OPTIONS)) {
    if (values[name] === undefined) continue;
    const count = Number(values[name]);
    if (!(Number.isInteger(count) && count >= 1000)) throw new Error(`--${name} is a number from 1000 on.`);
    size[key] = count;
  }
  return size;
}

function readArguments(): { only: readonly string[]; seconds: number | undefined; size: VolumeSize } {
  const sizes = Object.keys(SIZE_OPTIONS).map((name) => [name, { type: 'string' as const }]);
  const { values } = parseArgs({
    options: {
      ...(Object.fromEntries(sizes) as Record<string, { type: 'string' }>),
      only: { type: 'string', multiple: true },
      seconds: { type: 'string' },
      help: { type: 'boolean' },
    },
  });
  if (values.help) {
    console.log(USAGE);
    process.exit(0);
  }
  const only = values.only ?? [];
  const unknown = only.find((part) => !Object.hasOwn(PARTS, part));
  if (unknown !== undefined) throw new Error(`There is no part ${unknown}.`);
  const seconds = values.seconds === undefined ? undefined : Number(values.seconds);
  if (seconds !== undefined && !(seconds >= 1 && seconds <= 3600))
    throw new Error('--seconds is a number from 1 to 3600.');
  return { only, seconds, size: readSize(values) };
}

function readArgumentsOrExit(): ReturnType<typeof readArguments> {
  try {
    return readArguments();
  } catch (error) {
    console.error(`${(error as Error).message}\n\n${USAGE}`);
    process.exit(2);
  }
}

const EXIT_INTERRUPTED = 130;
const ECHO_MS = 500;

/** Whatever ends the bench, its database and its directory go with it; a second signal ends it at once. */
function stopOnSignals(): AbortSignal {
  const stopping = new AbortController();
  let firstMs: number | undefined;
  const stop = (): void => {
    if (firstMs !== undefined) {
      // One Ctrl-C arrives twice: from the terminal, and passed on by npm.
      if (performance.now() - firstMs > ECHO_MS) process.exit(EXIT_INTERRUPTED);
      return;
    }
    firstMs = performance.now();
    stopping.abort();
    // What is measured loses its database in the middle of its work.
    process.on('uncaughtException', () => undefined);
    closeHarnesses()
      .catch((error: unknown) => console.error(error))
      .finally(() => process.exit(EXIT_INTERRUPTED));
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop);
  return stopping.signal;
}

async function measureAll(
  only: readonly string[],
  seconds: number | undefined,
  size: VolumeSize,
): Promise<void> {
  console.log('Measuring for some minutes; every figure stands beside its baseline from this run …');
  const figures: Figure[] = [];
  for (const [name, part] of Object.entries(PARTS)) {
    if (only.length > 0 && !only.includes(name)) continue;
    let harness: Harness | undefined;
    const openWith = async (tenants: number, program?: string): Promise<Harness> => {
      harness = await openHarness(tenants, program);
      return harness;
    };
    try {
      figures.push(...(await part.measure(openWith, seconds ?? part.seconds, size)));
    } finally {
      await harness?.close();
    }
  }
  printReport(figures);
}

const { only, seconds, size } = readArgumentsOrExit();
const stopping = stopOnSignals();
await measureAll(only, seconds, size).catch((error: unknown) => {
  if (!stopping.aborted) throw error;
  // The closing that is under way ends the process.
  return new Promise(() => undefined);
});
