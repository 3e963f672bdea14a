import type { TextKey, Translate } from '../../i18n/texts.ts';
import { Cancelled, NotSent, Refused, Unreachable } from '../../service/failures.ts';

/** Key of the words for a failure of a read or an act; undefined for a dialog that the person closed. */
export function failureKey(failure: unknown, isAct: boolean): TextKey | undefined {
  if (failure instanceof Cancelled) return undefined;
  if (failure instanceof NotSent) return 'notSent';
  if (failure instanceof Refused) return failure.code;
  if (failure instanceof Unreachable) return isAct ? 'notKnown' : 'noAnswer';
  return '50001';
}

/** Words for a failed act: what happened and what to do; undefined where there is nothing to say. A code of a newer release has those of a fault. */
export function actFailureWords(failure: unknown, t: Translate): string | undefined {
  const key = failure === undefined ? undefined : failureKey(failure, true);
  return key === undefined ? undefined : t(key) || t('50001');
}

/** Id under which the server's log has the request. */
export const requestIdOf = (failure: unknown): string | undefined =>
  failure instanceof Refused ? failure.requestId : undefined;

/** Whether a proposal was refused because one person may do it. */
export const isForOne = (failure: unknown): boolean => failure instanceof Refused && failure.code === '40376';

/** Whether an act was refused because nobody counts as the second person for it. */
export const hasNoSecond = (failure: unknown): boolean =>
  failure instanceof Refused && failure.code === '40352';

/** Whether an act was refused because it takes two people, so that it can be proposed. */
export const isForTwo = (failure: unknown): boolean =>
  failure instanceof Refused && (failure.code === '40377' || failure.code === '40380');
