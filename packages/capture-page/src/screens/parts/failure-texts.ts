import type { AttemptOutcome, SessionView } from '@titular/contract/page';
import type { Child } from '../../dom.ts';
import type { MessageKey, Translate } from '../../i18n/messages.ts';
import { contactList } from './contact-list.ts';

/** Why the last attempt failed, in a sentence; of a capture that was complete the page knows nothing. */
const reasons: Readonly<Record<Exclude<AttemptOutcome, 'completed'>, MessageKey>> = {
  challenge_missed: 'reasonMovement',
  no_face: 'reasonFace',
  several_faces: 'reasonOthers',
  too_dark: 'reasonLight',
  too_bright: 'reasonLight',
  blurred: 'reasonFace',
  too_small: 'reasonFace',
  too_close: 'reasonFace',
  off_centre: 'reasonFace',
  occluded: 'reasonFace',
  person_changed: 'reasonOthers',
  not_live: 'reasonUnclear',
  timeout: 'reasonTime',
};

/** What a person needs whom the check did not confirm: why, what becomes of the order, what else there is, and whom to ask. */
export function failureTexts(t: Translate, view: SessionView): Child[] {
  const { failure, companyName: company, orderNumber, dataNotice } = view;
  const reason = failure !== null && failure !== 'completed' ? t(reasons[failure]) : undefined;
  return [
    reason,
    t('notApprovedText', { company }),
    t('notApprovedOrder', { company, order: orderNumber ?? '' }),
    t('notApprovedWays', { company }),
    contactList(t, dataNotice.contact, company),
  ];
}
