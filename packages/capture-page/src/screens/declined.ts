import type { Screen } from '../app.ts';
import { actionButton, messageScreen } from '../dom.ts';

interface DeclinedOptions {
  company: string;
  onChangedMind: () => void;
  /** Undefined when there is nowhere to go. */
  onContinue: (() => void) | undefined;
}

/** A usable other end for a person who does not consent (R94). */
export function declinedScreen({ company, onChangedMind, onContinue }: DeclinedOptions): Screen {
  return (t) => {
    const back = onContinue && {
      action: 'continue' as const,
      label: t('continueTo', { company }),
      onPress: onContinue,
    };
    return messageScreen({
      name: 'declined',
      icon: 'shield',
      tone: 'calm',
      title: t('declinedTitle'),
      paragraphs: [t('declinedText'), t('declinedElse', { company })],
      actions: [
        ...(back ? [actionButton(back)] : []),
        actionButton({
          action: 'try-again',
          label: t('changedMind'),
          kind: back ? 'quiet' : 'primary',
          onPress: onChangedMind,
        }),
      ],
    });
  };
}
