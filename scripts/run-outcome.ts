import { existsSync, readFileSync, writeFileSync } from 'node:fs';

/** Names the file into which a run writes its outcome; nothing is written where it is not set. */
const OUTCOME_FILE = 'TEST_OUTCOME_FILE';

/** Counts of one run, and for each file that failed how many of its tests passed; `faults` are errors that arose outside of any test and of every file that failed. */
export type RunOutcome = {
  passed: number;
  failed: number;
  faults: number;
  failedFiles: readonly { path: string; passed: number; tests: readonly string[] }[];
};

/** Environment of a run that is to leave its outcome at `path`. */
export const keepingOutcome = (path: string): Record<string, string> => ({ [OUTCOME_FILE]: path });

/** Writes the outcome where the environment asks for it. */
export function keepOutcome(outcome: RunOutcome): void {
  const path = process.env[OUTCOME_FILE];
  if (path) writeFileSync(path, JSON.stringify(outcome));
}

/** Reads what a run left; undefined where it broke off before its end. */
export const readOutcome = (path: string): RunOutcome | undefined =>
  existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as RunOutcome) : undefined;
