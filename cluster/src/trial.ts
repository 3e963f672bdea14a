import type { Verdict } from './load/judge.ts';
import type { Stage } from './stage/children.ts';
import type { Program } from './stage/programs.ts';

/** What the caller may choose. */
export type Choices = { rounds: number; seed: number; rate: number; minutes?: number; transactions?: number };

/** The most transactions that a database is filled with. */
export const MAX_TRANSACTIONS = 10_000_000;

/** One line of figures, with what it should reach; one that is timed depends on the machine, and on what else runs there. One that is awaited counts what did not come within a limit: a machine that is starved misses it too. `names` are told beside a page, which they would fill. */
export type Figure = {
  what: string;
  value: string;
  target?: string;
  isMet?: boolean;
  isTimed?: true;
  isAwaited?: true;
  names?: readonly string[];
};

/** A table of a trial that has more to tell than figures. */
export type Table = { title: string; head: string[]; rows: string[][] };

/** What a trial answers: its figures, tables, the whole verdict for each fault that it made, and texts that its tables name. */
export type Outcome = {
  figures: Figure[];
  tables?: Table[];
  verdicts: Record<string, Verdict>;
  texts?: Record<string, string>;
};

/** A trial that `npm run cluster` knows. */
export type Trial = {
  help: string;
  needs: readonly Program[];
  usual: Omit<Choices, 'seed'>;
  run(stage: Stage, choices: Choices): Promise<Outcome>;
};

/** The figures of any verdict; `gapSeconds` is the limit for the longest time without a success. */
export function figuresOf(name: string, verdict: Verdict, gapSeconds: number): Figure[] {
  const zero = (what: string, count: number): Figure => ({
    what: `${name}: ${what}`,
    value: String(count),
    target: '0',
    isMet: count === 0,
  });
  const gap = verdict.longestGapSeconds;
  return [
    { what: `${name}: creates sent`, value: String(verdict.sent) },
    { what: `${name}: acknowledged`, value: String(verdict.acknowledged) },
    zero('acknowledged and lost', verdict.lost),
    zero('doubled', verdict.doubled),
    zero('answers outside the contract', verdict.outsideContract),
    {
      what: `${name}: longest time without a success`,
      value: `${gap.toFixed(1)} s`,
      target: `<= ${gapSeconds} s`,
      isMet: gap <= gapSeconds,
    },
    { what: `${name}: slowest answer`, value: `${verdict.slowestSeconds.toFixed(1)} s` },
    {
      what: `${name}: answers`,
      value: Object.entries(verdict.answers)
        .map(([answer, count]) => `${count} x ${answer}`)
        .join(', '),
    },
    { what: `${name}: written though not acknowledged`, value: String(verdict.written) },
  ];
}
