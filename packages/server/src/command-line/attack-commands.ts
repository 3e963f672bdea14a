import { findRecordings } from '../attack-report/read-recordings.ts';
import { checkRecordings, reportAttacks } from '../attack-report/report-attacks.ts';
import type { Trial } from '../attack-report/trial.ts';
import { SAME_PERSON_THRESHOLD } from '../biometrics/comparison.ts';
import { findDirectory } from '../biometrics/read-labelled-pictures.ts';
import { SCREEN_PATTERN_LIMIT } from '../biometrics/screen-pattern.ts';
import {
  attackReportPage,
  attackReportRecord,
  attackReportText,
  type ReportThresholds,
} from './attack-report-text.ts';
import type { AloneContext, Arguments, Command, CommandResult } from './command.ts';
import { checkNewFile, writeNewFile } from './write-new-file.ts';

/** Recordings that are shown at once, each to a service with a database and a thread of the engine of its own. */
const MOST_AT_ONCE = 8;

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

async function runAttackReport(args: Arguments, context: AloneContext): Promise<CommandResult> {
  const { matchThreshold, challengeStepSeconds, maximumAttempts, engineThreads } = context.readConfig();
  const { stopping, progress } = context;
  const { out } = args.options;
  await checkNewFile(out);
  const directory = await findDirectory(args.positionals[0] ?? '');
  const found = await findRecordings(directory);
  const digest = await checkRecordings(directory, found, stopping);
  const atOnce = Math.min(engineThreads, found.recordings.length, MOST_AT_ONCE);
  const report = await withTrials(context, atOnce, (trials) =>
    reportAttacks({ trials, stopping, say: progress.say, now: new Date() }, directory, found, digest),
  );
  progress.end();
  const thresholds: ReportThresholds = {
    matchThreshold,
    samePersonThreshold: SAME_PERSON_THRESHOLD,
    screenPatternLimit: SCREEN_PATTERN_LIMIT,
    challengeStepSeconds,
    maximumAttempts,
  };
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
      'Show recordings of attacks and of honest people to a service of its own, and tell what got through.',
    positionals: ['directory'],
    options: { out: { value: 'file', text: 'Write the report to this new file too, as Markdown.' } },
    examples: [
      'titular biometrics attack-report recordings',
      'titular biometrics attack-report recordings --out attack-report.md',
      'titular biometrics attack-report recordings --json',
    ],
    runAlone: runAttackReport,
  },
];
