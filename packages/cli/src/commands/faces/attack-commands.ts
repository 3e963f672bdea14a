import { CHALLENGE_LENGTHS, type ChallengeLength } from '@titular/contract';
import { SAME_PERSON_THRESHOLD, SCREEN_PATTERN_LIMIT } from '@titular/face-engine';
import { MADE_SPECIES } from '@titular/lab/attack-testing/made-species.ts';
import { bystanders, personsIn } from '@titular/lab/attack-testing/photographed-persons.ts';
import {
  openProgressFile,
  type ProgressFile,
  type ReportThresholds,
  type RunHead,
} from '@titular/lab/attack-testing/progress-file.ts';
import { findRecordings } from '@titular/lab/attack-testing/read-recordings.ts';
import {
  type AttackReport,
  checkRecordings,
  reportAttacks,
  reportOf,
} from '@titular/lab/attack-testing/report-attacks.ts';
import { reportMadeSpecies } from '@titular/lab/attack-testing/report-made-species.ts';
import type { ReportDeps } from '@titular/lab/attack-testing/show-all.ts';
import { findDirectory } from '@titular/lab/calibration/read-labelled-pictures.ts';
import type { Trial } from '@titular/lab/ephemeral-service/trial.ts';
import type { Config } from '@titular/server/config/config.ts';
import { programVersion } from '@titular/server/kernel/base/program-version.ts';
import type { AloneContext, Arguments, Command, CommandResult } from '../../frame/command.ts';
import { UsageError } from '../../frame/usage-error.ts';
import { checkNewFile, writeNewFile } from '../../frame/write-new-file.ts';
import { attackReportPage, attackReportRecord, attackReportText } from './attack-report-text.ts';

/** Presentations that are shown at once, each to a service with a database and a thread of the engine of its own. */
const MAX_AT_ONCE = 8;

/** From 60 on, none approved says at most 5 % (exact, one-sided, 95 %). */
const USUAL_EACH = 60;
const MAX_EACH = 10_000;
const MAX_SEED = 1_000_000;
const MADE_OPTIONS = ['photographs', 'species', 'each', 'seed'] as const;

function readWhole(name: string, text: string, most: number): number {
  const value = /^[0-9]{1,7}$/.test(text) ? Number(text) : 0;
  if (value < 1 || value > most) throw new UsageError(`${name} must be a whole number from 1 to ${most}.`);
  return value;
}

function readSpecies(text: string | undefined): string[] {
  if (text === undefined) return [...MADE_SPECIES.keys()];
  const names = [...new Set(text.split(',').map((name) => name.trim()))];
  const unknown = names.find((name) => !MADE_SPECIES.has(name));
  if (unknown !== undefined)
    throw new UsageError(
      `There is no species ${JSON.stringify(unknown)}; known species are ${[...MADE_SPECIES.keys()].join(', ')}.`,
    );
  return names;
}

/** The usual length is not written into a progress file, so that files of earlier releases go on. */
function readLength({ options }: Arguments): { challengeLength?: ChallengeLength } {
  const text = options['challenge-length'];
  if (text === undefined || text === 'usual') return {};
  const challengeLength = CHALLENGE_LENGTHS.find((one) => one === text);
  if (!challengeLength)
    throw new UsageError(`--challenge-length must be one of ${CHALLENGE_LENGTHS.join(', ')}.`);
  return { challengeLength };
}

/** Services for as long as `use` takes; Ctrl-C closes them too. */
async function withTrials<Result>(
  context: AloneContext,
  { count, challengeLength }: { count: number; challengeLength?: ChallengeLength },
  use: (trials: Trial[]) => Promise<Result>,
): Promise<Result> {
  context.progress.say('Starting temporary services …');
  const config = { ...context.readConfig(), engineThreads: 1, webhookLoopback: false };
  const openings = Array.from({ length: count }, () => context.openTrial(config, challengeLength));
  const close = async (): Promise<void> => {
    for (const opened of await Promise.allSettled(openings))
      if (opened.status === 'fulfilled') await opened.value.close();
  };
  context.closeAtEnd(close);
  try {
    const trials = await Promise.all(openings);
    context.stopping.throwIfAborted();
    return await use(trials);
  } finally {
    await close();
  }
}

const thresholdsOf = (config: Config, args: Arguments): ReportThresholds => ({
  matchThreshold: config.matchThreshold,
  samePersonThreshold: SAME_PERSON_THRESHOLD,
  screenPatternLimit: SCREEN_PATTERN_LIMIT,
  challengeStepSeconds: config.challengeStepSeconds,
  maximumAttempts: config.maximumAttempts,
  ...readLength(args),
});

const depsOf = (
  { stopping, progress: { say } }: AloneContext,
  trials: readonly Trial[],
  progress: ProgressFile | undefined,
): ReportDeps => ({
  trials,
  stopping,
  say,
  now: new Date(),
  monotonicMs: () => performance.now(),
  ...(progress ? { progress } : {}),
});

const runOf = (context: AloneContext, args: Arguments): Pick<RunHead, 'program' | 'thresholds'> => ({
  program: programVersion(),
  thresholds: thresholdsOf(context.readConfig(), args),
});

