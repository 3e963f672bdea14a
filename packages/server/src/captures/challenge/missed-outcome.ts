import type { AttemptOutcome, FrameHint } from '@titular/contract';

/** How often each hint was given in a step. */
export type HintCounts = Readonly<Partial<Record<FrameHint, number>>>;

type MissedOutcome = Exclude<AttemptOutcome, 'completed' | 'person_changed' | 'timeout'>;

const MISSED: Readonly<Record<FrameHint, MissedOutcome>> = {
  good: 'challenge_missed',
  look_straight: 'challenge_missed',
  turn_left: 'challenge_missed',
  turn_right: 'challenge_missed',
  look_up: 'challenge_missed',
  look_down: 'challenge_missed',
  open_mouth: 'challenge_missed',
  close_mouth: 'challenge_missed',
  move_nearer: 'challenge_missed',
  move_farther: 'challenge_missed',
  no_face: 'no_face',
  several_faces: 'several_faces',
  too_dark: 'too_dark',
  too_bright: 'too_bright',
  blurred: 'blurred',
  too_small: 'too_small',
  too_close: 'too_close',
  off_centre: 'off_centre',
  occluded: 'occluded',
  plain_background: 'not_live',
};

/** What kept a step from being passed: the outcome for which most of its frames speak. */
export function missedOutcome(hints: HintCounts): MissedOutcome {
  const counts = new Map<MissedOutcome, number>([['challenge_missed', 0]]);
  for (const [hint, count] of Object.entries(hints) as [FrameHint, number][])
    counts.set(MISSED[hint], (counts.get(MISSED[hint]) ?? 0) + count);
  return [...counts].reduce((most, one) => (one[1] > most[1] ? one : most))[0];
}
