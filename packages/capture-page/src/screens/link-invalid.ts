import type { Screen } from '../app.ts';
import { actionButton, messageScreen } from '../dom.ts';

/** For a link that was used or is too old: says so kindly, and where a new one comes from. */
export const linkInvalidScreen: Screen = (t) =>
  messageScreen({
    name: 'link-invalid',
    icon: 'link',
    tone: 'notice',
    title: t('linkInvalidTitle'),
    paragraphs: [t('linkInvalidText'), t('linkInvalidWhat')],
  });

interface EndedOptions {
  company: string;
  /** Undefined when there is nowhere to go. */
  onContinue: (() => void) | undefined;
}

/** For a request that ended without the person: expired or withdrawn. */
export function endedScreen({ company, onContinue }: EndedOptions): Screen {
  return (t) =>
    messageScreen({
      name: 'link-invalid',
      icon: 'clock',
      tone: 'notice',
      title: t('endedTitle'),
      paragraphs: [t('endedText', { company })],
      ...(onContinue && {
        actions: [
          actionButton({ action: 'continue', label: t('continueTo', { company }), onPress: onContinue }),
        ],
      }),
    });
}
