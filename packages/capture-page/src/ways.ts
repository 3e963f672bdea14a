import type { ChallengeMovement } from '@titular/contract/page';

/** How the person wants to go through the challenge; held in memory alone, since it may tell of a disability. */
export interface Ways {
  movement: ChallengeMovement;
  /** More time for each step. */
  unhurried: boolean;
}

/** What holds until the person chooses otherwise. */
export const USUAL_WAYS: Readonly<Ways> = { movement: 'turn', unhurried: false };
