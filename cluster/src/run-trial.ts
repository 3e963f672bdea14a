import { describeCommit, describeLoad, describeMachine } from '@titular/test-kit/time/about-run.ts';
import { openStage } from './stage/children.ts';
import { versionOf } from './stage/programs.ts';
import type { Choices, Outcome, Trial } from './trial.ts';

/** A trial's outcome with where, when and from what it was measured. */
export type TrialRecord = Outcome & {
  trial: string;
  choices: Choices;
  date: string;
  commit: string;
  machine: string;
  loadBefore: string;
  loadAfter: string;
  seconds: number;
  versions: string[];
};

const isMissed = ({ figures, verdicts }: Outcome): boolean =>
  figures.some(({ isMet }) => isMet === false) || Object.values(verdicts).some(({ lost }) => lost > 0);

/** Runs a trial on a stage of its own, which is closed whatever happens; after a miss its logs stay. */
export async function runTrial(
  name: string,
  trial: Trial,
  choices: Choices,
  signal: AbortSignal,
  say: (line: string) => void,
): Promise<TrialRecord> {
  const versions = [`Node.js ${process.version}`, ...trial.needs.map(versionOf)];
  const about = {
    ...{ trial: name, choices, date: new Date().toISOString(), commit: describeCommit() },
    ...{ machine: describeMachine(), loadBefore: describeLoad(), versions },
  };
  for (const [what, value] of Object.entries(about)) say(`${what}: ${JSON.stringify(value)}`);
  const sinceMs = performance.now();
  const stage = await openStage(signal, say);
  try {
    const outcome = await trial.run(stage, choices);
    if (isMissed(outcome)) stage.keepLogs();
    const seconds = Math.round((performance.now() - sinceMs) / 1_000);
    return { ...about, loadAfter: describeLoad(), seconds, ...outcome };
  } catch (error) {
    const isAskedFor = signal.aborted && (signal.reason as Error).name === 'AbortError';
    if (!isAskedFor) stage.keepLogs();
    throw error;
  } finally {
    await stage.close();
  }
}
