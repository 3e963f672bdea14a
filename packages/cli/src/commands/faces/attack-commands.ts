import { MADE_SPECIES } from '@titular/lab/attack-testing/made-species.ts';
import { bystanders, personsIn } from '@titular/lab/attack-testing/photographed-persons.ts';
import { findRecordings } from '@titular/lab/attack-testing/read-recordings.ts';
import {
  type AttackReport,
  checkRecordings,
  reportAttacks,
} from '@titular/lab/attack-testing/report-attacks.ts';
import { reportMadeSpecies } from '@titular/lab/attack-testing/report-made-species.ts';
import { findDirectory } from '@titular/lab/calibration/read-labelled-pictures.ts';
import type { Trial } from '@titular/lab/ephemeral-service/trial.ts';
import type { Config } from '@titular/server/config/config.ts';
import { SCREEN_PATTERN_LIMIT } from '@titular/server/faces/image/screen-pattern.ts';
import { SAME_PERSON_THRESHOLD } from '@titular/server/faces/measure/comparison.ts';
import type { AloneContext, Arguments, Command, CommandResult } from '../../frame/command.ts';
import { UsageError } from '../../frame/usage-error.ts';
import { checkNewFile, writeNewFile } from '../../frame/write-new-file.ts';
import {
  attackReportPage,
  attackReportRecord,
  attackReportText,
  type ReportThresholds,
} from './attack-report-text.ts';

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
      `There is no species ${JSON.stringify(unknown)}; there are ${[...MADE_SPECIES.keys()].join(', ')}.`,
    );
  return names;
}

/** Services for as long as `use` takes; Ctrl-C closes them too. */
async function withTrials<Result>(
  context: AloneContext,
  count: number,
  use: (trials: Trial[]) => Promise<Result>,
): Promise<Result> {
  context.progress.say('Starting services to show them to …');
  const config = { ...context.readConfig(), engineThreads: 1, webhookLoopback: false };
  const openings = Array.from({ length: count }, () => context.openTrial(config));
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

const thresholdsOf = (config: Config): ReportThresholds => ({
  matchThreshold: config.matchThreshold,
  samePersonThreshold: SAME_PERSON_THRESHOLD,
  screenPatternLimit: SCREEN_PATTERN_LIMIT,
  challengeStepSeconds: config.challengeStepSeconds,
  maximumAttempts: config.maximumAttempts,
});

async function reportRecordings(name: string, context: AloneContext): Promise<AttackReport> {
  const { stopping, progress } = context;
  const directory = await findDirectory(name);
  const found = await findRecordings(directory);
  const digest = await checkRecordings(directory, found, stopping);
  const atOnce = Math.min(context.readConfig().engineThreads, found.recordings.length, MAX_AT_ONCE);
  return withTrials(context, atOnce, (trials) =>
    reportAttacks({ trials, stopping, say: progress.say, now: new Date() }, directory, found, digest),
  );
}

async function reportMade({ options }: Arguments, context: AloneContext): Promise<AttackReport> {
  const { stopping, progress } = context;
  const species = readSpecies(options['species']);
  const each = readWhole('--each', options['each'] ?? String(USUAL_EACH), MAX_EACH);
  const seed = readWhole('--seed', options['seed'] ?? '1', MAX_SEED);
  const { photographs } = options;
  const persons =
    photographs === undefined ? bystanders() : await personsIn(await findDirectory(photographs));
  const atOnce = Math.min(context.readConfig().engineThreads, species.length * each, MAX_AT_ONCE);
  return withTrials(context, atOnce, (trials) =>
    reportMadeSpecies(
      { trials, stopping, say: progress.say, now: new Date() },
      { species, each, seed, persons },
    ),
  );
}

async function runAttackReport(args: Arguments, context: AloneContext): Promise<CommandResult> {
  const { out } = args.options;
  await checkNewFile(out);
  const [directory] = args.positionals;
  const ofMade = MADE_OPTIONS.filter((name) => args.options[name] !== undefined);
  if (directory !== undefined && ofMade.length > 0)
    throw new UsageError(`A directory of recordings is played as it is: --${ofMade[0]} goes without it.`);
  const report = await (directory === undefined
    ? reportMade(args, context)
    : reportRecordings(directory, context));
  context.progress.end();
  const thresholds = thresholdsOf(context.readConfig());
  if (out !== undefined) await writeNewFile(out, attackReportPage(report, thresholds));
  const endings = out === undefined ? [] : [`The report stands in ${out}.`];
  return {
    kind: 'report',
    text: attackReportText(report, thresholds, endings),
    record: attackReportRecord(report, thresholds),
  };
}

/** What operators try on captures with recordings of their own. */
export const attackCommands: readonly Command[] = [
  {
    name: 'biometrics attack-report',
    summary:
      'Show attacks and honest people, recorded or made from photographs, to a service of its own, and tell what got through.',
    positionals: ['directory?'],
    options: {
      photographs: {
        value: 'directory',
        text: 'Make the attacks from these labelled pictures, a folder for each person; without it, from photographs that come with the program.',
      },
      species: { value: 'names', text: 'Comma-separated species to make; without it, all of them.' },
      each: { value: 'count', text: `How many of each species are made, ${USUAL_EACH} without it.` },
      seed: { value: 'number', text: 'Draws other pictures of the same species; 1 without it.' },
      out: { value: 'file', text: 'Write the report to this new file too, as Markdown.' },
    },
    examples: [
      'titular biometrics attack-report --species plane,cylinder --each 20',
      'titular biometrics attack-report --photographs pictures --seed 2 --out made.md',
      'titular biometrics attack-report recordings',
      'titular biometrics attack-report recordings --out attack-report.md',
      'titular biometrics attack-report recordings --json',
    ],
    runAlone: runAttackReport,
  },
];