async function reportRecordings(
  name: string,
  args: Arguments,
  context: AloneContext,
  progress: ProgressFile | undefined,
): Promise<AttackReport> {
  const directory = await findDirectory(name);
  const found = await findRecordings(directory);
  const digest = await checkRecordings(directory, found, context.stopping);
  const atOnce = Math.min(context.readConfig().engineThreads, found.recordings.length, MAX_AT_ONCE);
  return withTrials(context, { count: atOnce, ...readLength(args) }, (trials) =>
    reportAttacks(depsOf(context, trials, progress), directory, found, { ...runOf(context, args), digest }),
  );
}

async function reportMade(
  args: Arguments,
  context: AloneContext,
  progress: ProgressFile | undefined,
): Promise<AttackReport> {
  const { options } = args;
  const species = readSpecies(options['species']);
  const each = readWhole('--each', options['each'] ?? String(USUAL_EACH), MAX_EACH);
  const seed = readWhole('--seed', options['seed'] ?? '1', MAX_SEED);
  const { photographs } = options;
  const persons =
    photographs === undefined ? bystanders() : await personsIn(await findDirectory(photographs));
  const atOnce = Math.min(context.readConfig().engineThreads, species.length * each, MAX_AT_ONCE);
  const plan = { species, each, seed, persons };
  return withTrials(context, { count: atOnce, ...readLength(args) }, (trials) =>
    reportMadeSpecies(depsOf(context, trials, progress), plan, runOf(context, args)),
  );
}

const byNumber = new Intl.Collator('en', { numeric: true });

type Judged = { told: AttackReport; thresholds: ReportThresholds };

/** The report of what a progress file holds: species in the order of a whole run, and each of them in the order of its presentations. */
function reportKept({ head, kept }: ProgressFile): Judged {
  if (!head) throw new UsageError('--as-it-stands requires a progress file in which a report was begun.');
  const order = [...MADE_SPECIES.keys()];
  const shown = [...kept].sort(
    ([one, { species }], [other, { species: otherSpecies }]) =>
      order.indexOf(species) - order.indexOf(otherSpecies) || byNumber.compare(one, other),
  );
  const presentations = shown.map(([, presentation]) => presentation);
  return { told: reportOf(head, presentations, new Date()), thresholds: head.thresholds };
}

/** Refuses what does not go together. */
function checkUsage({ positionals, options, switches }: Arguments): void {
  const ofMade = MADE_OPTIONS.find((name) => options[name] !== undefined);
  if (positionals[0] !== undefined && ofMade)
    throw new UsageError(`--${ofMade} cannot be combined with a directory of recordings.`);
  if (!switches.has('as-it-stands')) return;
  if (options['progress'] === undefined) throw new UsageError('--as-it-stands requires --progress.');
  if (positionals[0] !== undefined || ofMade || options['challenge-length'] !== undefined)
    throw new UsageError(
      '--as-it-stands reports only the progress file; it takes no directory and no options of generated attacks.',
    );
}

async function report(args: Arguments, context: AloneContext): Promise<Judged> {
  const file = args.options['progress'];
  const progress = file === undefined ? undefined : await openProgressFile(file);
  if (progress && args.switches.has('as-it-stands')) return reportKept(progress);
  const [directory] = args.positionals;
  const told = await (directory === undefined
    ? reportMade(args, context, progress)
    : reportRecordings(directory, args, context, progress));
  return { told, thresholds: thresholdsOf(context.readConfig(), args) };
}

async function runAttackReport(args: Arguments, context: AloneContext): Promise<CommandResult> {
  const { out } = args.options;
  checkUsage(args);
  await checkNewFile(out);
  const { told, thresholds } = await report(args, context);
  context.progress.end();
  if (out !== undefined) await writeNewFile(out, attackReportPage(told, thresholds));
  const endings = out === undefined ? [] : [`The report is in ${out}.`];
  return {
    kind: 'report',
    text: attackReportText(told, thresholds, endings),
    record: attackReportRecord(told, thresholds),
  };
}

/** What operators try on captures with recordings of their own. */
export const attackCommands: readonly Command[] = [
  {
    name: 'biometrics attack-report',
    summary:
      'Present attacks and bona fide persons, recorded or generated from photographs, to a temporary service and report what was approved.',
    positionals: ['directory?'],
    options: {
      photographs: {
        value: 'directory',
        text: 'Generate the attacks from these labelled pictures, one folder per person (default: photographs included with the program).',
      },
      species: { value: 'names', text: 'Species to generate, separated by commas (default: all).' },
      each: { value: 'count', text: `Presentations per species (default: ${USUAL_EACH}).` },
      seed: { value: 'number', text: 'Seed for other pictures of the same species (default: 1).' },
      'challenge-length': {
        value: 'length',
        text: `Length of every challenge: ${CHALLENGE_LENGTHS.join(', ')} (default: usual).`,
      },
      progress: {
        value: 'file',
        text: 'Record finished presentations in this file, and continue from those it already holds.',
      },
      'as-it-stands': { text: 'Report what the progress file holds, without presenting anything more.' },
      out: { value: 'file', text: 'Also write the report to this new file, as Markdown.' },
    },
    examples: [
      'titular biometrics attack-report --species plane,cylinder --each 20',
      'titular biometrics attack-report --photographs pictures --seed 2 --out made.md',
      'titular biometrics attack-report --progress attacks.jsonl --each 60',
      'titular biometrics attack-report --progress attacks.jsonl --as-it-stands --out so-far.md',
      'titular biometrics attack-report recordings',
      'titular biometrics attack-report recordings --out attack-report.md',
      'titular biometrics attack-report recordings --json',
    ],
    runAlone: runAttackReport,
  },
];
