import { PAGE_LANGUAGES, type PageLanguage } from '@titular/contract';
import {
  CREATE_REASONS,
  ENDING_BY_MODULE,
  NOTABLE_SIGNALS,
  NOTED_BY_ENVIRONMENT,
} from '../decision/index.ts';
import { parseAppScheme, REDIRECT_WORDS } from '../tenants/index.ts';
import { decimalNumber, list, orNone, type Setting, wholeNumber, word } from './setting.ts';
import { parseColour, parseDisplayName, parseHost, parseIntroduction, parseOrigin } from './web-values.ts';

const AMOUNT = /^(?!0+(\.0+)?$)(0|[1-9][0-9]{0,12})(\.[0-9]{1,4})?$/;

const withoutTrailingZeros = (amount: string): string =>
  amount.replace(/(\.[0-9]*?)0+$/, '$1').replace(/\.$/, '');

const rules: readonly Setting[] = [
  {
    name: 'module',
    column: 'module',
    bounds: '`post`, `pre` or `super-pre`',
    fallback: 'post',
    purpose: 'Whether checks run when a transaction is created (pre, super-pre) or not (post).',
    parse: word('post', 'pre', 'super-pre'),
  },
  {
    name: 'template-policy',
    column: 'template_policy',
    bounds: '`enrol` or `require-reference`',
    fallback: 'enrol',
    purpose:
      'What an identity without a known face gets: its face is enrolled, or the decision is inconclusive.',
    parse: word('enrol', 'require-reference'),
  },
  {
    name: 'match-threshold',
    column: 'match_threshold',
    bounds: '0.3 to 0.6, or `none`',
    fallback: null,
    purpose:
      'Largest Euclidean distance that counts as one person. Only stricter than TITULAR_MATCH_THRESHOLD has an effect.',
    parse: orNone(decimalNumber(0.3, 0.6)),
  },
  {
    name: 'transaction-expiry-seconds',
    column: 'transaction_expiry_seconds',
    bounds: '60 to 2592000',
    fallback: 259_200,
    purpose: 'How long a transaction waits for the person.',
    parse: wholeNumber(60, 2_592_000),
  },
  {
    name: 'replica-policy',
    column: 'replica_policy',
    bounds: '`refuse` or `reuse`',
    fallback: 'refuse',
    purpose:
      'What a create with the data of an open or approved transaction gets: 40027, or the earlier one of the company again, with the value and redirectUrl it was made with.',
    parse: word('refuse', 'reuse'),
  },
  {
    name: 'process-reuse',
    column: 'process_reuse',
    bounds: '`many` or `once`',
    fallback: 'many',
    purpose:
      'How often the captures of a reference process may be used (additionalInfo.processID) within the hour after it finished: as often as wished, or by one transaction, after which others get 40037. The stricter rule of the companies of process and transaction holds.',
    parse: word('many', 'once'),
  },
  {
    name: 'maximum-value',
    column: 'maximum_value',
    bounds: 'an amount above 0 of up to 13 digits and 4 decimals, or `none`',
    fallback: null,
    purpose: 'Largest value of an order; above it, create is refused with 40045.',
    parse: orNone((text) => (AMOUNT.test(text) ? withoutTrailingZeros(text) : undefined)),
    read: (stored) => (typeof stored === 'string' ? withoutTrailingZeros(stored) : stored),
  },
  {
    name: 'webhook-order-number',
    column: 'webhook_order_number',
    bounds: '`omit` or `include`',
    fallback: 'omit',
    purpose: 'Whether webhooks about a transaction carry its order number.',
    parse: word('omit', 'include'),
  },
  {
    name: 'capture-retention-days',
    column: 'capture_retention_days',
    bounds: '1 to 3650',
    fallback: 30,
    purpose: 'Days for which the pictures of a capture are kept after its transaction or process ended.',
    parse: wholeNumber(1, 3650),
  },
  {
    name: 'person-retention-days',
    column: 'person_retention_days',
    bounds: '1 to 3650',
    fallback: 540,
    purpose:
      'Days for which identity, card and order are kept after a transaction ended, and identity, name and address after a process did; id, status and times stay.',
    parse: wholeNumber(1, 3650),
  },
];

