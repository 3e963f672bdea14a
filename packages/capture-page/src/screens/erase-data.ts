import type { SessionView } from '@titular/contract/page';
import type { Screen } from '../app.ts';
import { actionButton, el, messageScreen } from '../dom.ts';
import type { Translate } from '../i18n/messages.ts';
import { formatDay, formatDayAndTime } from '../moments.ts';
import { contactList } from './parts/contact-list.ts';
import { controllerOf } from './parts/legal-notice.ts';

/** What the wish to have data deleted leads to. */
export type Erasure = NonNullable<SessionView['erasure']>;

/** Says what goes, when, what stays and why: the same before the wish and after it. */
function effects(t: Translate, view: SessionView, { includesFace, picturesUntil, recordUntil }: Erasure) {
  const controller = controllerOf(view);
  const isOpen = view.stage === 'consent';
  const what = includesFace ? 'eraseFace' : isOpen ? 'erasePicturesBy' : 'erasePictures';
  return [
    t(what, { date: formatDay(picturesUntil) }),
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

const requestText = (t: Translate, view: SessionView, { requestedAt }: Erasure): string =>
  requestedAt === null
    ? ''
    : t('erasedText', { controller: controllerOf(view), time: formatDayAndTime(requestedAt) });

/** Says what becomes of what was captured, to who does not agree any more; a request that is still open can be gone on with. */
export const withdrawnScreen =
  (
    view: SessionView,
    erasure: Erasure,
    on: { onChangedMind: (() => void) | undefined; onContinue: (() => void) | undefined },
  ): Screen =>
  (t) => {
    const { onChangedMind, onContinue } = on;
    const label = t('continueTo', { company: view.companyName });
    const kind = onContinue ? 'quiet' : 'primary';
    const actions = [
      onContinue && actionButton({ action: 'continue', label, onPress: onContinue }),
      onChangedMind &&
        actionButton({ action: 'try-again', label: t('changedMind'), kind, onPress: onChangedMind }),
    ].filter((button) => button !== undefined);
    return messageScreen({
      name: 'withdrawn',
      icon: 'shield',
      tone: 'calm',
      title: t('withdrawnTitle'),
      paragraphs: [
        t('withdrawnText'),
        ...effects(t, view, erasure),
        requestText(t, view, erasure),
        onChangedMind ? t('withdrawnLater') : el('p', { class: 'note' }, t('closePage')),
      ],
      ...(actions.length > 0 && { actions }),
    });
  };

/** Says that the wish is kept, and the same once more when it is asked for again. */
export const erasedScreen =
  (view: SessionView, erasure: Erasure, onContinue: (() => void) | undefined): Screen =>
  (t) => {
    const company = view.companyName;
    return messageScreen({
      name: 'erased',
      icon: 'check',
      tone: 'calm',
      title: t('erasedTitle'),
      paragraphs: [
        requestText(t, view, erasure),
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
