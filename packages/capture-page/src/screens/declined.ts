import type { Screen } from '../app.ts';
import { actionButton, el, messageScreen } from '../dom.ts';
import { type Choices, choiceList } from './parts/choice-list.ts';

interface DeclinedOptions {
  company: string;
  choices: Choices;
  onChangedMind: () => void;
  /** Undefined when there is nowhere to go. */
  onContinue: (() => void) | undefined;
}

/** A usable other end for a person who does not consent (R94). */
export function declinedScreen({ company, choices, onChangedMind, onContinue }: DeclinedOptions): Screen {
  return (t) => {
    const back = onContinue && {
      action: 'continue' as const,
      label: t('continueTo', { company }),
      onPress: onContinue,
    };
    const list = choiceList(t, choices);
    return messageScreen({
      name: 'declined',
      icon: 'shield',
      tone: 'calm',
      title: t('declinedTitle'),
      paragraphs: [
        t('declinedText'),
        t('declinedElse', { company }),
        list && el('h2', { class: 'subtitle' }, t('choicesDeclined')),
        list,
      ],
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