const templates: readonly Setting[] = [
  {
    name: 'templates-per-identity',
    column: 'templates_per_identity',
    bounds: '1 to 5',
    fallback: 3,
    purpose:
      'Faces that an identity may have; the nearest counts. An approved capture that matches beyond doubt and looks otherwise than those that are kept adds its face.',
    parse: wholeNumber(1, 5),
  },
  {
    name: 'template-renewal-days',
    column: 'template_renewal_days',
    bounds: '0 to 3650; 0 is never',
    fallback: 180,
    purpose:
      'Age in days of the newest face of an identity from which on an approved capture that matches beyond doubt puts its face in the place of the oldest.',
    parse: wholeNumber(0, 3650),
  },
  {
    name: 'outdated-template',
    column: 'outdated_template',
    bounds: '`refuse` or `enrol-anew`',
    fallback: 'refuse',
    purpose:
      'What an identity gets whose faces were all measured by another engine version: inconclusive, or, where template-policy is enrol, the next live capture is enrolled in their place like a first one.',
    parse: word('refuse', 'enrol-anew'),
  },
  {
    name: 'full-gallery',
    column: 'full_gallery',
    bounds: '`refuse` or `approve`',
    fallback: 'refuse',
    purpose:
      'What a live person gets while the tenant has as many faces as the deployment holds in memory, or more (TITULAR_GALLERY_LIMIT). `refuse`: inconclusive. `approve`: approved without the search among other identities, and without being enrolled; the reason gallery_full or gallery_unsearched tells it. Who has a face enrolled is compared with it in either case.',
    parse: word('refuse', 'approve'),
  },
];

const checks: readonly Setting[] = [
  {
    name: 'ending-checks',
    column: 'ending_checks',
    bounds: `some of ${CREATE_REASONS.map((reason) => `\`${reason}\``).join(', ')}, or \`none\` for those of the module`,
    fallback: null,
    purpose: `Which findings of the checks at create end a transaction as fast-inconclusive; the others are kept in its history. Without a list, pre ends on ${ENDING_BY_MODULE.pre.join(', ')}, and super-pre on all.`,
    parse: orNone(list((text) => CREATE_REASONS.find((reason) => reason === text))),
  },
  {
    name: 'identity-attempts-per-day',
    column: 'identity_attempts_per_day',
    bounds: '1 to 1000',
    fallback: 10,
    purpose:
      'Transactions of one identity within 24 hours, in pre and super-pre; under every module it may begin three times as many attempts at the challenge.',
    parse: wholeNumber(1, 1000),
  },
  {
    name: 'card-attempts-per-day',
    column: 'card_attempts_per_day',
    bounds: '1 to 1000',
    fallback: 10,
    purpose: 'Transactions of one card within 24 hours, in pre and super-pre.',
    parse: wholeNumber(1, 1000),
  },
  {
    name: 'card-memory-days',
    column: 'card_memory_days',
    bounds: '1 to 365',
    fallback: 30,
    purpose: 'For how many days a card is remembered with the identity it came with.',
    parse: wholeNumber(1, 365),
  },
  {
    name: 'face-of-another-identity',
    column: 'face_of_another_identity',
    bounds: '`refuse` or `approve`',
    fallback: 'refuse',
    purpose:
      'What a person gets whose face is, beyond doubt, enrolled for another identity of the tenant: inconclusive, or what the rest of the decision says.',
    parse: word('refuse', 'approve'),
  },
  {
    name: 'distance-challenge',
    column: 'distance_challenge',
    bounds: '`never`, `known` or `enrol`',
    fallback: 'known',
    purpose:
      'What a capture is worth in which the person came nearer, moved away and opened the mouth, instead of turning the head or nodding. `never`: the page does not offer it. `known`: it approves who is enrolled, and enrols nobody. `enrol`: it enrols as well. No geometry tells a photograph that is cut out along the head, with a second mouth behind it, from a person.',
    parse: word('never', 'known', 'enrol'),
  },
  {
    name: 'noted-signs',
    column: 'noted_signs',
    bounds: `some of ${NOTABLE_SIGNALS.map((sign) => `\`${sign}\``).join(', ')}, nothing for no sign, or \`none\` for those of the environment`,
    fallback: null,
    purpose: `Which signs of an attack are noted as a reason and keep nobody from being approved. Without a list: ${NOTED_BY_ENVIRONMENT.test.join(', ')} where the environment is test, none in production.`,
    parse: orNone(list((text) => NOTABLE_SIGNALS.find((sign) => sign === text))),
  },
];

