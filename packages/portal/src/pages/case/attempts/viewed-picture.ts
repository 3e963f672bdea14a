import type { ChallengePose } from '@titular/contract';

/** The picture that somebody wants to look at. */
export type ViewedPicture = { attemptId: string; step: number; pose: ChallengePose };

/** Name under which an unsent reason to look outlives the lock. */
export const viewFormName = ({ attemptId, step }: ViewedPicture): string => `look at ${attemptId} ${step}`;
