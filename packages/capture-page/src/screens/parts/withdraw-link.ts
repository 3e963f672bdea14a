import { actionButton, el } from '../../dom.ts';
import type { Translate } from '../../i18n/messages.ts';

/** The quiet way to take the consent back, by one press as it was given (GDPR art. 7(3)). */
export const withdrawLink = (t: Translate, onPress: () => void): HTMLElement =>
  el(
    'div',
    { class: 'aside' },
    actionButton({ action: 'withdraw', label: t('withdraw'), kind: 'quiet', onPress }),
  );