const addresses: readonly Setting[] = [
  {
    name: 'redirect-hosts',
    column: 'redirect_hosts',
    bounds: 'up to 20 host names, or `any` or `none` alone',
    fallback: [],
    purpose:
      'Hosts to which the page may go at the end. `any` is every https host, `none` is none: so companies begin that are made in `production`. Empty is every https host, too; in `production` each start warns of it, so decide.',
    parse: (text) => (REDIRECT_WORDS.some((one) => one === text) ? [text] : list(parseHost)(text)),
  },
  {
    name: 'app-schemes',
    column: 'app_schemes',
    bounds:
      'up to 20 schemes in reverse-domain form, such as `br.com.shop`, or without a dot, as `shop:any-app-may-claim-it`',
    fallback: [],
    purpose:
      'Schemes of apps to which the page may go at the end. Any other app on the phone may claim a scheme, and one without a dot by mere chance: it then gets id and status of the transaction. The words behind the colon accept that.',
    parse: list(parseAppScheme),
  },
  {
    name: 'web-origins',
    column: 'web_origins',
    bounds: 'up to 20 origins, https, or http on the loopback host',
    fallback: [],
    purpose: 'Origins on which the web SDK may run.',
    parse: list(parseOrigin),
  },
  {
    name: 'link-renewal',
    column: 'link_renewal',
    bounds: '`never`, `same-browser` or `unused`',
    fallback: 'same-browser',
    purpose:
      'Whether a person may go on whose link or page ran out of time while the transaction is open: never, in the browser that had it open, or also by a link that nobody has used.',
    parse: word('never', 'same-browser', 'unused'),
  },
];

const LANGUAGE_NAMES: Readonly<Record<PageLanguage, string>> = {
  pt: 'Portuguese',
  en: 'English',
  es: 'Spanish',
};

const branding: readonly Setting[] = [
  {
    name: 'brand-name',
    column: 'brand_name',
    bounds: '1 to 80 characters, or `none`',
    fallback: null,
    purpose: 'What the page calls the company; with none, its name.',
    parse: orNone(parseDisplayName),
  },
  {
    name: 'brand-colour',
    column: 'brand_colour',
    bounds: '#rrggbb on which white can be read (contrast 4.5 to 1), or `none`',
    fallback: null,
    purpose:
      'Colour of the main button of the page; what is written and drawn in it is made darker or lighter where it could not be seen.',
    parse: orNone(parseColour),
  },
  ...PAGE_LANGUAGES.map(
    (language): Setting => ({
      name: `brand-introduction-${language}`,
      column: `brand_introduction_${language}`,
      bounds: '1 to 200 characters without markup or addresses, or `none`',
      fallback: null,
      purpose: `The company's own words above the purpose, where the page speaks ${LANGUAGE_NAMES[language]}.`,
      parse: orNone(parseIntroduction),
    }),
  ),
];

/** What can be set for a company; changes are felt within 5 s by new requests. */
export const companySettings: readonly Setting[] = [
  ...rules,
  ...templates,
  ...checks,
  ...addresses,
  ...branding,
];
