import type { LinkPurpose } from '@titular/contract/page-links';
import type { Screen } from '../app.ts';
import { actionButton, el, messageScreen } from '../dom.ts';
import type { MessageKey } from '../i18n/messages.ts';

interface ResultOptions {
  result: 'approved' | 'not-approved';
  company: string;
  /** How the page was reached; who came by a link that was passed on goes back to nobody's page. */
  opening: LinkPurpose;
  /** Undefined when there is nowhere to go. */
  onContinue: (() => void) | undefined;
}

const closing: Readonly<Record<LinkPurpose, MessageKey>> = {
  merchant: 'closePage',
  sdk: 'closePage',
  phone: 'closeAndGoBack',
  cardholder: 'closeHelped',
};

/** The end of the journey: how it went, without reasons or scores, and the way back. */
export function resultScreen({ result, company, opening, onContinue }: ResultOptions): Screen {
  const approved = result === 'approved';
  return (t) =>
    messageScreen({
      name: result,
      icon: approved ? 'check' : 'info',
      tone: approved ? 'good' : 'notice',
      title: t(approved ? 'approvedTitle' : 'notApprovedTitle'),
      paragraphs: [
        t(approved ? 'approvedText' : 'notApprovedText', { company }),
        el('p', { class: 'note' }, onContinue ? t('leaving', { company }) : t(closing[opening])),
      ],
      ...(onContinue && {
        actions: [
          actionButton({ action: 'continue', label: t('continueTo', { company }), onPress: onContinue }),
        ],
      }),
    });
}
