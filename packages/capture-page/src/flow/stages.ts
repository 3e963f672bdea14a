import type { SessionView } from '@titular/contract/page';

/** The screen that answers a session's stage. */
export type StageScreen =
  | 'consent'
  | 'stale-page'
  | 'camera-primer'
  | 'waiting'
  | 'approved'
  | 'not-approved'
  | 'ended';

const screenOfStage: Readonly<Record<SessionView['stage'], StageScreen>> = {
  consent: 'consent',
  camera: 'camera-primer',
  processing: 'waiting',
  approved: 'approved',
  not_approved: 'not-approved',
  ended: 'ended',
};

/** A process for something that this page has no words for was started by a newer service. */
const isOutOfWords = ({ subject, purpose }: SessionView): boolean =>
  subject === 'process' && purpose === null;

/** Decides the screen; a page without the consent text that the server asks for must be loaded again before asking. */
export function decideScreen(view: SessionView, consentVersion: string): StageScreen {
  const isStale = view.consentVersion !== consentVersion || isOutOfWords(view);
  if (view.stage === 'consent' && isStale) return 'stale-page';
  if (view.stage === 'camera' && view.attemptsLeft === 0) return 'not-approved';
  return screenOfStage[view.stage];
}

/** Seconds a result is shown before the page leaves by itself: time to read it, to stay, and to ask for the deletion of data (WCAG 2.2, 2.2.1). */
export const RESULT_SECONDS = 20;
