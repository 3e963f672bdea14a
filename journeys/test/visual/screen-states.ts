import type { CameraProblem } from '@titular/capture-page/camera/camera-problem.ts';
import type { ScreenName } from '@titular/capture-page/dom.ts';
import {
  type AttemptView,
  CONSENT_VERSION,
  type FrameAnswer,
  type HandOver,
  type HandOverPurpose,
  type SessionView,
} from '@titular/contract';
import { DEVICE_NOTICE, ERASURE, lateStates, NOT_TAKEN, NOTICE } from './late-states.ts';
import { processStates } from './process-states.ts';
import { LOGO_PATH, type Look, type Reply, type ViewDevice, viewWith, type Wire } from './screen-state.ts';

const view = (changes: Partial<SessionView> = {}): Reply => viewWith(CONSENT_VERSION, changes);
const camera: Partial<SessionView> = { stage: 'camera' };

/** The merchant's address; the browser of the looks goes there without leaving the page. */
const redirectUrl = 'https://shop.example/back?id=1&status=approved';
/** Seen from the time zone of the looks it is 14:35. */
const retryUntil = '2031-05-06T17:35:00.000Z';

const TURN: AttemptView['poses'] = ['front', 'left', 'right', 'front'];
/** Four moves, the most that are drawn. */
const NODS: AttemptView['poses'] = [
  'front',
  'up',
  'front',
  'mouth',
  'front',
  'left',
  'front',
  'down',
  'front',
];
const DISTANCE: AttemptView['poses'] = ['front', 'nearer', 'farther', 'front'];

const attempt = (changes: Partial<AttemptView>): Reply => ({
  body: {
    attemptId: '0199a1c2-7a52-7c3e-9d1f-3a2b4c5d6e80',
    movement: 'turn',
    poses: TURN,
    nextPosition: 0,
    step: 0,
    stepSeconds: 20,
    attemptsLeft: 3,
    ...changes,
  },
});

const frame = (changes: Partial<FrameAnswer>): Reply => ({
  body: { step: 0, hint: 'good', attemptsLeft: 2, ...changes },
});

const LIVE = '[data-phase="live"]';

const live = (name: string, wire: Wire, until: string = LIVE): Look => ({
  name: `camera-${name}`,
  wire: { session: view(camera), ...wire },
  press: ['start-camera'],
  until,
  // A picture that is not answered soon is said to take long.
  isBrief: true,
});

const atStep = (step: number, poses = TURN): Wire => ({
  attempts: attempt({ poses, step, movement: poses === DISTANCE ? 'distance' : 'turn' }),
});

const failed = (name: string, outcome: FrameAnswer['outcome'], changes: Partial<SessionView> = {}): Look => ({
  name: `attempt-failed-${name}`,
  wire: {
    session: view({ ...camera, attemptsLeft: 2, ...changes }),
    attempts: attempt({}),
    ...(outcome ? { frames: frame({ outcome }) } : { frames: { status: 404, body: { code: '40411' } } }),
  },
  press: ['start-camera'],
});

const IN_APP =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 Instagram 350.0.0.30.109';

const DEVICES: Readonly<Record<CameraProblem, ViewDevice>> = {
  denied: { camera: { error: 'NotAllowedError' } },
  missing: { camera: { error: 'NotFoundError' } },
  busy: { camera: { error: 'NotReadableError' } },
  unplugged: { camera: 'unplugged' },
  insecure: { camera: 'insecure' },
  unsupported: { camera: 'absent' },
  black: { camera: 'black' },
  blocked: { camera: 'blocked' },
  infrared: { camera: 'infrared' },
  in_app: { camera: 'absent', userAgent: IN_APP },
};

const problem = (name: string, device: ViewDevice, until: string): Look => ({
  name: `camera-problem-${name}`,
  wire: { session: view(camera), attempts: attempt({}) },
  device,
  press: ['start-camera'],
  until,
  isLater: device.camera === 'black' || device.camera === 'unplugged',
});

const problems: Look[] = Object.entries(DEVICES).map(([name, device]) =>
  problem(name, device, `[data-problem="${name}"]`),
);

const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1';

