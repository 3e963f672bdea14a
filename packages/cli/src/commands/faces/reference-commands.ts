import { parse } from 'node:path';
import { createGalleries, createOtherMeasures } from '@titular/server/faces/index.ts';
import { createLog } from '@titular/server/kernel/base/log.ts';
import {
  CSV_NAME,
  type DuplicateRule,
  findInput,
  IMPORT_COLUMNS,
  type ImportPhase,
  importReferences,
  rowsAtOnce,
  withImportLock,
} from '@titular/server/references/index.ts';
import type { Closer } from '@titular/server/start/open-database.ts';
import { createTenantKeys } from '@titular/server/tenants/index.ts';
import { chooseTenant, TENANT_OPTION } from '../../frame/choose-tenant.ts';
import type { Arguments, Command, CommandContext, CommandResult } from '../../frame/command.ts';
import { pause } from '../../frame/pause.ts';
import { createRate } from '../../frame/progress.ts';
import { UsageError } from '../../frame/usage-error.ts';
import { tellImport } from './import-report-text.ts';

const RULES = { check: 'check', 'allow-duplicates': 'allow', 'skip-duplicates': 'skip' } as const;

const PHASES: Readonly<Record<ImportPhase, string>> = {
  measure: 'Measuring',
  compare: 'Looking for duplicates',
  enrol: 'Enrolling',
};

function readRule({ switches }: Arguments): DuplicateRule {
  const given = (Object.keys(RULES) as (keyof typeof RULES)[]).filter((name) => switches.has(name));
  const [name, another] = given;
  if (another !== undefined) throw new UsageError(`--${name} and --${another} cannot be given together.`);
  return name === undefined ? 'stop' : RULES[name];
}

/** The engines of the configuration, as a service has them, and the galleries that they search. */
async function openEngines({ config, operator, masterKeys, progress }: CommandContext, closers: Closer[]) {
  progress.say('Starting the face engine …');
  // Loaded only here: no other command opens the engine of the service.
  const [{ openEngine }, { openOtherEngine }, { unpredictable: random }] = await Promise.all([
    import('@titular/server/start/engines/open-engine.ts'),
    import('@titular/server/start/engines/open-other-engine.ts'),
    import('@titular/server/start/open-resources.ts'),
  ]);
  const log = createLog('silent');
  const duties = new Set(['calls'] as const);
  const engine = await openEngine(config, duties, { log, closers, random });
  const present = engine.version;
  const other = await openOtherEngine(config, duties, { log, closers, random, present });
  const monotonicMs = (): number => performance.now();
  const { db, clock } = operator;
  const tenantKeys = createTenantKeys(db, masterKeys);
  const galleries = createGalleries({
    ...{ db, tenantKeys, clock, log, bounds: config },
    threads: config.galleryThreads,
  });
  closers.push(async () => galleries.close());
  const otherEngine = other && createOtherMeasures(other, present, { log, monotonicMs });
  return { db, clock, tenantKeys, galleries, engine, otherEngine };
}

/** Says how far each part is, how fast it goes and how long it takes. */
function createTeller({ progress }: CommandContext): (phase: ImportPhase, done: number, all: number) => void {
  let rate = createRate(() => performance.now());
  let last: ImportPhase | undefined;
  return (phase, done, all) => {
    if (phase !== last) rate = createRate(() => performance.now());
    last = phase;
    progress.say(`${PHASES[phase]}: ${rate.tell(done, all)} …`);
  };
}

async function runImport(context: CommandContext, args: Arguments): Promise<CommandResult> {
  const { config, operator, stopping } = context;
  const rule = readRule(args);
  const input = await findInput(args.positionals[0] ?? '');
  const { dir, name } = parse(input.csv);
  const report = args.options['report'] ?? `${dir === '' ? '.' : dir}/${name}.report.jsonl`;
  const tenantId = await chooseTenant(context, args);
  const engineThreads = config.engineThreads * (config.faceEngineUrls?.length ?? 1);
  const closers: Closer[] = [];
  try {
    const result = await withImportLock(operator.db, tenantId, async (isLocked) => {
      const opened = await openEngines(context, closers);
      const deps = {
        ...{ ...opened, stopping, matchThreshold: config.matchThreshold, galleryBounds: config },
        ...{ parallel: rowsAtOnce(engineThreads), searchThreads: config.galleryThreads },
        isLocked,
        pause: (ms: number) => pause(ms, stopping),
        say: createTeller(context),
      };
      return importReferences(
        deps,
        { tenantId, actor: operator.actor },
        { input, report, rule, keepsPhotographs: args.switches.has('keep-photographs') },
      );
    });
    context.progress.end();
    return { kind: 'report', ...tellImport(result, report) };
  } finally {
    for (const close of closers.splice(0).reverse()) await close();
  }
}

/** Reference faces of many identities at once. */
export const referenceCommands: readonly Command[] = [
  {
    name: 'references import',
    summary: `Enrol reference faces from a CSV file, or from ${CSV_NAME} in a directory. Duplicates are listed before anything is enrolled. Run it again to go on after Ctrl-C. Columns: ${IMPORT_COLUMNS.join(', ')}.`,
    positionals: ['file or directory'],
    options: {
      ...TENANT_OPTION,
      check: { text: 'Measure and compare all faces, list what is wrong, and enrol nothing.' },
      'allow-duplicates': {
        text: 'Enrol also faces that another identity has too; each is in the audit log.',
      },
      'skip-duplicates': { text: 'Refuse the rows whose face another identity has too, and enrol the rest.' },
      'keep-photographs': {
        text: 'Keep the photographs, sealed, until their reference is deleted; every view is in the audit log.',
      },
      report: {
        value: 'file',
        text: 'Write the outcome of each row to this file (default: beside the CSV file, as .report.jsonl).',
      },
    },
    examples: [
      'titular references import onboarding --check',
      'titular references import onboarding',
      'titular references import onboarding/march.csv --skip-duplicates --report march.jsonl',
    ],
    endsItself: true,
    run: runImport,
  },
];
