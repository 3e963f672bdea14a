import type { SessionView } from '@titular/contract/page';
import type { Screen } from '../app.ts';
import { actionButton, el, messageScreen } from '../dom.ts';
import type { Translate } from '../i18n/messages.ts';
import { formatDay, formatDayAndTime } from '../moments.ts';
import { contactList } from './parts/contact-list.ts';
import { controllerOf } from './parts/legal-notice.ts';

type Erasure = NonNullable<SessionView['erasure']>;

/** Says what goes, when, what stays and why: the same before the wish and after it. */
function effects(t: Translate, view: SessionView, { includesFace, picturesUntil, recordUntil }: Erasure) {
  const controller = controllerOf(view);
  return [
    t(includesFace ? 'eraseFace' : 'erasePictures', { date: formatDay(picturesUntil) }),
    t('eraseWhy'),
    includesFace ? undefined : t('eraseOthersFace'),
    t('eraseRecord', { date: formatDay(recordUntil) }),
    t('eraseSooner', { controller }),
    contactList(t, view.dataNotice.contact, view.companyName),
  ];
}

/** Asks once more before the wish to have data deleted is kept. */
export const eraseDataScreen =
  (view: SessionView, erasure: Erasure, on: { onConfirm: () => void; onBack: () => void }): Screen =>
  (t) =>
    messageScreen({
      name: 'erase-data',
      icon: 'lock',
      tone: 'notice',
      title: t('eraseTitle'),
      paragraphs: effects(t, view, erasure),
      actions: [
        actionButton({ action: 'confirm', label: t('eraseConfirm'), onPress: on.onConfirm }),
        actionButton({ action: 'back', label: t('eraseBack'), kind: 'quiet', onPress: on.onBack }),
      ],
    });

/** Says that the wish is kept, and the same once more when it is asked for again. */
export const erasedScreen =
  (view: SessionView, erasure: Erasure, onContinue: (() => void) | undefined): Screen =>
  (t) => {
    const company = view.companyName;
    const { requestedAt } = erasure;
    const told = {
      controller: controllerOf(view),
      time: requestedAt === null ? '' : formatDayAndTime(requestedAt),
    };
    return messageScreen({
      name: 'erased',
      icon: 'check',
      tone: 'calm',
      title: t('erasedTitle'),
      paragraphs: [
        t('erasedText', told),
        ...effects(t, view, erasure),
        onContinue ? undefined : el('p', { class: 'note' }, t('closePage')),
      ],
      ...(onContinue && {
        actions: [
          actionButton({ action: 'continue', label: t('continueTo', { company }), onPress: onContinue }),
        ],
      }),
    });
  };
