import { orNone, type Setting } from './setting.ts';
import { parseDisplayName, parseEmail, parseHost, parseNoticeUrl, parsePhone } from './web-values.ts';

const MIN_LINK_SECONDS = 60;
const MAX_LINK_SECONDS = 2_592_000;

/** As it stands in the column for as long as the transaction or process. */
const AS_THE_SUBJECT = 0;

function parseLinkLifetime(text: string): number | null | undefined {
  if (text === 'none') return null;
  if (text === 'transaction') return AS_THE_SUBJECT;
  const seconds = /^[1-9][0-9]{0,7}$/.test(text) ? Number(text) : Number.NaN;
  return seconds >= MIN_LINK_SECONDS && seconds <= MAX_LINK_SECONDS ? seconds : undefined;
}

/** How long a company's links live. */
export const linkLifetime: Setting = {
  name: 'link-lifetime-seconds',
  column: 'link_lifetime_seconds',
  bounds: `${MIN_LINK_SECONDS} to ${MAX_LINK_SECONDS}, \`transaction\`, or \`none\``,
  fallback: null,
  purpose:
    'Seconds for which a link can be opened first; it never outlives its transaction or process. `transaction`: as long as that. `none`: TITULAR_LINK_LIFETIME_SECONDS if the operator set it, otherwise as `transaction`. Once opened, a link belongs to that browser, and the page lives as TITULAR_LINK_LIFETIME_SECONDS says.',
  parse: parseLinkLifetime,
  read: (stored) => (stored === AS_THE_SUBJECT ? 'transaction' : stored),
};

const HTTPS = 'an https address without user information, of up to 500 characters, or `none`';

/** What the page tells of who answers for the data, and where to turn to. */
export const noticeSettings: readonly Setting[] = [
  {
    name: 'controller-name',
    column: 'controller_name',
    bounds: '1 to 80 characters, or `none`',
    fallback: null,
    purpose:
      'Who the page names as responsible for the data (controller); with `none`, the name of the company on the page.',
    parse: orNone(parseDisplayName),
  },
  {
    name: 'shop-domain',
    column: 'shop_domain',
    bounds: 'a host name, or `none`',
    fallback: null,
    purpose:
      'Host at which the company sells, by which the person recognises the purchase; with `none`, the host of `redirectUrl` if it is an https address.',
    parse: orNone(parseHost),
  },
  {
    name: 'privacy-url',
    column: 'privacy_url',
    bounds: HTTPS,
    fallback: null,
    purpose: 'Privacy notice of the company, linked on the page.',
    parse: orNone(parseNoticeUrl),
  },
  {
    name: 'terms-url',
    column: 'terms_url',
    bounds: HTTPS,
    fallback: null,
    purpose: 'Terms of the company, linked on the page.',
    parse: orNone(parseNoticeUrl),
  },
  {
    name: 'support-url',
    column: 'support_url',
    bounds: HTTPS,
    fallback: null,
    purpose: 'Where the page sends a person who needs help.',
    parse: orNone(parseNoticeUrl),
  },
  {
    name: 'support-email',
    column: 'support_email',
    bounds: 'an e-mail address in ASCII, or `none`',
    fallback: null,
    purpose: 'E-mail address that the page offers for help and for rights over personal data.',
    parse: orNone(parseEmail),
  },
  {
    name: 'support-phone',
    column: 'support_phone',
    bounds: 'a telephone number with country code, such as +551140028922, or `none`',
    fallback: null,
    purpose: 'Telephone number that the page offers for help (E.164).',
    parse: orNone(parsePhone),
  },
];
