import type { LateLink, LateLinkState } from '@titular/contract/late-links';
import type { Screen } from '../app.ts';
import type { IconName } from '../appearance/icons.ts';
import { actionButton, el, messageScreen, type ScreenName } from '../dom.ts';
import type { MessageKey } from '../i18n/messages.ts';
import { formatDayAndTime } from '../moments.ts';
import { contactList } from './parts/contact-list.ts';

interface Words {
  name: ScreenName;
  icon: IconName;
  title: MessageKey;
  text: MessageKey;
}

const words: Readonly<Record<LateLinkState, Words>> = {
  used: { name: 'link-used', icon: 'link', title: 'linkUsedTitle', text: 'linkUsedText' },
  expired: { name: 'link-expired', icon: 'clock', title: 'linkExpiredTitle', text: 'linkExpiredText' },
  replaced: { name: 'link-replaced', icon: 'again', title: 'linkReplacedTitle', text: 'linkReplacedText' },
};

/** For a link that was given and does not open: who gave it, why it does not open, and how to get another. */
export function lateLinkScreen(late: LateLink, onRequest: () => void): Screen {
  const { name, icon, title, text } = words[late.state];
  const { companyName: company, requestedAt, mayRequest } = late;
  const isTold = mayRequest && requestedAt !== null;
  return (t) => {
    const note = mayRequest ? (isTold ? undefined : t('linkRequestHelp', { company })) : t('linkOver');
    const told = isTold
      ? el(
          'p',
          { class: 'note', role: 'status', 'data-note': 'requested' },
          t('linkRequested', { company, time: formatDayAndTime(requestedAt) }),
        )
      : undefined;
    return messageScreen({
      name,
      icon,
      tone: 'notice',
      title: t(title),
      paragraphs: [t(text, { company }), note, told, contactList(t, late.contact, company)],
      ...(mayRequest && {
        actions: [
          actionButton({
            action: 'request-link',
            label: t('linkRequest'),
            kind: isTold ? 'quiet' : 'primary',
            onPress: onRequest,
          }),
        ],
      }),
    });
  };
}
