import type { Screen } from '../app.ts';
import { actionButton, el, messageScreen } from '../dom.ts';

interface ResultOptions {
  result: 'approved' | 'not-approved';
  company: string;
  /** Undefined when there is nowhere to go. */
  onContinue: (() => void) | undefined;
}

/** The end of the journey: how it went, without reasons or scores, and the way back. */
export function resultScreen({ result, company, onContinue }: ResultOptions): Screen {
  const approved = result === 'approved';
  return (t) =>
    messageScreen({
      name: result,
      icon: approved ? 'check' : 'info',
      tone: approved ? 'good' : 'notice',
      title: t(approved ? 'approvedTitle' : 'notApprovedTitle'),
      paragraphs: [
        t(approved ? 'approvedText' : 'notApprovedText', { company }),
        el('p', { class: 'note' }, onContinue ? t('leaving', { company }) : t('closePage')),
      ],
      ...(onContinue && {
        actions: [
          actionButton({ action: 'continue', label: t('continueTo', { company }), onPress: onContinue }),
        ],
      }),
    });
}
