import type { ScreenName } from '@titular/capture-page/dom.ts';
import { CONSENT_VERSION, PROCESS_PURPOSES, type SessionView } from '@titular/contract';
import { type Look, type Reply, viewWith } from './screen-state.ts';

/** What is different in the view of a process; the company's own words and the name of a shop are left out. */
export const OF_PROCESS: Partial<SessionView> = {
  subject: 'process',
  purpose: 'creditprocess',
  companyName: 'Banco Aurora',
  introduction: {},
  orderNumber: null,
  maskedCard: null,
  cardBrand: null,
  cardKind: null,
  purchase: null,
  mayStateIdentity: false,
  choices: ['phone'],
};

const view = (changes: Partial<SessionView> = {}): Reply =>
  viewWith(CONSENT_VERSION, { ...OF_PROCESS, ...changes });

const consents = PROCESS_PURPOSES.map(
  (purpose): Look => ({ name: `process-consent-${purpose}`, wire: { session: view({ purpose }) } }),
);

/** The screens of a process that look different from those of a transaction, and how one ends. */
export const processStates: Readonly<Partial<Record<ScreenName, readonly Look[]>>> = {
  consent: [
    ...consents,
    { name: 'process-consent-nameless', wire: { session: view({ firstName: '', choices: [] }) } },
    {
      name: 'process-consent-choices',
      wire: { session: view() },
      press: ['[data-part="choices"] summary'],
      until: '[data-action="phone"]',
    },
  ],
  declined: [{ name: 'process-declined', wire: { session: view(), consent: view() }, press: ['decline'] }],
  approved: [
    { name: 'process-approved', wire: { session: view({ stage: 'approved', status: 'approved' }) } },
  ],
  'not-approved': [
    {
      name: 'process-not-approved',
      wire: { session: view({ stage: 'not_approved', status: 'inconclusive' }) },
    },
  ],
  ended: [{ name: 'process-ended-failed', wire: { session: view({ stage: 'ended', status: 'canceled' }) } }],
};
