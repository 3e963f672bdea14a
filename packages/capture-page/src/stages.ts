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

/** Decides the screen; a page whose consent text is not the one the server asks for must be loaded again before asking. */
export function decideScreen(view: SessionView, consentVersion: string): StageScreen {
  if (view.stage === 'consent' && view.consentVersion !== consentVersion) return 'stale-page';
  if (view.stage === 'camera' && view.attemptsLeft === 0) return 'not-approved';
  return screenOfStage[view.stage];
}

/** Seconds a result is shown before the page leaves by itself; bad news is given longer to be read. */
export const resultSeconds = { approved: 3, 'not-approved': 6 } as const;
