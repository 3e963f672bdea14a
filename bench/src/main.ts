import { parseArgs } from 'node:util';
import { backupFigures } from './backup/backup-figures.ts';
import { measureBackup } from './backup/measure-backup.ts';
import { cardFigures } from './card/card-figures.ts';
import { measureCard } from './card/measure-card.ts';
import { daysFigures } from './days/days-figures.ts';
import { measureDays } from './days/measure-days.ts';
import { measureSpans } from './days/measure-spans.ts';
import { measureWeeks } from './days/measure-weeks.ts';
import { engineFigures } from './faces/engine-figures.ts';
import { galleryFigures } from './faces/gallery-figures.ts';
import { importsFigures } from './faces/imports-figures.ts';
import { measureEngine } from './faces/measure-engine.ts';
import { measureGallery } from './faces/measure-gallery.ts';
import { measureImports } from './faces/measure-imports.ts';
import { besideFigures, millionFigures, withinFigures } from './galleries/galleries-figures.ts';
import { measureBeside, measureWithin } from './galleries/measure-galleries.ts';
import { measureMillion } from './galleries/measure-million.ts';
import { type Harness, openHarness } from './harness/harness.ts';
import { stopOnSignals } from './harness/stop-on-signals.ts';
import { measureMemory } from './memory/measure-memory.ts';
import { memoryFigures } from './memory/memory-figures.ts';
import { measureMetrics } from './metrics/measure-metrics.ts';
import { metricsFigures } from './metrics/metrics-figures.ts';
import { measurePage } from './page/measure-page.ts';
import { reachService } from './page/measured-service.ts';
import { pageFigures } from './page/page-figures.ts';
import type { Part, Wanted } from './part.ts';
import { USUAL_TRANSACTIONS } from './portal/fill-portal.ts';
import { PORTAL_PARTS } from './portal/portal-parts.ts';
import { measurePrints } from './prints/measure-prints.ts';
import { printsFigures } from './prints/prints-figures.ts';
import { type Figure, reportTable } from './report.ts';
import { runApiPart } from './requests/api-part.ts';
import { measureTokens } from './requests/measure-tokens.ts';
import { tokenFigures } from './requests/token-figures.ts';
import { measureNeighbour, measureTenants, openStage, TENANTS_AT_ONCE } from './tenants/measure-tenants.ts';
import { costFigures, neighbourFigures, tenantFigures } from './tenants/tenant-figures.ts';
import { USUAL_SIZE, type VolumeSize } from './volume/fill-volume.ts';
import { measureVolume } from './volume/measure-volume.ts';
import { volumeFigures } from './volume/volume-figures.ts';
import { measureWebhooks } from './webhooks/measure-webhooks.ts';
import { webhookFigures } from './webhooks/webhook-figures.ts';

