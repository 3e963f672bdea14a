import type { SessionView } from '@titular/contract/page';
import type { Objection } from '@titular/contract/page-links';
import type { Screen } from '../app.ts';
import type { IconName } from '../appearance/icons.ts';
import { actionButton, messageScreen } from '../dom.ts';
import type { MessageKey } from '../i18n/messages.ts';

interface ObjectionOptions {
  objection: Objection;
  view: Pick<SessionView, 'companyName' | 'orderNumber' | 'maskedCard'>;
  onConfirm: () => void;
  onBack: () => void;
  /** Undefined where the request cannot be sent to the cardholder. */
  onSend: (() => void) | undefined;
}

interface Words {
  icon: IconName;
  title: MessageKey;
  texts: readonly MessageKey[];
  confirm: MessageKey;
}

const words: Readonly<Record<Objection, Words>> = {
  unknown_purchase: {
    icon: 'info',
    title: 'unknownTitle',
    texts: ['unknownWhich', 'unknownEffect'],
    confirm: 'unknownConfirm',
  },
  holder_absent: { icon: 'clock', title: 'absentTitle', texts: ['absentEffect'], confirm: 'absentConfirm' },
};

/** Says what an objection does before it is made, since it ends the request; `data-objection` names it. */
export function objectionScreen({ objection, view, onConfirm, onBack, onSend }: ObjectionOptions): Screen {
  const { icon, title, texts, confirm } = words[objection];
  const values = { company: view.companyName, order: view.orderNumber ?? '', card: view.maskedCard ?? '' };
  return (t) => {
    const element = messageScreen({
      name: 'objection',
      icon,
      tone: 'notice',
      title: t(title),
      paragraphs: [...texts.map((text) => t(text, values)), onSend && t('absentInstead')],
      actions: [
        actionButton({ action: 'confirm', label: t(confirm), onPress: onConfirm }),
        ...(onSend
          ? [
              actionButton({
                action: 'cardholder',
                label: t('choiceCardholder'),
                kind: 'quiet',
                onPress: onSend,
              }),
            ]
          : []),
        actionButton({ action: 'back', label: t('back'), kind: 'quiet', onPress: onBack }),
      ],
    });
    element.setAttribute('data-objection', objection);
    return element;
  };
}
