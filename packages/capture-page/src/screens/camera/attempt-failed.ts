import type { AttemptOutcome, ChallengeMovement } from '@titular/contract/page';
import type { Screen } from '../../app.ts';
import { actionButton, el, messageScreen } from '../../dom.ts';
import type { Ways } from '../../flow/ways.ts';
import type { MessageKey } from '../../i18n/messages.ts';
import { createWaysDisclosure } from '../parts/ways-disclosure.ts';
import { withdrawLink } from '../parts/withdraw-link.ts';
import { attemptsText } from './camera-primer.ts';
import { type Retry, retryNote } from './retry-note.ts';

/** Why an attempt has to be made again; `interrupted` when the server no longer takes its frames. */
export type FailedAttempt = Exclude<AttemptOutcome, 'completed'> | 'interrupted';

interface FailedOptions {
  reason: FailedAttempt;
  /** An attempt before this one failed alike, so that the same words would not help. */
  isRepeated: boolean;
  /** How the attempt was made. */
  made: Readonly<Ways>;
  /** For the next one; changed in place by what the person chooses. */
  ways: Ways;
  /** The ways that the service offers; undefined where it does not say. */
  movements: readonly ChallengeMovement[] | undefined;
  /** Undefined when the page does not know. */
  attemptsLeft: number | undefined;
  /** Undefined when the page does not know. */
  retry: Retry | undefined;
  onTryAgain: () => void;
  onWithdraw: () => void;
}

const words: Readonly<Record<FailedAttempt, MessageKey | ((made: Readonly<Ways>) => MessageKey)>> = {
  challenge_missed: ({ movement }) =>
    movement === 'distance' ? 'failedDistanceMissed' : 'failedChallengeMissed',
  no_face: 'failedNoFace',
  several_faces: 'failedSeveralFaces',
  too_dark: 'failedTooDark',
  too_bright: 'failedTooBright',
  blurred: 'failedBlurred',
  too_small: 'failedTooSmall',
  too_close: 'failedTooClose',
  off_centre: 'failedOffCentre',
  occluded: 'failedOccluded',
  not_live: ({ movement }) => (movement === 'distance' ? 'failedDistanceNotLive' : 'failedNotLive'),
  person_changed: 'failedPersonChanged',
  timeout: ({ unhurried }) => (unhurried ? 'failedTimeoutUnhurried' : 'failedTimeout'),
  interrupted: 'failedInterrupted',
};

/** What helps who failed alike before; an interruption says nothing of how the attempt was made. */
const wordsAgain: Partial<Readonly<Record<FailedAttempt, MessageKey>>> = {
  challenge_missed: 'againMovement',
  no_face: 'againFace',
  off_centre: 'againFace',
  too_dark: 'againDark',
  blurred: 'againBlurred',
  not_live: 'againUnclear',
  timeout: 'againTime',
  several_faces: 'againOther',
  too_bright: 'againOther',
  too_small: 'againFace',
  too_close: 'againFace',
  occluded: 'againFace',
  person_changed: 'againOther',
};

/** Decides the sentence for an attempt that was made in these ways. */
export function decideFailedWords(
  reason: FailedAttempt,
  made: Readonly<Ways>,
  isRepeated = false,
): MessageKey {
  const again = isRepeated ? wordsAgain[reason] : undefined;
  if (again !== undefined) return again;
  const found = words[reason];
  return typeof found === 'string' ? found : found(made);
}

/** Says kindly what to do better and offers the next attempt, in another way if need be; never a score. */
export function attemptFailedScreen(options: FailedOptions): Screen {
  const { reason, isRepeated, made, ways, movements, attemptsLeft, retry, onTryAgain, onWithdraw } = options;
  const message = decideFailedWords(reason, made, isRepeated);
  const disclosure = createWaysDisclosure(ways, movements);
  return (t) => {
    const left =
      attemptsLeft === undefined ? undefined : el('p', { class: 'note' }, attemptsText(t, attemptsLeft));
    const element = messageScreen({
      name: 'attempt-failed',
      icon: 'again',
      tone: 'notice',
      title: t('failedTitle'),
      paragraphs: [
        t(message),
        left,
        retry && retryNote(t, retry),
        disclosure(t),
        withdrawLink(t, onWithdraw),
      ],
      actions: [actionButton({ action: 'try-again', label: t('tryAgain'), onPress: onTryAgain })],
    });
    element.setAttribute('data-reason', reason);
    return element;
  };
}
