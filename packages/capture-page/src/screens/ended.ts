import type { TransactionStatus } from '@titular/contract/transactions';
import type { Screen } from '../app.ts';
import type { IconName } from '../appearance/icons.ts';
import { actionButton, el, messageScreen } from '../dom.ts';
import type { MessageKey, Translate } from '../i18n/messages.ts';
import { eraseButton } from './parts/erase-button.ts';

interface EndedOptions {
  status: TransactionStatus;
  company: string;
  /** Undefined when there is nowhere to go. */
  onContinue: (() => void) | undefined;
  /** Undefined where the page around this one closes it. */
  onClose: (() => void) | undefined;
  onErase: (() => void) | undefined;
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
    texts: ['unknownEndedCard', 'unknownEndedText'],
  },
  'absent-holder': {
    icon: 'check',
    tone: 'calm',
    title: 'absentEndedTitle',
    texts: ['absentEndedText', 'absentEndedNext'],
  },
};

/** Nobody is led back to a shop that they have just disowned. */
const isDisowned = (status: TransactionStatus): boolean => status === 'unknown-share';

function actions(
  t: Translate,
  { status, company, onContinue, onClose, onErase }: EndedOptions,
): HTMLElement[] {
  const label = t('continueTo', { company });
  const way = isDisowned(status)
    ? onClose && actionButton({ action: 'close-page', label: t('leaveClose'), onPress: onClose })
    : onContinue && actionButton({ action: 'continue', label, onPress: onContinue });
  return [way, onErase && eraseButton(t, onErase)].filter((button) => button !== undefined);
}

/** For a request that ended without a check; one whose time is over may still carry the status it had before. */
export function endedScreen(options: EndedOptions): Screen {
  const { status, company, onContinue } = options;
  const { icon, tone, title, texts } = words[status] ?? expired;
  return (t) => {
    const buttons = actions(t, options);
    const element = messageScreen({
      name: 'ended',
      icon,
      tone,
      title: t(title),
      paragraphs: [
        ...texts.map((text) => t(text, { company })),
        onContinue && !isDisowned(status) ? undefined : el('p', { class: 'note' }, t('closePage')),
      ],
      ...(buttons.length > 0 && { actions: buttons }),
    });
    element.setAttribute('data-status', status);
    return element;
  };
}