const ended = (
  stage: SessionView['stage'],
  status: SessionView['status'],
  more: Partial<SessionView> = {},
) => ({
  session: view({ stage, status, ...more }),
});

const SHARING = ['[data-part="choices"] summary'];
const expiresAt = retryUntil;
const passedOn = (purpose: HandOverPurpose): Reply => ({
  body: { purpose, link: 'https://page.test/c/BBBBBBBBBBBBBBBBBBBBBBBBBBBB', expiresAt },
});

const handedOver = (purpose: HandOverPurpose, state: HandOver['state']): Look => ({
  name: `hand-over-${purpose}-${state}`,
  wire: { session: view({ handOver: { purpose, state, isSuggested: false, expiresAt } }) },
  until: `[data-state="${state}"]`,
});

/** Every screen in the states that look different; a screen that is added to the page does not compile until it is here. */
const byScreen: Readonly<Record<ScreenName, readonly Look[]>> = {
  loading: [{ name: 'loading', wire: { session: 'held' } }],
  consent: [
    { name: 'consent' },
    {
      name: 'consent-branded',
      wire: {
        session: view({
          brandColour: '#3a1463',
          logoPath: LOGO_PATH,
          introduction: {
            pt: 'Obrigada por comprar com a gente! Esta confirmação protege você e leva só um instante.',
            en: 'Thank you for shopping with us! This check protects you and takes only a moment.',
            es: '¡Gracias por comprar con nosotros! Esta confirmación te protege y toma solo un momento.',
          },
          companyName: 'Cooperativa de Consumo dos Servidores Públicos do Vale do Paraíba',
          orderNumber: 'A-2026-11-22-0000000000000000000000000000000000731',
          firstName: 'Wolfeschlegelsteinhausenbergerdorff',
          mayStateIdentity: false,
          choices: ['phone'],
        }),
      },
    },
    { name: 'consent-notice', wire: { session: view(NOTICE) } },
    { name: 'consent-device', wire: { session: view(DEVICE_NOTICE) } },
    { name: 'consent-choices', press: SHARING, until: '[data-action="phone"]' },
    { name: 'consent-nameless', wire: { session: view({ firstName: '', choices: [] }) } },
  ],
  identity: [
    { name: 'identity', press: ['another-identity'] },
    {
      name: 'identity-invalid',
      wire: { identity: { status: 400, body: { code: '40061' } } },
      press: ['another-identity', 'state-identity'],
      until: '#identity-problem',
    },
  ],
  camera: [
    { name: 'camera-primer', wire: { session: view(camera) } },
    {
      name: 'camera-primer-last',
      wire: { session: view({ ...camera, attemptsLeft: 1, retryUntil }) },
      press: ['[data-part="ways"] summary', '#way-distance'],
    },
    { ...live('opening', {}, '[data-phase="opening"]'), device: { camera: 'pending' } },
    live('front', atStep(0)),
    live('left', atStep(1)),
    {
      ...live('branded', atStep(2)),
      wire: { ...atStep(2), session: view({ ...camera, brandColour: '#3a1463', logoPath: LOGO_PATH }) },
    },
    live('right', atStep(2)),
    live('up', atStep(1, NODS)),
    live('down', atStep(7, NODS)),
    live('mouth', atStep(3, NODS)),
    live('close', atStep(4, NODS)),
    live('nearer', atStep(1, DISTANCE)),
    live('farther', atStep(2, DISTANCE)),
    live('dark', { ...atStep(1), frames: frame({ step: 1, hint: 'too_dark' }) }, '[data-tone="adjust"]'),
    live('offline', { ...atStep(2), frames: 'lost' }, '.connection:not([hidden])'),
    live('end', { ...atStep(3), frames: frame({ step: 4 }) }, '[data-step="4"]'),
  ],
  'camera-problem': [
    ...problems,
    problem(
      'denied-phone',
      { camera: { error: 'NotAllowedError' }, userAgent: IPHONE },
      '[data-problem="denied"]',
    ),
  ],
  'attempt-failed': [
    failed('missed', 'challenge_missed'),
    failed('not-live', 'not_live'),
    failed('dark', 'too_dark', { attemptsLeft: 1, retryUntil, mayProlongRetry: true }),
    failed('timeout', 'timeout'),
    failed('interrupted', undefined),
  ],
  waiting: [
    { name: 'waiting', wire: ended('processing', 'processing') },
    {
      name: 'waiting-long',
      wire: ended('processing', 'processing'),
      isLater: true,
      until: '[data-action="retry"]',
    },
  ],
  approved: [
    { name: 'approved', wire: ended('approved', 'approved', { redirectUrl }) },
    { name: 'approved-phone', wire: ended('approved', 'approved', { opening: 'phone' }) },
    {
      name: 'approved-here',
      wire: ended('approved', 'approved', { brandColour: '#3a1463', logoPath: LOGO_PATH }),
    },
  ],
  'not-approved': [
    { name: 'not-approved', wire: ended('not_approved', 'inconclusive', { redirectUrl }) },
    {
      name: 'not-approved-staying',
      wire: ended('not_approved', 'inconclusive', { redirectUrl }),
      press: ['stay-on-page'],
      until: '.actions:not(:has([data-action="stay-on-page"]))',
    },
    { name: 'not-approved-here', wire: ended('not_approved', 'inconclusive') },
    {
      name: 'not-approved-why',
      wire: ended('not_approved', 'inconclusive', { failure: 'not_live', erasure: ERASURE, ...NOTICE }),
    },
  ],
  declined: [
    {
      name: 'declined',
      wire: { session: view({ redirectUrl }), consent: view({ redirectUrl }) },
      press: ['decline'],
    },
    { name: 'declined-here', wire: { consent: view() }, press: ['decline'] },
  ],
  ...lateStates,
  'link-invalid': [
    { name: 'link-invalid', wire: { session: NOT_TAKEN, 'late-link': NOT_TAKEN } },
    {
      name: 'link-invalid-later',
      wire: { consent: NOT_TAKEN, 'late-link': NOT_TAKEN },
      press: ['accept'],
    },
  ],
  'no-cookies': [
    { name: 'no-cookies', device: { camera: 'still', keepsNoCookies: true } },
    {
      name: 'no-cookies-link',
      device: { camera: 'still', keepsNoCookies: true },
      press: ['make-link'],
      until: '.link-field',
    },
  ],
  'time-up': [{ name: 'time-up', wire: { session: { status: 403, body: { code: '40311' } } } }],
  ended: [
    { name: 'ended-expired', wire: ended('ended', 'expired', { redirectUrl }) },
    { name: 'ended-canceled', wire: ended('ended', 'canceled') },
    { name: 'ended-unknown-purchase', wire: ended('ended', 'unknown-share', { redirectUrl }) },
    { name: 'ended-holder-absent', wire: ended('ended', 'absent-holder') },
  ],
  objection: [
    { name: 'objection-unknown-purchase', press: [...SHARING, 'unknown-purchase'] },
    {
      name: 'objection-last-question',
      press: [...SHARING, 'unknown-purchase', 'end-request'],
      until: '[data-action="confirm"]',
    },
    { name: 'objection-holder-absent', press: [...SHARING, 'holder-absent'] },
  ],
  'hand-over': [
    {
      name: 'hand-over-cardholder',
      wire: { links: passedOn('cardholder') },
      press: [...SHARING, 'cardholder'],
      until: 'svg[aria-label]',
    },
    {
      name: 'hand-over-phone',
      wire: { links: passedOn('phone') },
      press: [...SHARING, 'phone'],
      until: 'svg[aria-label]',
    },
    handedOver('cardholder', 'opened'),
    handedOver('phone', 'busy'),
    handedOver('phone', 'sent'),
  ],
  error: [
    { name: 'error', wire: { session: { status: 500, body: { code: '50000' } } }, isLater: true },
    { name: 'offline', wire: { session: 'lost' }, isLater: true },
  ],
};

/** A look with the screen it shows. */
export type ScreenState = Look & { screen: string };

/** Every look of every screen. */
export const looks: readonly ScreenState[] = [byScreen, processStates]
  .flatMap((table) => Object.entries(table))
  .flatMap(([screen, states]) =>
    states.map((state) => ({
      ...state,
      wire: { session: view(), links: passedOn('phone'), ...state.wire },
      screen,
    })),
  );
