import type { ChallengeMovement } from '@titular/contract/page';

/** How the person wants to go through the challenge; held in memory alone, since it may tell of a disability. */
export interface Ways {
  movement: ChallengeMovement;
  /** More time for each step. */
  unhurried: boolean;
  /** The person said so on this page; one that was reloaded leaves it to the server, which knows what was chosen before. */
  isChosen: boolean;
}

/** What holds until the person chooses otherwise. */
export const USUAL_WAYS: Readonly<Ways> = { movement: 'turn', unhurried: false, isChosen: false };
