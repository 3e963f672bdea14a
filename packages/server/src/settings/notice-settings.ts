import { defineSettings, optionalText, type Setting, type SettingRow, wholeNumber } from './setting.ts';

/** As it stands in the column for as long as the transaction or process. */
const AS_THE_SUBJECT = 0;

/** How long a company's links live. */
export const linkLifetime: SettingRow = {
  name: 'link-lifetime-seconds',
  column: 'link_lifetime_seconds',
  shape: {
    ...wholeNumber(60, 2_592_000, 'seconds'),
    words: { transaction: AS_THE_SUBJECT },
    hasNone: true,
  },
  fallback: null,
  purpose:
    'Seconds for which a link can be opened first; it never outlives its transaction or process. `transaction`: as long as that. `none`: TITULAR_LINK_LIFETIME_SECONDS if the operator set it, otherwise as `transaction`. Once opened, a link belongs to that browser, and the page lives as TITULAR_LINK_LIFETIME_SECONDS says.',
  read: (stored) => (stored === AS_THE_SUBJECT ? 'transaction' : stored),
};

/** What the page tells of who answers for the data, and where to turn to. */
export const noticeSettings: readonly Setting[] = defineSettings('contact', [
  {
    name: 'controller-name',
    column: 'controller_name',
    shape: optionalText('display-name'),
    fallback: null,
    purpose:
      'Who the page names as responsible for the data (controller); with `none`, the name of the company on the page.',
  },
  {
    name: 'shop-domain',
    column: 'shop_domain',
    shape: optionalText('host'),
    fallback: null,
    purpose:
      'Host at which the company sells, by which the person recognises the purchase; with `none`, the host of `redirectUrl` if it is an https address.',
  },
  {
    name: 'privacy-url',
    column: 'privacy_url',
    shape: optionalText('https-address'),
    fallback: null,
    purpose: 'Privacy notice of the company, linked on the page.',
  },
  {
    name: 'terms-url',
    column: 'terms_url',
    shape: optionalText('https-address'),
    fallback: null,
    purpose: 'Terms of the company, linked on the page.',
  },
  {
    name: 'support-url',
    column: 'support_url',
    shape: optionalText('https-address'),
    fallback: null,
    purpose: 'Where the page sends a person who needs help.',
  },
  {
    name: 'support-email',
    column: 'support_email',
    shape: optionalText('email'),
    fallback: null,
    purpose: 'E-mail address that the page offers for help and for rights over personal data.',
  },
  {
    name: 'support-phone',
    column: 'support_phone',
    shape: optionalText('phone'),
    fallback: null,
    purpose: 'Telephone number that the page offers for help (E.164).',
  },
]);
