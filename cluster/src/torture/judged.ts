import type { Verdict } from '../load/judge.ts';
import type { Figure, Table } from '../trial.ts';

/** A place of the chain of the audit log, with its hash. */
export type Head = { position: number; hash: string };

/** One violation: the order, transaction or tenant that it is about, why, and calls that show it where some do. */
export type Found = { about: string; why?: string; calls?: readonly object[] };

/** Something that has to be 0 after every phase, how often it was found, and what was found; one that is awaited did not come within a limit. */
export type Check = {
  what: string;
  count: number;
  found?: readonly Found[];
  isAwaited?: true;
  /** Checks that a load was one, which takes time: one that Ctrl-C cut short had none. */
  isOfLoad?: true;
};

/** Seconds of a phase, and of its judgement. */
type Took = { seconds: number; judgedSeconds: number };

/** What came of one phase: figures of its own, checks that every phase has, and what its load met. */
export type Judged = {
  phase: string;
  minutes: number;
  /** How long it took, and how long it took to judge it, which is mostly to wait for what has to come. */
  took: Took;
  what: string;
  figures: readonly Figure[];
  checks: readonly Check[];
  verdict: Verdict;
  /** Where its creates stand. */
  journal: string;
  /** Where the chain of the audit log ended. */
  head: Head | undefined;
};

/** What is known of a load that nobody could judge. */
export const NOTHING: Verdict = {
  ...{ sent: 0, acknowledged: 0, lost: 0, doubled: 0, written: 0, longestGapSeconds: 0, answers: {} },
  ...{ outsideContract: 0, slowestSeconds: 0 },
};

/** A check by what was found. */
export const checkOf = (what: string, found: readonly Found[]): Check => ({
  what,
  count: found.length,
  found,
});

/** A violation that one call shows. */
export const foundIn = (call: { about: string; number?: number }, why?: string): Found => ({
  about: call.about,
  calls: [call],
  ...(why !== undefined && { why }),
});

/** A figure that has to be 0. */
export const zero = (what: string, count: number): Figure => ({
  what,
  value: String(count),
  target: '0',
  isMet: count === 0,
});

/** A figure that has to be 0, of what did not come within a limit. */
export const zeroLate = (what: string, count: number): Figure => ({ ...zero(what, count), isAwaited: true });

/** One figure for each check, summed over the phases; a phase that found something is named. */
export function foldChecks(judged: readonly Judged[]): Figure[] {
  const found = new Map<string, (Omit<Check, 'what'> & { phase: string })[]>();
  for (const { phase, checks } of judged)
    for (const { what, ...check } of checks)
      found.set(what, [...(found.get(what) ?? []), { phase, ...check }]);
  return [...found].map(([what, counts]) => {
    const broken = counts.filter(({ count }) => count > 0);
    const sum = broken.reduce((all, { count }) => all + count, 0);
    const where = broken.map(({ phase, count }) => `${phase} ${count}`).join(', ');
    const make = counts.some(({ isAwaited }) => isAwaited) ? zeroLate : zero;
    return { ...make(`${what} (${counts.length} phases)`, sum), value: where ? `${sum}: ${where}` : '0' };
  });
}

/** What creates were answered, and how often; why there was no answer is told too. */
export const answersOf = ({ answers }: Verdict): string =>
  Object.entries(answers)
    .map(([answer, count]) => `${count} x ${answer}`)
    .join(', ');

/** One row for each phase: how long it was, what was done, and what its load met. */
export const tableOfPhases = (judged: readonly Judged[]): Table => ({
  title: 'Phases',
  head: [
    ...[
      'phase',
      'minutes',
      'seconds that it took, and to judge it',
      'what',
      'creates sent',
      'acknowledged',
      'written without answer',
    ],
    ...['longest time without a success', 'slowest answer', 'answers'],
  ],
  rows: judged.map(({ phase, minutes, took, what, verdict }) => [
    ...[
      phase,
      String(minutes),
      `${took.seconds.toFixed(0)} + ${took.judgedSeconds.toFixed(0)}`,
      what,
      String(verdict.sent),
      String(verdict.acknowledged),
    ],
    ...[String(verdict.written), `${verdict.longestGapSeconds.toFixed(1)} s`],
    ...[`${verdict.slowestSeconds.toFixed(1)} s`, answersOf(verdict)],
  ]),
});
