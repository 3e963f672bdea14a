import type { Screen } from '../app.ts';
import { actionButton, messageScreen } from '../dom.ts';

/** For a link or a session that is not taken: the page cannot know why, so it says what may be, and where a new link comes from. */
export function linkInvalidScreen(company: string | undefined): Screen {
  return (t) =>
    messageScreen({
      name: 'link-invalid',
      icon: 'link',
      tone: 'notice',
      title: t('linkInvalidTitle'),
      paragraphs: [
        t('linkInvalidText'),
        t('linkInvalidAgain'),
        company ? t('linkInvalidAsk', { company }) : t('linkInvalidWhat'),
      ],
    });
}

/** For a link that was never given, or that is long gone: it names nobody. */
export const unknownLinkScreen: Screen = (t) =>
  messageScreen({
    name: 'link-invalid',
    icon: 'link',
    tone: 'notice',
    title: t('linkUnknownTitle'),
    paragraphs: [t('linkUnknownText')],
  });

/** For a link or a session whose time is over, where this browser may go on with a new one. */
export function timeUpScreen(onGoOn: () => void): Screen {
  return (t) =>
    messageScreen({
      name: 'time-up',
      icon: 'clock',
      tone: 'calm',
      title: t('timeUpTitle'),
      paragraphs: [t('timeUpText')],
      actions: [actionButton({ action: 'renew', label: t('goOn'), onPress: onGoOn })],
    });
}
