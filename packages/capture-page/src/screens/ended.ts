import type { TransactionStatus } from '@titular/contract/transactions';
import type { Screen } from '../app.ts';
import type { IconName } from '../appearance/icons.ts';
import { actionButton, el, messageScreen } from '../dom.ts';
import type { MessageKey } from '../i18n/messages.ts';

interface EndedOptions {
  status: TransactionStatus;
  company: string;
  /** Undefined when there is nowhere to go. */
  onContinue: (() => void) | undefined;
}

interface Words {
  icon: IconName;
  tone: 'calm' | 'notice';
  title: MessageKey;
  texts: readonly MessageKey[];
}

const expired: Words = { icon: 'clock', tone: 'notice', title: 'expiredTitle', texts: ['expiredText'] };
const words: Partial<Readonly<Record<TransactionStatus, Words>>> = {
  canceled: { icon: 'info', tone: 'notice', title: 'canceledTitle', texts: ['canceledText'] },
  'unknown-share': {
    icon: 'shield',
    tone: 'calm',
    title: 'unknownEndedTitle',
    texts: ['unknownEndedText', 'unknownEndedCard'],
  },
  'absent-holder': {
    icon: 'check',
    tone: 'calm',
    title: 'absentEndedTitle',
    texts: ['absentEndedText', 'absentEndedNext'],
  },
};

/** For a request that ended without a check; one whose time is over may still carry the status it had before. */
export function endedScreen({ status, company, onContinue }: EndedOptions): Screen {
  const { icon, tone, title, texts } = words[status] ?? expired;
  return (t) => {
    const element = messageScreen({
      name: 'ended',
      icon,
      tone,
      title: t(title),
      paragraphs: [
        ...texts.map((text) => t(text, { company })),
        onContinue ? undefined : el('p', { class: 'note' }, t('closePage')),
      ],
      ...(onContinue && {
        actions: [
          actionButton({ action: 'continue', label: t('continueTo', { company }), onPress: onContinue }),
        ],
      }),
    });
    element.setAttribute('data-status', status);
    return element;
  };
}
