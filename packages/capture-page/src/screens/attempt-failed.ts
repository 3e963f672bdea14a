import type { AttemptOutcome } from '@titular/contract/page';
import type { Screen } from '../app.ts';
import { actionButton, el, messageScreen } from '../dom.ts';
import type { MessageKey } from '../i18n/messages.ts';
import { attemptsText } from './camera-primer.ts';

/** Why an attempt has to be made again; `interrupted` when the server no longer takes its frames. */
export type FailedAttempt = Exclude<AttemptOutcome, 'completed'> | 'interrupted';

interface FailedOptions {
  reason: FailedAttempt;
  /** Undefined when the page does not know. */
  attemptsLeft: number | undefined;
  onTryAgain: () => void;
}

const words: Readonly<Record<FailedAttempt, MessageKey>> = {
  challenge_missed: 'failedChallengeMissed',
  no_face: 'failedNoFace',
  several_faces: 'hintSeveralFaces',
  too_dark: 'hintTooDark',
  too_bright: 'hintTooBright',
  blurred: 'hintBlurred',
  too_small: 'hintTooSmall',
  too_close: 'hintTooClose',
  off_centre: 'hintOffCentre',
  occluded: 'tipFace',
  not_live: 'failedChallengeMissed',
  person_changed: 'failedPersonChanged',
  timeout: 'failedTimeout',
  interrupted: 'failedInterrupted',
};

/** Says kindly what to do better and offers the next attempt; never a score. */
export function attemptFailedScreen({ reason, attemptsLeft, onTryAgain }: FailedOptions): Screen {
  return (t) => {
    const left =
      attemptsLeft === undefined ? undefined : el('p', { class: 'note' }, attemptsText(t, attemptsLeft));
    const element = messageScreen({
      name: 'attempt-failed',
      icon: 'again',
      tone: 'notice',
      title: t('failedTitle'),
      paragraphs: [t(words[reason]), left],
      actions: [actionButton({ action: 'try-again', label: t('tryAgain'), onPress: onTryAgain })],
    });
    element.setAttribute('data-reason', reason);
    return element;
  };
}
