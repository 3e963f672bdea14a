import { newId } from '../../kernel/base/id.ts';
import { movementOf } from '../challenge/draw-challenge.ts';
import { NOTHING_OBSERVED } from '../challenge/observations.ts';
import type { Attempt } from './attempt-store.ts';

/** An attempt of which no frame came by a page of ours, as it stands before anything is noted of it: of a session that never was. */
export const makeUnwatchedAttempt = (
  made: Pick<Attempt, 'subject' | 'number' | 'poses'>,
  at: Date,
): Attempt => ({
  ...made,
  movement: movementOf(made.poses),
  attemptId: newId(at.getTime()),
  sessionId: newId(at.getTime()),
  step: 0,
  framesSeen: 0,
  unhurried: false,
  observations: NOTHING_OBSERVED,
  lastAnswer: undefined,
  outcome: undefined,
  startedAt: at,
  stepStartedAt: at,
});
