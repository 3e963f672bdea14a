import { el } from '../../dom.ts';
import type { Translate } from '../../i18n/messages.ts';

/** Until when a failed attempt can be followed by another, and who hears of it when none does. */
export interface Retry {
  company: string;
  /** The local time of day, in the language of the moment. */
  until(): string;
}

/** Says calmly how long there is, with no clock running, and what happens afterwards. */
export const retryNote = (t: Translate, retry: Retry): HTMLElement =>
  el(
    'p',
    { class: 'note', 'data-note': 'retry' },
    el('strong', {}, t('retryUntil', { time: retry.until() })),
    ` ${t('retryAfter', { company: retry.company })}`,
  );
