import type { Figure } from '../trial.ts';
import { calm } from '../trials/faults.ts';
import { stepClocks } from './acts/clocks.ts';
import { failDisks } from './acts/disk-errors.ts';
import { failDatabase, failNetwork } from './acts/faults.ts';
import { killLoop } from './acts/kills.ts';
import { failStatements } from './acts/nth-fault.ts';
import { overloadGround } from './acts/overload.ts';
import { runRaces } from './acts/races.ts';
import { offerBeyondLimit } from './acts/rates.ts';
import { sendToHostile } from './acts/receivers.ts';
import { takeResources } from './acts/resources.ts';
import type { Ground } from './ground.ts';
import { sendBadInput } from './input/bad-input.ts';
import { zero } from './judged.ts';
import type { LoadTarget } from './load/judge-mix.ts';

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
  /** The load of all tenants, and what it has to be like; without one it is little. */
  load?: Readonly<Record<Size, LoadTarget>>;
  /** Seconds within which every request of the load has ended, whatever came of it (R80). */
  maxAnswerSeconds?: number;
  /** Nothing fails, so no answer is a fault. */
  isCalm?: boolean;
  /** Its faults are for what it calls itself: the load begins once they are over. */
  isAlone?: boolean;
  /** It replaces processes that lived through the phases before, so that what they hold is looked at first. */
  replaces?: boolean;
  act(ground: Ground, milliseconds: number): Promise<Figure[]>;
};

/** Every phase, in the order of a run. */
export const PHASES: readonly Phase[] = [
  {
    name: 'steady load',
    what: 'nothing but load: reads, creates and tokens of 120 tenants',
    minutes: { smoke: 0.1, full: 3, soak: 60 },
    maxGapSeconds: 2,
    load: {
      smoke: { perSecond: 120, maxP99Ms: 50, warmSeconds: 1 },
      full: { perSecond: 1_000, maxP99Ms: 50, warmSeconds: 20 },
      soak: { perSecond: 200, maxP99Ms: 50, warmSeconds: 20 },
    },
    isCalm: true,
    async act({ stage, heard }, milliseconds) {
      const before = heard.repeats();
      await calm(stage, milliseconds);
      return [
        zero('steady load: webhooks that came again, though nothing fails (I5)', heard.repeats() - before),
      ];
    },
  },
  {
    name: 'kill loop',
    what: 'kill -9 of API, worker and postmaster, at random and before and after commits and webhooks, drawn by the seed (R78, R79)',
    minutes: { smoke: 0.25, full: 7, soak: 100 },
    maxGapSeconds: 30,
    act: killLoop,
  },
  {
    name: 'nth fault',
    what: 'the statements of nine flows and of those at rest, one after the other and without load: refused, lost before the database has them, lost with their answer (R76); a burst of load afterwards',
    minutes: { smoke: 0.15, full: 5, soak: 40 },
    maxGapSeconds: 10,
    isAlone: true,
    act: failStatements,
  },
  {
    name: 'network',
    what: 'between every process and the database: 200 ms delay, reset, cut in the middle of an answer, silence, refusal, a trickle, one process alone, and one packet in five lost (R80, R81)',
    minutes: { smoke: 0.15, full: 2, soak: 60 },
    maxGapSeconds: 15,
    maxAnswerSeconds: 5,
    act: failNetwork,
  },
  {
    name: 'database',
    what: 'backends paused, once for 30 s, read-only, sessions ended, too many clients (R80)',
    minutes: { smoke: 0.13, full: 1.5, soak: 40 },
    // 30 s of them is the pause.
    maxGapSeconds: 40,
    maxAnswerSeconds: 5,
    act: failDatabase,
  },
  {
    name: 'races',
    what: '64 creates of the same data at once over both processes, cancels against approvals, one assertion 16 times (R73)',
    minutes: { smoke: 0.1, full: 1, soak: 20 },
    maxGapSeconds: 10,
    act: runRaces,
  },
  {
    name: 'overload',
    what: 'the most creates a second that are served, looked for by doubling; 1, 2 and 5 times as many, then half of it (R70)',
    minutes: { smoke: 0.15, full: 1.5, soak: 10 },
    maxGapSeconds: 15,
    act: overloadGround,
  },
  {
    name: 'receivers',
    what: '12 kinds of hostile receivers of webhooks and 20 of 20 tenants that hang at once, beside a sound one: they hang, trickle, pour, reset, cut, lead elsewhere and refuse (R74)',
    minutes: { smoke: 0.1, full: 3, soak: 40 },
    maxGapSeconds: 10,
    isCalm: true,
    act: sendToHostile,
  },
  {
    name: 'bad input',
    what: 'addresses inside of the network, bodies, tokens, raw HTTP, and whatever the published contract lets one say, drawn by the seed (R75)',
    minutes: { smoke: 0.1, full: 4, soak: 40 },
    maxGapSeconds: 10,
    isCalm: true,
    act: sendBadInput,
  },
  {
    name: 'rates',
    what: 'three times what the limit of one tenant lets through, at both processes, and 100 times as much beside another one (R68, R69)',
    minutes: { smoke: 0.1, full: 1, soak: 10 },
    maxGapSeconds: 10,
    isCalm: true,
    act: offerBeyondLimit,
  },
  {
    name: 'time',
    what: 'clocks of processes and of the database stepped by minutes, an hour, and past 2038; hundreds of transactions that expire in one instant (R84)',
    minutes: { smoke: 0.2, full: 2, soak: 20 },
    maxGapSeconds: 30,
    replaces: true,
    act: stepClocks,
  },
  {
    name: 'disk',
    what: 'fsync and writes of the database fail, of its log and of its rows (R83)',
    minutes: { smoke: 0.05, full: 1, soak: 20 },
    maxGapSeconds: 30,
    act: failDisks,
  },
  {
    name: 'resources',
    what: 'a worker that stands still past its claims, and meanwhile no descriptor left, an API process that stands still, a heap of 128 MB, processors at 100 %, a full disk of the database (R82, R85, R86)',
    minutes: { smoke: 0.3, full: 2, soak: 20 },
    maxGapSeconds: 30,
    replaces: true,
    act: takeResources,
  },
];
