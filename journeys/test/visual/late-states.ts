import type { ScreenName } from '@titular/capture-page/dom.ts';
import { CONSENT_VERSION, type LateLink, type SessionView } from '@titular/contract';
import { type Look, type Reply, viewWith } from './screen-state.ts';

const view = (changes: Partial<SessionView> = {}): Reply => viewWith(CONSENT_VERSION, changes);
const redirectUrl = 'https://shop.example/back?id=1&status=approved';
const requestedAt = '2031-05-06T17:35:00.000Z';

const ended = (
  stage: SessionView['stage'],
  status: SessionView['status'],
  more: Partial<SessionView> = {},
) => ({ session: view({ stage, status, ...more }) });

/** A link or session that is not taken. */
export const NOT_TAKEN: Reply = { status: 403, body: { code: '40310' } };
const CONTACT: LateLink['contact'] = {
  url: 'https://aurora.example/ajuda',
  email: 'privacidade@aurora.example',
  phone: '+551140028922',
};
const lateLink = (changes: Partial<LateLink>): Reply => ({
  body: {
    state: 'expired',
    subject: 'transaction',
    companyName: 'Loja Aurora',
    brandColour: null,
    logoPath: null,
    contact: { url: null, email: null, phone: null },
    language: null,
    theme: 'auto',
    mayRequest: true,
    requestedAt: null,
    ...changes,
  } satisfies LateLink,
});
/** A company that has set all that the page tells of it. */
export const NOTICE = {
  dataNotice: {
    controllerName: 'Aurora Comércio Eletrônico S.A.',
    privacyUrl: 'https://aurora.example/privacidade',
    termsUrl: 'https://aurora.example/termos',
    contact: CONTACT,
    pictureDays: 30,
    personDays: 540,
    faceDays: 1095,
    deviceDays: null,
  },
} satisfies Partial<SessionView>;
/** The same of one that counts devices. */
export const DEVICE_NOTICE = { dataNotice: { ...NOTICE.dataNotice, deviceDays: 90 } };
/** Data of which the person may ask for the deletion. */
export const ERASURE: NonNullable<SessionView['erasure']> = {
  requestedAt: null,
  picturesUntil: '2031-06-05T17:35:00.000Z',
  recordUntil: '2032-10-27T17:35:00.000Z',
  includesFace: true,
};

/** Screens of links that come too late, and of who wants their data deleted. */
export const lateStates = {
  'link-used': [
    { name: 'link-used', wire: { session: NOT_TAKEN, 'late-link': lateLink({ state: 'used' }) } },
    {
      name: 'link-used-over',
      wire: { session: NOT_TAKEN, 'late-link': lateLink({ state: 'used', mayRequest: false }) },
    },
  ],
  'link-expired': [
    {
      name: 'link-expired',
      wire: { session: NOT_TAKEN, 'late-link': lateLink({ contact: CONTACT, brandColour: '#3a1463' }) },
    },
    {
      name: 'link-expired-asked',
      wire: {
        session: NOT_TAKEN,
        'late-link': lateLink({}),
        request: lateLink({ requestedAt }),
      },
      press: ['request-link'],
      until: '[data-note="requested"]',
    },
  ],
  'link-replaced': [
    { name: 'link-replaced', wire: { session: NOT_TAKEN, 'late-link': lateLink({ state: 'replaced' }) } },
  ],
  'erase-data': [
    {
      name: 'erase-data',
      wire: ended('approved', 'approved', { erasure: ERASURE, ...NOTICE }),
      press: ['erase-data'],
    },
    {
      name: 'erase-data-unconfirmed',
      wire: ended('not_approved', 'inconclusive', { erasure: { ...ERASURE, includesFace: false } }),
      press: ['erase-data'],
    },
  ],
  withdrawn: [
    {
      name: 'withdrawn',
      wire: {
        session: view({ stage: 'camera', redirectUrl }),
        consent: view({
          stage: 'consent',
          redirectUrl,
          erasure: { ...ERASURE, includesFace: false, requestedAt },
        }),
      },
      press: ['withdraw'],
    },
  ],
  erased: [
    {
      name: 'erased',
      wire: {
        ...ended('approved', 'approved', { erasure: ERASURE }),
        erasure: view({
          stage: 'approved',
          status: 'approved',
          redirectUrl,
          erasure: { ...ERASURE, requestedAt },
        }),
      },
      press: ['erase-data', 'confirm'],
    },
  ],
} satisfies Partial<Readonly<Record<ScreenName, readonly Look[]>>>;
