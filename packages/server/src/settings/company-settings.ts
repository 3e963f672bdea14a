import {
  CREATE_REASONS,
  ENDING_BY_MODULE,
  NOTABLE_SIGNALS,
  NOTED_BY_ENVIRONMENT,
} from '../decision/index.ts';
import { withoutTrailingZeros } from '../kernel/base/decimal-number.ts';
import { parseAppScheme, REDIRECT_WORDS } from '../tenants/index.ts';
import { cardEvidenceSettings } from './card-evidence-settings.ts';
import { cardSettings } from './card-settings.ts';
import { linkLifetime, noticeSettings } from './notice-settings.ts';
import { pageSettings } from './page-settings.ts';
import { decimalNumber, list, orNone, type Setting, wholeNumber, word } from './setting.ts';
import { parseHost, parseOrigin } from './web-values.ts';

const AMOUNT = /^(?!0+(\.0+)?$)(0|[1-9][0-9]{0,12})(\.[0-9]{1,4})?$/;

/** What an operator says who lets first faces be enrolled in production. */
const FIRST_FACE_WORDS = 'i-know-first-face-is-unproven';

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
    bounds: `\`enrol\` (in \`production\`: \`enrol:${FIRST_FACE_WORDS}\`) or \`require-reference\``,
    fallback: 'enrol',
    productionFallback: 'require-reference',
    purpose:
      'What happens for an identity without an enrolled face. `enrol`: its face is enrolled, so whoever opens the first link is taken for the identity; the words after the colon accept this. `require-reference`: the decision is inconclusive until you enrol a reference face. Companies created in `production` start with `require-reference`.',
    parse: word('enrol', `enrol:${FIRST_FACE_WORDS}`, 'require-reference'),
    accepted: {
      value: 'enrol',
      words: FIRST_FACE_WORDS,
      meaning:
        'In production, template-policy=enrol takes whoever opens the first link for the identity: nothing proves whose face it is.',
    },
  },
  {
    name: 'match-threshold',
    column: 'match_threshold',
    bounds: '0.3 to 0.6, or `none`',
    fallback: null,
    purpose:
      'Largest Euclidean distance that counts as one person. It takes effect only if it is stricter than TITULAR_MATCH_THRESHOLD.',
    parse: orNone(decimalNumber(0.3, 0.6)),
  },
  {
    name: 'transaction-expiry-seconds',
    column: 'transaction_expiry_seconds',
    bounds: '60 to 2592000',
    fallback: 259_200,
    purpose: 'Seconds for which a transaction waits for the person.',
    parse: wholeNumber(60, 2_592_000),
  },
  {
    name: 'replica-policy',
    column: 'replica_policy',
    bounds: '`refuse` or `reuse`',
    fallback: 'refuse',
    purpose:
      'Response to a create request with the data of an open or approved transaction. `refuse`: 40027. `reuse`: the earlier transaction of the company, with its original value and redirectUrl.',
    parse: word('refuse', 'reuse'),
  },
  {
    name: 'process-reuse',
    column: 'process_reuse',
    bounds: '`many` or `once`',
    fallback: 'many',
    purpose:
      'How often the captures of a reference process may be used (additionalInfo.processID) within the hour after it finished. `many`: any number of times. `once`: by one transaction; others then get 40037. If process and transaction belong to different companies, the stricter rule applies.',
    parse: word('many', 'once'),
  },
  {
    name: 'maximum-value',
    column: 'maximum_value',
    bounds: 'an amount above 0 of up to 13 digits and 4 decimals, or `none`',
    fallback: null,
    purpose: 'Largest value of an order; a create request above it is refused with 40045.',
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
    purpose: 'Days for which the pictures of a capture are kept after its transaction or process ends.',
    parse: wholeNumber(1, 3650),
  },
  {
    name: 'person-retention-days',
    column: 'person_retention_days',
    bounds: '1 to 3650',
    fallback: 540,
    purpose:
      'Days for which personal data are kept: identity, card and order after a transaction ends; identity, name and address after a process ends. Id, status and times are not deleted.',
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
      'Maximum faces of an identity; the nearest counts. An approved capture adds its face if it matches beyond doubt and looks different from the enrolled ones.',
    parse: wholeNumber(1, 5),
  },
  {
    name: 'template-renewal-days',
    column: 'template_renewal_days',
    bounds: '0 to 3650; 0 is never',
    fallback: 180,
    purpose:
      'Days after the newest face of an identity was enrolled from which an approved capture that matches beyond doubt replaces its oldest face.',
    parse: wholeNumber(0, 3650),
  },
  {
    name: 'outdated-template',
    column: 'outdated_template',
    bounds: '`refuse` or `enrol-anew`',
    fallback: 'refuse',
    purpose:
      'What happens for an identity whose faces were all measured by another engine version. `refuse`: the decision is inconclusive. `enrol-anew`: if template-policy is `enrol`, the next live capture replaces them like a first one.',
    parse: word('refuse', 'enrol-anew'),
  },
  {
    name: 'full-gallery',
    column: 'full_gallery',
    bounds: '`refuse` or `approve`',
    fallback: 'refuse',
    purpose:
      'What happens for a live person while the tenant has as many faces as a gallery may have (TITULAR_GALLERY_MEMORY_MB, TITULAR_GALLERY_LIMIT), or more. `refuse`: the decision is inconclusive. `approve`: approved without enrolment and without the search among other identities, with the reason gallery_full or gallery_unsearched. A person with an enrolled face is compared with it in either case.',
    parse: word('refuse', 'approve'),
  },
];

