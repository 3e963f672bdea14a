import type { Contact } from '@titular/contract/appearance';
import { el } from '../../dom.ts';
import type { Translate } from '../../i18n/messages.ts';

/** A link to the company's own pages: in a tab of its own, which is told neither this page nor its address. */
export const outwardLink = (t: Translate, href: string, label: string): HTMLAnchorElement =>
  el(
    'a',
    { class: 'outward', href, target: '_blank', rel: 'noopener noreferrer', referrerpolicy: 'no-referrer' },
    label,
    el('span', { class: 'visually-hidden' }, ` ${t('newTab')}`),
  );

/** Calls and letters leave the page to another program, and stay with it where there is none. */
const directLink = (href: string, label: string): HTMLAnchorElement =>
  el('a', { class: 'outward', href, target: '_top', dir: 'ltr' }, label);

const hasAny = ({ url, email, phone }: Contact): boolean => (url ?? email ?? phone) !== null;

/** How to reach the company; undefined where it has told no way. */
export function contactList(t: Translate, contact: Contact, company: string): HTMLElement | undefined {
  if (!hasAny(contact)) return undefined;
  const { url, email, phone } = contact;
  const links = [
    url === null ? [] : [outwardLink(t, url, t('contactUrl'))],
    email === null ? [] : [directLink(`mailto:${email}`, email)],
    phone === null ? [] : [directLink(`tel:${phone}`, phone)],
  ].flat();
  return el(
    'div',
    { class: 'contact', 'data-part': 'contact' },
    el('p', { class: 'contact-title' }, t('contactTitle', { company })),
    el('ul', { class: 'contact-list' }, ...links.map((link) => el('li', {}, link))),
  );
}
