import type { SessionView } from '@titular/contract';
import { maskIdentity } from '@titular/server/identity/index.ts';
import { maskCard } from '@titular/server/transactions/change/transaction-subject.ts';

/** What an address of the wire answers: `held` never does, `lost` is a connection that broke. */
export type Reply = { status?: number; body: unknown } | 'held' | 'lost';

/** Answers by what follows `/capture/session` in the path; `session` is the view itself, what is not named is held. */
export type Wire = Partial<
  Record<
    | 'session'
    | 'late-link'
    | 'request'
    | 'erasure'
    | 'consent'
    | 'identity'
    | 'attempts'
    | 'frames'
    | 'objection'
    | 'links'
    | 'renewal'
    | 'retry'
    | 'events',
    Reply
  >
>;

/**
 * What the page finds for a camera: a still picture, darkness, the question to the person unanswered, one that is pulled out, no way to
 * ask, a page that may not ask, one that the page around keeps from it, one that sees no colours, or an error by its name.
 */
export type ViewDevice = {
  camera:
    | 'still'
    | 'black'
    | 'infrared'
    | 'pending'
    | 'unplugged'
    | 'absent'
    | 'insecure'
    | 'blocked'
    | { error: string };
  userAgent?: string;
  keepsNoCookies?: boolean;
};

/** One state of one screen, reached from the link by what a person would do. */
export type Look = {
  /** Names the golden files; kebab-case. */
  name: string;
  wire?: Wire;
  device?: ViewDevice;
  /** Names of actions to press, or selectors of what else is clicked, in order. */
  press?: readonly string[];
  /** What to wait for beside the screen itself. */
  until?: string;
  /** The screen comes after a time that is not waited for: the page's clock is put forward until it is there. */
  isLater?: boolean;
  /** The screen soon says more by itself: the page's clock stands from the last press on, and is put forward in small steps until the screen is there. */
  isBrief?: boolean;
};

const VIEW: SessionView = {
  stage: 'consent',
  subject: 'transaction',
  purpose: null,
  transactionId: '0199a1c2-7a52-7c3e-9d1f-3a2b4c5d6e7f',
  pageId: '0199a1c2-7a52-7c3e-9d1f-3a2b4c5d6e81',
  status: 'waiting',
  opening: 'merchant',
  companyName: 'Loja Aurora',
  brandColour: null,
  logoPath: null,
  introduction: {},
  phoneFirst: 'offer',
  stepFeedback: 'both',
  orderNumber: 'PED-2048-77',
  firstName: 'Maria',
  maskedCard: maskCard({ binDigits: '41111111', lastDigits: '1111' }),
  cardBrand: null,
  cardKind: null,
  identityKey: 'cpf',
  maskedIdentity: maskIdentity({ key: 'cpf', value: '52998224725' }),
  mayStateIdentity: true,
  isStatedIdentity: false,
  choices: ['unknown_purchase', 'holder_absent', 'cardholder', 'phone'],
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
  purchase: { amount: '199.90', currency: 'BRL', at: '2026-11-22T17:35:00.000Z', domain: 'aurora.example' },
  failure: null,
  erasure: null,
  language: null,
  theme: 'auto',
};

/** Where the logo of the looks is. */
export const LOGO_PATH: string = `/capture/logos/${'0'.repeat(64)}.png`;

/** The answer that holds the session's view, changed as given. */
export const viewWith = (consentVersion: string, changes: Partial<SessionView> = {}): Reply => ({
  body: { ...VIEW, consentVersion, ...changes },
});
