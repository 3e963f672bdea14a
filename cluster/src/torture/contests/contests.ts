import type { Figure } from '../../trial.ts';
import { zero } from '../judged.ts';

/** What came of one round: how many won by their answers, how many answers say nothing of it, and whether what is there afterwards fits. */
export type Round = { winners: number; unknown: number; strange: number; fits: boolean };

/** A kind of contest; each round has things of its own. */
export type Contest = { name: string; once(round: number): Promise<Round> };

/** Whether not exactly one has won; the winner may be among those that have no answer to tell. */
export const isWrong = ({ winners, unknown, fits }: Round): boolean =>
  !fits || (winners === 0 ? unknown === 0 : winners > 1);

/** Judges the rounds of a kind; without any nothing was shown. */
export const figuresOfContest = (name: string, rounds: readonly Round[]): Figure[] => [
  {
    what: `races: rounds of ${name}; answers that tell of no outcome`,
    value: `${rounds.length}; ${rounds.reduce((sum, { unknown }) => sum + unknown, 0)}`,
    target: 'half of the rounds, or more, with a winner',
    isMet: rounds.length > 0 && 2 * rounds.filter(({ winners }) => winners > 0).length >= rounds.length,
  },
  zero(`races: rounds of ${name} without exactly one winner`, rounds.filter(isWrong).length),
  zero(
    `races: answers to ${name} that are neither a win nor a loss`,
    rounds.reduce((sum, { strange }) => sum + strange, 0),
  ),
];

/** Whether an answer tells of no outcome: there were too many, or it took too long. */
export const isUnknown = (status: number): boolean => status === 429 || status === 500 || status === 503;
