import type { Screen } from '../app.ts';
import { actionButton, actionsOf, el, heading } from '../dom.ts';

interface WaitingOptions {
  company: string;
  /** True once the page no longer asks by itself. */
  isLong: boolean;
  onCheck: () => void;
}

/** Shown while the decision is made. */
export function waitingScreen({ company, isLong, onCheck }: WaitingOptions): Screen {
  return (t) =>
    el(
      'section',
      { class: 'screen screen-message', 'data-screen': 'waiting' },
      el('div', { class: isLong ? 'spinner spinner-still' : 'spinner', 'aria-hidden': 'true' }),
      heading(t('waitingTitle')),
      el('p', { class: 'text' }, isLong ? t('waitingLong', { company }) : t('waitingText')),
      isLong
        ? actionsOf(actionButton({ action: 'retry', label: t('waitingCheck'), onPress: onCheck }))
        : undefined,
    );
}
