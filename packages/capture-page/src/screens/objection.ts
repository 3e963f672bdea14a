import type { SessionView } from '@titular/contract/page';
import type { Objection } from '@titular/contract/page-links';
import type { Screen } from '../app.ts';
import type { IconName } from '../appearance/icons.ts';
import { actionButton, el, messageScreen } from '../dom.ts';
import type { MessageKey, Translate } from '../i18n/messages.ts';
import { detailRows, purchaseRows } from './parts/purchase-rows.ts';

interface ObjectionOptions {
  objection: Objection;
  view: Pick<SessionView, 'companyName' | 'orderNumber' | 'maskedCard' | 'purchase'>;
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

/** Asks once more in the place of the buttons, since nothing takes it back; the way back comes first. */
function askAgain(
  t: Translate,
  place: Element,
  confirm: MessageKey,
  { onConfirm, onBack }: ObjectionOptions,
): void {
  const question = el('h2', { class: 'subtitle', tabindex: '-1' }, t('endTitle'));
  place.replaceChildren(
    question,
    el('p', { class: 'note' }, t('endText')),
    actionButton({ action: 'back', label: t('endBack'), onPress: onBack }),
    actionButton({ action: 'confirm', label: t(confirm), kind: 'danger', onPress: onConfirm }),
  );
  question.focus();
}

/** Says what an objection does before it is made, since it ends the request; `data-objection` names it. */
export function objectionScreen(options: ObjectionOptions): Screen {
  const { objection, view, onBack, onSend } = options;
  const { icon, title, texts, confirm } = words[objection];
  const values = { company: view.companyName, order: view.orderNumber ?? '', card: view.maskedCard ?? '' };
  let isAsked = false;
  return (t) => {
    const label = t('choiceCardholder');
    const send = onSend && actionButton({ action: 'cardholder', label, kind: 'quiet', onPress: onSend });
    const end = actionButton({
      action: 'end-request',
      label: t(confirm),
      kind: 'danger',
      onPress: () => {
        isAsked = true;
        if (end.parentElement) askAgain(t, end.parentElement, confirm, options);
      },
    });
    const element = messageScreen({
      name: 'objection',
      icon,
      tone: 'notice',
      title: t(title),
      paragraphs: [
        ...texts.map((text) => t(text, values)),
        objection === 'unknown_purchase' && view.purchase !== null
          ? detailRows(purchaseRows(t, view))
          : undefined,
        onSend && t('absentInstead'),
      ],
      actions: [
        end,
        ...(send ? [send] : []),
        actionButton({ action: 'back', label: t('back'), kind: 'quiet', onPress: onBack }),
      ],
    });
    element.setAttribute('data-objection', objection);
    if (isAsked && end.parentElement) askAgain(t, end.parentElement, confirm, options);
    return element;
  };
}