const checks: readonly Setting[] = [
  {
    name: 'ending-checks',
    column: 'ending_checks',
    bounds: `any of ${CREATE_REASONS.map((reason) => `\`${reason}\``).join(', ')}, or \`none\` for the default of the module`,
    fallback: null,
    purpose: `Findings of the create checks that end a transaction as fast-inconclusive; other findings are recorded in its history. By default, pre ends on ${ENDING_BY_MODULE.pre.join(', ')}, and super-pre on all.`,
    parse: orNone(list((text) => CREATE_REASONS.find((reason) => reason === text))),
  },
  {
    name: 'identity-attempts-per-day',
    column: 'identity_attempts_per_day',
    bounds: '1 to 1000',
    fallback: 10,
    purpose:
      'Maximum transactions of one identity within 24 hours, in pre and super-pre. In every module, the identity may begin three times as many attempts at the challenge.',
    parse: wholeNumber(1, 1000),
  },
  {
    name: 'card-attempts-per-day',
    column: 'card_attempts_per_day',
    bounds: '1 to 1000',
    fallback: 10,
    purpose: 'Maximum transactions of one card within 24 hours, in pre and super-pre.',
    parse: wholeNumber(1, 1000),
  },
  {
    name: 'card-memory-days',
    column: 'card_memory_days',
    bounds: '1 to 365',
    fallback: 30,
    purpose: 'Days for which a card is remembered with the identity it was used with.',
    parse: wholeNumber(1, 365),
  },
  {
    name: 'face-of-another-identity',
    column: 'face_of_another_identity',
    bounds: '`refuse` or `approve`',
    fallback: 'refuse',
    purpose:
      'What happens for a person whose face is, beyond doubt, enrolled for another identity of the tenant. `refuse`: the decision is inconclusive. `approve`: the rest of the decision counts.',
    parse: word('refuse', 'approve'),
  },
  {
    name: 'distance-challenge',
    column: 'distance_challenge',
    bounds: '`never`, `known` or `enrol`',
    fallback: 'known',
    purpose:
      'Effect of a capture in which the person moved closer, moved away and opened the mouth, instead of turning the head or nodding. `never`: the page does not offer it. `known`: it approves enrolled people, and enrols nobody. `enrol`: it also enrols. Geometry cannot tell a person from a photograph cut out along the head with a second mouth behind it.',
    parse: word('never', 'known', 'enrol'),
  },
  {
    name: 'movements',
    column: 'movements',
    bounds: '`fixed` or `by-risk`',
    fallback: 'fixed',
    purpose:
      'How many movements a challenge that turns the head has. `fixed`: three or four. `by-risk`: three for a person whose enrolled face was matched before and for whom no attack signal was seen, four for everybody else.',
    parse: word('fixed', 'by-risk'),
  },
  {
    name: 'noted-signs',
    column: 'noted_signs',
    bounds: `any of ${NOTABLE_SIGNALS.map((sign) => `\`${sign}\``).join(', ')}, an empty list, or \`none\` for the default of the environment`,
    fallback: null,
    purpose: `Attack signals that are recorded as a reason but do not prevent an approval. By default, ${NOTED_BY_ENVIRONMENT.test.join(', ')} in test, none in production.`,
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
      'Hosts to which the page may redirect at the end. `any` allows every https host; `none` allows none, and is what companies created in `production` start with. Empty also allows every https host; in `production`, each start logs a warning until you choose.',
    parse: (text) => (REDIRECT_WORDS.some((one) => one === text) ? [text] : list(parseHost)(text)),
  },
  {
    name: 'app-schemes',
    column: 'app_schemes',
    bounds:
      'up to 20 schemes in reverse-domain form, such as `br.com.shop`, or without a dot, such as `shop:any-app-may-claim-it`',
    fallback: [],
    purpose:
      'App schemes to which the page may redirect at the end. Any other app on the phone may claim a scheme, and one without a dot even by accident. That app then receives id and status of the transaction. The words after the colon accept this.',
    parse: list(parseAppScheme),
  },
  {
    name: 'web-origins',
    column: 'web_origins',
    bounds: 'up to 20 origins: https, or http on the loopback host',
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
      'Whether a person may continue after their link or page expired, while the transaction is open. `never`: no. `same-browser`: in the browser that had it open. `unused`: also with a link that nobody has used.',
    parse: word('never', 'same-browser', 'unused'),
  },
  linkLifetime,
];

/** What can be set for a company; changes are felt within 5 s by new requests. */
export const companySettings: readonly Setting[] = [
  ...rules,
  ...templates,
  ...checks,
  ...cardEvidenceSettings,
  ...cardSettings,
  ...addresses,
  ...pageSettings,
  ...noticeSettings,
];
