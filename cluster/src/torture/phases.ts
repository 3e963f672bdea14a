import type { Figure } from '../trial.ts';
import { calm } from '../trials/faults.ts';
import { failDatabase, failNetwork, killLoop } from './acts.ts';
import type { Ground } from './ground.ts';
import { runRaces } from './races.ts';

/** How long a run is. */
export const SIZES = ['smoke', 'full', 'soak'] as const;

/** One of them. */
export type Size = (typeof SIZES)[number];

/** A phase: what is done to the ground under load, for how many minutes, and the longest time without a success. */
export type Phase = {
  name: string;
  what: string;
  minutes: Readonly<Record<Size, number>>;
  /** Seconds without an acknowledged create that it may cost. */
  maxGapSeconds: number;
  /** A process that is asked may die, and leave no answer. */
  mayDie?: boolean;
  /** Nothing fails, so no answer is a fault. */
  isCalm?: boolean;
  act(ground: Ground, milliseconds: number): Promise<Figure[]>;
};

/** Every phase, in the order of a run. */
export const PHASES: readonly Phase[] = [
  {
    name: 'steady load',
    what: 'nothing but load',
    minutes: { smoke: 0.25, full: 3, soak: 60 },
    maxGapSeconds: 2,
    isCalm: true,
    async act({ stage }, milliseconds) {
      await calm(stage, milliseconds);
      return [];
    },
  },
  {
    name: 'kill loop',
    what: 'kill -9 of API, worker and postmaster, drawn by the seed (R78, R79)',
    minutes: { smoke: 0.75, full: 5, soak: 120 },
    maxGapSeconds: 30,
    mayDie: true,
    act: killLoop,
  },
  {
    name: 'network',
    what: 'between every process and the database: 200 ms delay, reset, cut in the middle of an answer, silence, refusal (R80, R81)',
    minutes: { smoke: 0.5, full: 3, soak: 120 },
    maxGapSeconds: 15,
    act: failNetwork,
  },
  {
    name: 'database',
    what: 'backends paused, read-only, sessions ended, too many clients (R80)',
    minutes: { smoke: 0.5, full: 4, soak: 120 },
    maxGapSeconds: 15,
    act: failDatabase,
  },
  {
    name: 'races',
    what: '64 creates of the same data at once over both processes (R73)',
    minutes: { smoke: 0.25, full: 1, soak: 60 },
    maxGapSeconds: 10,
    act: runRaces,
  },
];