const PARTS: Readonly<Record<string, Part>> = {
  api: {
    seconds: 6,
    measure: (openWith, seconds, _size, _megabytes, others) => runApiPart(openWith, seconds, others),
  },
  tokens: {
    seconds: 6,
    measure: async (openWith, seconds) => tokenFigures(await measureTokens(await openWith(1), seconds)),
  },
  engine: {
    seconds: 6,
    measure: async (openWith, seconds) =>
      engineFigures(await measureEngine(() => openWith(1, 'faces/serve-saturated.ts'), seconds)),
  },
  imports: {
    seconds: 1,
    measure: async (openWith) => importsFigures(await measureImports(await openWith(1))),
  },
  card: {
    seconds: 4,
    measure: async (openWith, seconds) => cardFigures(await measureCard(await openWith(1), seconds)),
  },
  memory: {
    seconds: 6,
    measure: async (openWith, seconds) => {
      const harness = await openWith(1);
      const pairOf = async (role: 'api' | 'all') => {
        const sources = await measureMemory(harness, 'sources', role, seconds);
        return { sources, built: await measureMemory(harness, 'built', role, seconds) };
      };
      return memoryFigures(await pairOf('api'), await pairOf('all'));
    },
  },
  metrics: {
    seconds: 6,
    measure: async (openWith, seconds) => metricsFigures(await measureMetrics(await openWith(1), seconds)),
  },
  gallery: {
    seconds: 1,
    measure: async (openWith) => (await measureGallery(await openWith(1))).flatMap(galleryFigures),
  },
  galleries: {
    seconds: 6,
    measure: async (openWith, seconds, _size, _megabytes, { faces }) => {
      const million = millionFigures(await measureMillion());
      const harness = await openWith(1, 'galleries/serve-searching.ts');
      const beside = besideFigures(await measureBeside(harness, seconds));
      return [...beside, ...withinFigures(await measureWithin(harness, faces)), ...million];
    },
  },
  page: {
    seconds: 5,
    measure: async (openWith, seconds, _size, _megabytes, { demo }) => {
      const service = demo === undefined ? await openWith(1) : await reachService(demo);
      return pageFigures(await measurePage(service, seconds));
    },
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
  days: {
    seconds: 1,
    measure: async (openWith) => {
      const harness = await openWith(1);
      return daysFigures(
        await measureDays(harness),
        await measureWeeks(harness),
        await measureSpans(harness),
      );
    },
  },
  prints: {
    seconds: 1,
    measure: async (openWith, _seconds, _size, _mb, { prints }) =>
      printsFigures(await measurePrints(await openWith(1), prints)),
  },
  backup: {
    seconds: 1,
    measure: async (openWith, _seconds, _size, megabytes) =>
      backupFigures(await measureBackup(await openWith(1), megabytes)),
  },
  ...PORTAL_PARTS,
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

const USUAL_MEGABYTES = 1000;
const USUAL_FACES = 20_000;
const USUAL_PRINTS = 1_000_000;

const USAGE = `Usage: npm run bench [-- [--only PART]... [--seconds N]]

  --only PART    measure this part alone; may be given again
  --seconds N    how long each load lasts, 1 to 3600
${Object.entries(SIZE_OPTIONS)
  .map(
    ([name, { key, text }]) =>
      `  ${`--${name} N`.padEnd(21)} of \`volume\`: ${text}; ${USUAL_SIZE[key]} if left out`,
  )
  .join('\n')}
  --profile              of \`api\`: where the time goes as well, by module, statement and allocation
  --keep                 of \`api\`, with --profile: keep the figures, and write docs/figures/api.md
  --megabytes N          of \`backup\`: size of the database; ${USUAL_MEGABYTES} if left out
  --faces N              of \`galleries\`: enrolled faces of each of 30 tenants; ${USUAL_FACES} if left out
  --prints N             of \`prints\`: the most that are kept, from 10000 on; ${USUAL_PRINTS} if left out
  --demo FILE            of \`page\`: demo.json of a running service that is measured, of any release; a new one if left out
  --transactions N       of \`portal\`: transactions in 200 tenants; ${USUAL_TRANSACTIONS} if left out
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

function readArguments(): Wanted {
  const sizes = Object.keys(SIZE_OPTIONS).map((name) => [name, { type: 'string' as const }]);
  const { values } = parseArgs({
    options: {
      ...(Object.fromEntries(sizes) as Record<string, { type: 'string' }>),
      only: { type: 'string', multiple: true },
      seconds: { type: 'string' },
      megabytes: { type: 'string' },
      demo: { type: 'string' },
      transactions: { type: 'string' },
      faces: { type: 'string' },
      prints: { type: 'string' },
      profile: { type: 'boolean', default: false },
      keep: { type: 'boolean', default: false },
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
  const count = (name: 'megabytes' | 'transactions' | 'faces' | 'prints', usual: number, min = 1000) => {
    const value = Number(values[name] ?? usual);
    if (Number.isInteger(value) && value >= min) return value;
    throw new Error(`--${name} is a number from ${min} on.`);
  };
  const { profile, keep, demo } = values;
  if (keep && !profile) throw new Error('--keep needs --profile.');
  return {
    ...{ only, seconds, size: readSize(values), demo, profile, keep },
    megabytes: count('megabytes', USUAL_MEGABYTES, 1),
    transactions: count('transactions', USUAL_TRANSACTIONS),
    faces: count('faces', USUAL_FACES),
    prints: count('prints', USUAL_PRINTS, 10_000),
  };
}

function readArgumentsOrExit(): ReturnType<typeof readArguments> {
  try {
    return readArguments();
  } catch (error) {
    console.error(`${(error as Error).message}\n\n${USAGE}`);
    process.exit(2);
  }
}

async function measureAll({ only, seconds, size, megabytes, ...others }: Wanted): Promise<void> {
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
      figures.push(...(await part.measure(openWith, seconds ?? part.seconds, size, megabytes, others)));
    } finally {
      await harness?.close();
    }
  }
  console.log(`\n${reportTable(figures)}`);
}

const wanted = readArgumentsOrExit();
const stopping = stopOnSignals();
await measureAll(wanted).catch((error: unknown) => {
  if (!stopping.aborted) throw error;
  // The closing that is under way ends the process.
  return new Promise(() => undefined);
});
