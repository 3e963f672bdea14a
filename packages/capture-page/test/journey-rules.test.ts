import { CHALLENGE_MOVEMENTS, CONSENT_VERSION, type SessionView } from '@titular/contract/page';
import { describe, expect, test } from 'vitest';
import { cleanAddress, parseEntry } from '../src/entry.ts';
import { findLeaveAddress } from '../src/flow/redirect.ts';
import { decideScreen } from '../src/flow/stages.ts';
import {
  parseAttemptView,
  parseErrorCode,
  parseFrameAnswer,
  parseHandOverLink,
  parseSessionView,
} from '../src/service/parse-responses.ts';

const view: SessionView = {
  stage: 'consent',
  subject: 'transaction',
  purpose: null,
  transactionId: '0193a7d2-0000-7000-8000-000000000001',
  pageId: '0193a7d2-0000-7000-8000-000000000002',
  status: 'waiting',
  opening: 'merchant',
  companyName: 'Loja Azul',
  brandColour: null,
  logoPath: null,
  introduction: {},
  phoneFirst: 'offer',
  stepFeedback: 'both',
  mayProlongRetry: false,
  orderNumber: '1001',
  firstName: 'Maria',
  maskedCard: '4111 •••• •••• 1111',
  cardBrand: 'Visa',
  cardKind: null,
  identityKey: 'cpf',
  maskedIdentity: '•••.982.•••-••',
  mayStateIdentity: true,
  isStatedIdentity: false,
  choices: ['unknown_purchase', 'holder_absent', 'cardholder', 'phone'],
  movements: [...CHALLENGE_MOVEMENTS],
  handOver: null,
  attemptsLeft: 3,
  consentVersion: CONSENT_VERSION,
  retryUntil: null,
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
  purchase: null,
  failure: null,
  erasure: null,
  language: null,
  theme: 'auto',
};

const processView: SessionView = {
  ...view,
  subject: 'process',
  purpose: 'creditprocess',
  orderNumber: null,
  maskedCard: null,
  cardBrand: null,
  cardKind: null,
  firstName: '',
  mayStateIdentity: false,
  choices: ['phone'],
};

describe('entry', () => {
  test.each([
    ['/c/abc_DEF-123', { kind: 'code', code: 'abc_DEF-123' }],
    ['/c/abc/', { kind: 'code', code: 'abc' }],
    ['/capture/', { kind: 'session' }],
  ])('%s is opened as %j', (path, entry) => {
    expect(parseEntry(path)).toEqual(entry);
  });

  test('the clean address holds no code, only a chosen language (R53)', () => {
    expect(cleanAddress(undefined)).toBe('/capture/');
    expect(cleanAddress('es')).toBe('/capture/?lang=es');
  });
});

describe('stage to screen', () => {
  test.each([
    ['consent', 'consent'],
    ['camera', 'camera-primer'],
    ['processing', 'waiting'],
    ['approved', 'approved'],
    ['not_approved', 'not-approved'],
    ['ended', 'ended'],
  ] as const)('%s leads to %s, of a transaction and of a process', (stage, screen) => {
    expect(decideScreen({ ...view, stage }, CONSENT_VERSION)).toBe(screen);
    expect(decideScreen({ ...processView, stage }, CONSENT_VERSION)).toBe(screen);
  });

  test('a page with another consent text than the server asks for does not ask (R94)', () => {
    expect(decideScreen({ ...view, consentVersion: 'next' }, CONSENT_VERSION)).toBe('stale-page');
  });

  test('a page without words for what a process is for does not ask, and shows everything after the consent (R94)', () => {
    const unknown = { ...processView, purpose: null };
    expect(decideScreen(unknown, CONSENT_VERSION)).toBe('stale-page');
    expect(decideScreen({ ...unknown, stage: 'approved' }, CONSENT_VERSION)).toBe('approved');
  });

  test('without attempts left the camera is not offered', () => {
    expect(decideScreen({ ...view, stage: 'camera', attemptsLeft: 0 }, CONSENT_VERSION)).toBe('not-approved');
  });
});

describe('redirect', () => {
  test.each(['https://shop.example/back?id=1#x', 'com.example.app:/done', 'https://shop.example/a%20b'])(
    '%s is used exactly as given (R52)',
    (address) => {
      expect(findLeaveAddress(address)).toBe(address);
    },
  );

  test.each([
    null,
    '',
    '/relative',
    'javascript:alert(1)',
    ' JaVaScRiPt:alert(1)',
    'data:text/html,x',
    'blob:x',
  ])('%j is not gone to (R51)', (address) => {
    expect(findLeaveAddress(address)).toBeUndefined();
  });
});

describe('answers of the server', () => {
  test('the documented shapes are read', () => {
    const attempt = {
      attemptId: 'a1',
      movement: 'turn',
      poses: ['front', 'left'],
      nextPosition: 0,
      step: 0,
      stepSeconds: 10,
      attemptsLeft: 2,
    };
    const answer = { step: 1, hint: 'turn_left', outcome: 'completed', attemptsLeft: 2 };
    expect(parseSessionView(view)).toEqual(view);
    expect(parseSessionView(processView)).toEqual(processView);
    const failed = { ...view, retryUntil: '2026-11-21T17:35:50.000Z' };
    expect(parseSessionView(failed)).toEqual(failed);
    const handOver = {
      purpose: 'phone',
      state: 'busy',
      isSuggested: true,
      expiresAt: '2026-11-21T17:35:50.000Z',
    };
    expect(parseSessionView({ ...view, handOver })).toEqual({ ...view, handOver });
    const link = { purpose: 'phone', link: 'https://a.example/c/x', expiresAt: '2026-11-21T17:35:50.000Z' };
    expect(parseHandOverLink(link)).toEqual(link);
    expect(parseAttemptView(attempt)).toEqual(attempt);
    expect(parseFrameAnswer(answer)).toEqual(answer);
    expect(parseErrorCode({ code: '40301', message: 'no' })).toBe('40301');
  });

  test.each([
    null,
    7,
    'text',
    [],
    {},
    { ...view, stage: 'other' },
    { ...view, attemptsLeft: -1 },
    { ...view, retryUntil: 'soon' },
    { ...view, handOver: { purpose: 'phone', state: 'lost', expiresAt: '' } },
    { ...view, choices: 'phone' },
  ])('%j is no session', (body) => {
    expect(() => parseSessionView(body)).toThrow(TypeError);
  });

  test('a session without a subject is one of a transaction, and a purpose or a movement that the page does not know is none', () => {
    const { subject: _, purpose: __, ...before } = view;
    expect(parseSessionView(before)).toEqual(view);
    const { movements: ___, ...untold } = view;
    expect(parseSessionView(untold).movements).toEqual(['turn', 'distance']);
    expect(parseSessionView({ ...view, movements: ['turn', 'dance'] }).movements).toEqual(['turn']);
    expect(parseSessionView({ ...processView, purpose: 'petadoption' }).purpose).toBeNull();
  });

  test('a choice that the page does not know is not offered, and a link without a purpose is none', () => {
    expect(parseSessionView({ ...view, choices: ['by_post', 'phone'] }).choices).toEqual(['phone']);
    expect(() => parseHandOverLink({ link: 'https://a.example/c/x', expiresAt: '' })).toThrow(TypeError);
  });

  test('a challenge without poses and an unknown hint are refused', () => {
    expect(() => parseAttemptView({ poses: [] })).toThrow(TypeError);
    expect(() => parseFrameAnswer({ step: 0, hint: 'dance', attemptsLeft: 1 })).toThrow(TypeError);
    expect(parseErrorCode('<html>')).toBe('');
  });
});
