import type { SessionView } from '@titular/contract/page';
import { icon } from '../../appearance/icons.ts';
import { el } from '../../dom.ts';
import type { Translate } from '../../i18n/messages.ts';
import { contactList, outwardLink } from './contact-list.ts';

/** Who answers for the data: a name of its own, or the company's. */
export const controllerOf = ({ dataNotice, companyName }: SessionView): string =>
  dataNotice.controllerName ?? companyName;

/** What is behind the line: how long data are kept, how consent is withdrawn, and where to turn to. */
function noticeBody(t: Translate, view: SessionView): HTMLElement[] {
  const { dataNotice, companyName } = view;
  const kept = {
    pictures: t('days', { count: dataNotice.pictureDays }),
    person: t('days', { count: dataNotice.personDays }),
    face: t('days', { count: dataNotice.faceDays }),
  };
  const { privacyUrl, termsUrl } = dataNotice;
  const links = [
    privacyUrl === null ? [] : [outwardLink(t, privacyUrl, t('legalPrivacy'))],
    termsUrl === null ? [] : [outwardLink(t, termsUrl, t('legalTerms'))],
  ].flat();
  const body = [
    el('p', { class: 'point-text' }, t('legalKept', kept)),
    el('p', { class: 'point-text' }, t('legalWithdraw', { controller: controllerOf(view) })),
    links.length === 0 ? undefined : el('p', { class: 'notice-links' }, ...links),
    contactList(t, dataNotice.contact, companyName),
  ];
  return body.filter((part) => part !== undefined);
}

/** Makes the line that names who answers for the data, and behind it the rest of the notice (LGPD art. 9, GDPR art. 13). */
export function createLegalNotice(view: SessionView): (t: Translate) => HTMLElement {
  let isOpen = false;
  return (t) => {
    const line = el(
      'span',
      { class: 'point-line' },
      t('legalController', { controller: controllerOf(view) }),
    );
    const summary = el('summary', { class: 'point-summary' }, icon('info'), line, icon('chevronDown'));
    const body = el('div', { class: 'notice' }, ...noticeBody(t, view));
    const fold = el('details', { class: 'fold', 'data-part': 'legal' }, summary, body);
    fold.open = isOpen;
    fold.addEventListener('toggle', () => {
      isOpen = fold.open;
    });
    return fold;
  };
}
