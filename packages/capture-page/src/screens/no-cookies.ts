import type { Screen } from '../app.ts';
import { actionButton, el, messageScreen } from '../dom.ts';
import type { Translate } from '../i18n/messages.ts';

interface NoCookiesOptions {
  /** Gives the link to take to another browser; undefined where the address holds none. */
  linkOut: ((t: Translate) => HTMLElement) | undefined;
  onTryAgain: () => void;
}

/** For a browser that keeps no cookies: a session opened there would be lost at once, and the link with it. */
export function noCookiesScreen({ linkOut, onTryAgain }: NoCookiesOptions): Screen {
  return (t) => {
    const steps = linkOut ? [t('inAppCopy'), t('noCookiesPaste')] : [t('noCookiesNewLink')];
    return messageScreen({
      name: 'no-cookies',
      icon: 'info',
      tone: 'notice',
      title: t('noCookiesTitle'),
      paragraphs: [
        t(linkOut ? 'noCookiesUnused' : 'noCookiesText'),
        el('ol', { class: 'steps' }, ...steps.map((step) => el('li', { class: 'step' }, step))),
        linkOut?.(t),
        el('p', { class: 'note' }, t('noCookiesAllow')),
      ],
      actions: [
        actionButton({ action: 'try-again', label: t('tryAgain'), kind: 'quiet', onPress: onTryAgain }),
      ],
    });
  };
}
