import { actionButton, el } from '../../dom.ts';
import type { MessageKey, Translate } from '../../i18n/messages.ts';

/** Until when a failed attempt can be followed by another, and who hears of it when none does. */
export interface Retry {
  company: string;
  /** The local time of day, in the language of the moment. */
  until(): string;
  /** Less than a minute is left. */
  isSoon(): boolean;
  /** More time was asked for last, and the service could not be reached. */
  hasFailed(): boolean;
  /** Takes more time; undefined once there is no more to be had. */
  onMore(): (() => void) | undefined;
  /** Hears of every change of what the others say. */
  onChange: (() => void) | undefined;
}

function fill(t: Translate, retry: Retry): Node[] {
  const { company } = retry;
  const onMore = retry.onMore();
  const words = el(
    'p',
    { class: 'note', 'data-note': 'retry' },
    // A line of its own: a time such as “1:14 p.m.” would otherwise collide with the end of the sentence.
    el('strong', {}, t('retryUntil', { time: retry.until() })),
    el('br', {}),
    t('retryAfter', { company }),
  );
  const more =
    onMore && actionButton({ action: 'more-time', label: t('retryMore'), kind: 'quiet', onPress: onMore });
  const warn = (key: MessageKey): HTMLElement => el('p', { class: 'note note-soon' }, t(key));
  const failed = more && retry.hasFailed() ? warn('retryNotTaken') : undefined;
  const soon = more && retry.isSoon() ? warn('retrySoon') : undefined;
  return [words, failed, soon, more].filter((part) => part !== undefined);
}

/** Says calmly how long there is, with no clock running, and what happens afterwards; more time is one press away (WCAG 2.2, 2.2.1). */
export function retryNote(t: Translate, retry: Retry): HTMLElement {
  const element = el('div', { class: 'retry', tabindex: '-1' }, ...fill(t, retry));
  retry.onChange = () => {
    const hadFocus = element.contains(document.activeElement);
    element.replaceChildren(...fill(t, retry));
    if (hadFocus) (element.querySelector('button') ?? element).focus();
  };
  return element;
}
