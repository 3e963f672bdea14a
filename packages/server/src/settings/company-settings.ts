import { CREATE_REASONS, ENDING_BY_MODULE } from '../decision/index.ts';
import { withoutTrailingZeros } from '../kernel/base/decimal-number.ts';
import { REDIRECT_WORDS } from '../tenants/index.ts';
import { deviceLinkSettings, faceLinkSettings } from './capture-link-settings.ts';
import { cardEvidenceSettings } from './card-evidence-settings.ts';
import { cardSettings } from './card-settings.ts';
import { faceSettings } from './face-settings.ts';
import { linkLifetime, noticeSettings } from './notice-settings.ts';
import { pageSettings } from './page-settings.ts';
import { choice, defineSettings, list, optionalText, type Setting, wholeNumber } from './setting.ts';

const transactions = defineSettings('transactions', [
  {
    name: 'module',
    column: 'module',
    shape: choice('post', 'pre', 'super-pre'),
    fallback: 'post',
    danger: 'decision',
    purpose: 'Whether checks run when a transaction is created (pre, super-pre) or not (post).',
  },
  {
    name: 'transaction-expiry-seconds',
    column: 'transaction_expiry_seconds',
    shape: wholeNumber(60, 2_592_000, 'seconds'),
    fallback: 259_200,
    purpose: 'Seconds for which a transaction waits for the person.',
  },
  {
    name: 'replica-policy',
    column: 'replica_policy',
    shape: choice('refuse', 'reuse'),
    fallback: 'refuse',
    purpose:
      'Response to a create request with the data of an open or approved transaction. `refuse`: 40027. `reuse`: the earlier transaction of the company, with its original value and redirectUrl.',
  },
  {
    name: 'process-reuse',
    column: 'process_reuse',
    shape: choice('many', 'once'),
    fallback: 'many',
    purpose:
      'How often the captures of a reference process may be used (additionalInfo.processID) within the hour after it finished. `many`: any number of times. `once`: by one transaction; others then get 40037. If process and transaction belong to different companies, the stricter rule applies.',
  },
  {
    name: 'maximum-value',
    column: 'maximum_value',
    shape: optionalText('amount'),
    fallback: null,
    purpose: 'Largest value of an order; a create request above it is refused with 40045.',
    read: (stored) => (typeof stored === 'string' ? withoutTrailingZeros(stored) : stored),
  },
  {
    name: 'webhook-order-number',
    column: 'webhook_order_number',
    shape: choice('omit', 'include'),
    fallback: 'omit',
    purpose: 'Whether webhooks about a transaction carry its order number.',
  },
]);

const retention = defineSettings('retention', [
  {
    name: 'capture-retention-days',
    column: 'capture_retention_days',
    shape: wholeNumber(1, 3650, 'days'),
    fallback: 30,
    danger: 'retention',
    purpose: 'Days for which the pictures of a capture are kept after its transaction or process ends.',
  },
  {
    name: 'person-retention-days',
    column: 'person_retention_days',
    shape: wholeNumber(1, 3650, 'days'),
    fallback: 540,
    danger: 'retention',
    purpose:
      'Days for which personal data are kept: identity, card and order after a transaction ends; identity, name and address after a process ends. Id, status and times are not deleted.',
  },
]);

const checks = defineSettings('checks', [
  {
    name: 'ending-checks',
    column: 'ending_checks',
    shape: { kind: 'codes', options: CREATE_REASONS, hasNone: true, none: 'module' },
    fallback: null,
    danger: 'decision',
    purpose: `Findings of the create checks that end a transaction as fast-inconclusive; other findings are recorded in its history. By default, pre ends on ${ENDING_BY_MODULE.pre.join(', ')}, and super-pre on all.`,
  },
  {
    name: 'identity-attempts-per-day',
    column: 'identity_attempts_per_day',
    shape: wholeNumber(1, 1000),
    fallback: 10,
    purpose:
      'Maximum transactions of one identity within 24 hours, in pre and super-pre. In every module, the identity may begin three times as many attempts at the challenge.',
  },
  {
    name: 'card-attempts-per-day',
    column: 'card_attempts_per_day',
    shape: wholeNumber(1, 1000),
    fallback: 10,
    purpose: 'Maximum transactions of one card within 24 hours, in pre and super-pre.',
  },
  {
    name: 'card-memory-days',
    column: 'card_memory_days',
    shape: wholeNumber(1, 365, 'days'),
    fallback: 30,
    purpose: 'Days for which a card is remembered with the identity it was used with.',
  },
]);

const addresses = defineSettings('addresses', [
  {
    name: 'redirect-hosts',
    column: 'redirect_hosts',
    shape: list('host', ...REDIRECT_WORDS),
    fallback: [],
    danger: 'reach',
    purpose:
      'Hosts to which the page may redirect at the end. `any` allows every https host; `none` allows none, and is what companies created in `production` start with. Empty also allows every https host; in `production`, each start logs a warning until you choose.',
  },
  {
    name: 'app-schemes',
    column: 'app_schemes',
    shape: list('app-scheme'),
    fallback: [],
    danger: 'reach',
    purpose:
      'App schemes to which the page may redirect at the end. Any other app on the phone may claim a scheme, and one without a dot even by accident. That app then receives id and status of the transaction. The words after the colon accept this.',
  },
  {
    name: 'web-origins',
    column: 'web_origins',
    shape: list('origin'),
    fallback: [],
    danger: 'reach',
    purpose: 'Origins on which the web SDK may run.',
  },
]);

const links = defineSettings('links', [
  {
    name: 'link-renewal',
    column: 'link_renewal',
    shape: choice('never', 'same-browser', 'unused'),
    fallback: 'same-browser',
    purpose:
      'Whether a person may continue after their link or page expired, while the transaction is open. `never`: no. `same-browser`: in the browser that had it open. `unused`: also with a link that nobody has used.',
  },
  linkLifetime,
]);

/** What can be set for a company; changes are felt within 5 s by new requests. */
export const companySettings: readonly Setting[] = [
  ...transactions,
  ...faceSettings,
  ...faceLinkSettings,
  ...checks,
  ...cardEvidenceSettings,
  ...cardSettings,
  ...deviceLinkSettings,
  ...addresses,
  ...links,
  ...pageSettings,
  ...noticeSettings,
  ...retention,
];
