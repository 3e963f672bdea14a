import type { SessionView } from '@titular/contract/page';
import type { PreviewView } from '@titular/contract/page-preview';

/** A made-up purchase; nobody has this identity or this card. */
const SAMPLE: SessionView = {
  stage: 'consent',
  subject: 'transaction',
  purpose: null,
  transactionId: '00000000-0000-7000-8000-000000000000',
  pageId: '00000000-0000-7000-8000-000000000000',
  status: 'waiting',
  opening: 'merchant',
  companyName: '',
  brandColour: null,
  logoPath: null,
  introduction: {},
  phoneFirst: 'off',
  stepFeedback: 'off',
  orderNumber: 'A-1024',
  firstName: 'Maria',
  maskedCard: '•••• 4242',
  cardBrand: null,
  cardKind: null,
  identityKey: 'cpf',
  maskedIdentity: '***.***.***-00',
  mayStateIdentity: false,
  isStatedIdentity: false,
  choices: ['unknown_purchase', 'holder_absent'],
  movements: ['turn', 'without_turns', 'without_nods', 'without_mouth', 'distance'],
  handOver: null,
  attemptsLeft: 3,
  retryUntil: null,
  mayProlongRetry: false,
  consentVersion: '',
  redirectUrl: null,
  dataNotice: {
    controllerName: null,
    privacyUrl: null,
    termsUrl: null,
    contact: { url: null, email: null, phone: null },
    pictureDays: 30,
    personDays: 540,
    faceDays: 1095,
    deviceDays: null,
  },
  purchase: { amount: '199.90', currency: 'BRL', at: '2026-11-22T17:35:00.000Z', domain: null },
  failure: null,
  erasure: null,
  language: null,
  theme: 'light',
};

/** The sample with looks that are not saved, and a logo at an address of the page's own. */
export const sampleView = (looks: PreviewView, logoPath: string | null): SessionView => {
  const { companyName, brandColour, introduction, scheme: theme } = looks;
  return { ...SAMPLE, companyName, brandColour, introduction, theme, logoPath };
};
