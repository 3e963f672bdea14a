import { type Static, type TOptional, type TString, Type } from 'typebox';
import { literals } from '../literals.ts';
import { PROCESS_PURPOSES } from '../processes/processes.ts';
import { TRANSACTION_STATUSES } from '../transactions/transactions.ts';
import { DataErasure, DataNotice, PAGE_THEMES, Purchase } from './appearance.ts';
import { CARD_KINDS } from './card-kinds.ts';
import { HandOver, LINK_PURPOSES, PAGE_CHOICES } from './page-links.ts';

export { CONSENT_VERSION, DEVICE_CONSENT_VERSION } from './consent-version.ts';

/** Languages in which the hosted page is complete; BCP 47. */
export const PAGE_LANGUAGES = ['pt', 'en', 'es', 'fr'] as const;
export type PageLanguage = (typeof PAGE_LANGUAGES)[number];

const textByLanguage = Object.fromEntries(
  PAGE_LANGUAGES.map((language) => [language, Type.Optional(Type.String())]),
) as Record<PageLanguage, TOptional<TString>>;

/**
 * What the challenge can ask for. Left and right are turns to the person's own sides, up and down are nods, as in ISO/IEC 39794-5 pose
 * angles; mouth is the mouth opened wide. Nearer and farther are the face's distance to the camera against the first frame; front is
 * facing it with the mouth closed, at the distance of the first frame.
 */
export const CHALLENGE_POSES = [
  'front',
  'left',
  'right',
  'up',
  'down',
  'mouth',
  'nearer',
  'farther',
] as const;
export type ChallengePose = (typeof CHALLENGE_POSES)[number];

/**
 * What a person can choose to do in a challenge. `turn` draws from all movements of the head and the mouth; those named `without_…` leave
 * one kind out, for who cannot make it. `distance` asks to come nearer and to move away, and once to open the mouth.
 */
export const CHALLENGE_MOVEMENTS = [
  'turn',
  'without_turns',
  'without_nods',
  'without_mouth',
  'distance',
] as const;
export type ChallengeMovement = (typeof CHALLENGE_MOVEMENTS)[number];

/** What the server says of one frame, for the page to put into words; never a score (design section 6). */
export const FRAME_HINTS = [
  'good',
  'no_face',
  'several_faces',
  'too_dark',
  'too_bright',
  'blurred',
  'too_small',
  'too_close',
  'off_centre',
  'occluded',
  'plain_background',
  'look_straight',
  'turn_left',
  'turn_right',
  'look_up',
  'look_down',
  'open_mouth',
  'close_mouth',
  'move_nearer',
  'move_farther',
] as const;
export type FrameHint = (typeof FRAME_HINTS)[number];

/**
 * How an attempt ended; `completed` hands the capture to the decision, any other uses up one attempt. Those named like a hint say what
 * kept the last step from being passed until its time was up; `not_live` that what moved was no solid head.
 */
export const ATTEMPT_OUTCOMES = [
  'completed',
  'challenge_missed',
  'no_face',
  'several_faces',
  'too_dark',
  'too_bright',
  'blurred',
  'too_small',
  'too_close',
  'off_centre',
  'occluded',
  'person_changed',
  'not_live',
  'timeout',
] as const;
export type AttemptOutcome = (typeof ATTEMPT_OUTCOMES)[number];

/** How a page on a device without touch suggests the phone. */
export const PHONE_FIRST = ['off', 'offer', 'first'] as const;
export type PhoneFirst = (typeof PHONE_FIRST)[number];

/** How a page can tell that a step of the challenge is done. */
export const STEP_FEEDBACK = ['off', 'vibration', 'sound', 'both'] as const;
export type StepFeedback = (typeof STEP_FEEDBACK)[number];

/**
 * Opens a page session with a one-time code; a page in a frame names the origin around it, as the browser told it. `pageLoad` is a random
 * text of the page's own, by which the same page may ask once more when the answer was lost on the way. In a frame it is that of the shop's
 * page: a frame that is loaded anew keeps the consent on the same one alone.
 */
export const OpenSessionRequest = Type.Object({
  code: Type.String({ minLength: 20, maxLength: 100 }),
  pageLoad: Type.Optional(Type.String({ pattern: '^[0-9a-f]{32}$' })),
  embedder: Type.Optional(Type.String({ maxLength: 300 })),
});
export type OpenSessionRequest = Static<typeof OpenSessionRequest>;

/** What the page may know of its transaction; card and name are masked by the server. */
export const SessionView = Type.Object(
  {
    stage: literals(['consent', 'camera', 'processing', 'approved', 'not_approved', 'ended'] as const),
    /** What the person is asked for: a card of a purchase, or who they are. */
    subject: literals(['transaction', 'process'] as const),
    /** Id of the transaction or the process. */
    transactionId: Type.String(),
    /** Names this page among those of its browser; no secret. */
    pageId: Type.String(),
    /** Of a process the word that a transaction would have. */
    status: literals(TRANSACTION_STATUSES),
    /** How this page was reached: only a page of the merchant's goes on to the merchant at the end. */
    opening: literals(LINK_PURPOSES),
    companyName: Type.String(),
    brandColour: Type.Union([Type.String({ pattern: '^#[0-9a-f]{6}$' }), Type.Null()]),
    /** Path of the company's logo on this service. */
    logoPath: Type.Union([Type.String(), Type.Null()]),
    /** The company's own words above the purpose, by language; those that are missing are left out. */
    introduction: Type.Object(textByLanguage, { additionalProperties: false }),
    /** Whether a device without touch is offered the phone among the alternatives, beside the consent, or before it. */
    phoneFirst: literals(PHONE_FIRST),
    /** By what a finished step is told, until the person chooses otherwise. */
    stepFeedback: literals(STEP_FEEDBACK),
    /** What a process is for; null of a transaction. */
    purpose: Type.Union([literals(PROCESS_PURPOSES), Type.Null()]),
    /** Null of a process, which has neither order nor card. */
    orderNumber: Type.Union([Type.String(), Type.Null()]),
    /** Empty where it is not known. */
    firstName: Type.String(),
    maskedCard: Type.Union([Type.String(), Type.Null()]),
    cardBrand: Type.Union([Type.String(), Type.Null()]),
    cardKind: Type.Union([literals(CARD_KINDS), Type.Null()]),
    /** The identity that will be verified: the one sent, or the one the person stated. */
    identityKey: Type.String(),
    maskedIdentity: Type.String(),
    mayStateIdentity: Type.Boolean(),
    isStatedIdentity: Type.Boolean(),
    choices: Type.Array(literals(PAGE_CHOICES)),
    /** Kinds of challenge that may be begun here. */
    movements: Type.Array(literals(CHALLENGE_MOVEMENTS)),
    /** The link that was passed on last, if one was. */
    handOver: Type.Union([HandOver, Type.Null()]),
    attemptsLeft: Type.Integer({ minimum: 0 }),
    /** Until when the next attempt has to begin, after one that failed; then the failure is final. Null where nothing has failed. */
    retryUntil: Type.Union([Type.String({ format: 'date-time' }), Type.Null()]),
    /** Whether the person may have more time until then. */
    mayProlongRetry: Type.Boolean(),
    consentVersion: Type.String(),
    redirectUrl: Type.Union([Type.String(), Type.Null()]),
    dataNotice: DataNotice,
    /** Null of a process. */
    purchase: Type.Union([Purchase, Type.Null()]),
    /** How the last attempt failed, once none is left; null of every other end, whose reasons are for the merchant alone. */
    failure: Type.Union([literals(ATTEMPT_OUTCOMES), Type.Null()]),
    /** Null where this page has captured nothing, or the request is still open. */
    erasure: Type.Union([DataErasure, Type.Null()]),
    /** Language that the merchant wishes. */
    language: Type.Union([Type.String(), Type.Null()]),
    theme: literals(PAGE_THEMES),
  },
  { additionalProperties: false },
);
export type SessionView = Static<typeof SessionView>;

/** The person's answer to the consent text, with the version and language they read. */
export const ConsentRequest = Type.Object({
  version: Type.String({ maxLength: 20 }),
  language: literals(PAGE_LANGUAGES),
  accepted: Type.Boolean(),
});
export type ConsentRequest = Static<typeof ConsentRequest>;

/** The identity under which the person says the card is theirs; the one the merchant sent takes the statement back. */
export const StateIdentityRequest = Type.Object({
  key: Type.String({ maxLength: 20 }),
  value: Type.String({ maxLength: 64 }),
});
export type StateIdentityRequest = Static<typeof StateIdentityRequest>;

/** What the running camera can be asked for during an attempt: a smaller picture, a lower rate, or a zoom. */
export const CAMERA_REQUEST_KINDS = ['size', 'rate', 'zoom'] as const;
export type CameraRequestKind = (typeof CAMERA_REQUEST_KINDS)[number];

const Setting = Type.Number({ minimum: 0, maximum: 100_000 });
const SettingRange = Type.Object({ min: Setting, max: Setting });

/** Present settings of the camera (MediaTrackSettings): width and height in pixels, frameRate in pictures a second, zoom in units of its own. */
export const CameraSettings = Type.Object({
  width: Type.Optional(Setting),
  height: Type.Optional(Setting),
  frameRate: Type.Optional(Setting),
  zoom: Type.Optional(Setting),
});
export type CameraSettings = Static<typeof CameraSettings>;

/** What the camera says it can be set to (MediaTrackCapabilities), by the same names and units. */
export const CameraCapabilities = Type.Object({
  width: Type.Optional(SettingRange),
  height: Type.Optional(SettingRange),
  frameRate: Type.Optional(SettingRange),
  zoom: Type.Optional(SettingRange),
});
export type CameraCapabilities = Static<typeof CameraCapabilities>;

/** What the page noticed of the camera it opened; it can raise a doubt, and never takes one away. */
export const CameraReport = Type.Object({
  /** The name the browser gives the device; empty where it gives none. Only what it tells of a virtual camera is kept. */
  label: Type.String({ maxLength: 300 }),
  /** Whether the settings followed when another picture size was asked for; null when the browser could not be asked. */
  answersConstraints: Type.Union([Type.Boolean(), Type.Null()]),
  /** Milliseconds between pictures as the browser presented them; empty where it does not tell. */
  frameIntervalsMs: Type.Array(Type.Number({ minimum: 0, maximum: 60_000 }), { maxItems: 60 }),
  /** Sent by pages that answer camera requests; without both of these none are made. */
  settings: Type.Optional(CameraSettings),
  capabilities: Type.Optional(CameraCapabilities),
});
export type CameraReport = Static<typeof CameraReport>;

/** Begins an attempt: how the person wants to move, and whether they want more time for each step. */
export const StartAttemptRequest = Type.Object({
  movement: Type.Optional(literals(CHALLENGE_MOVEMENTS)),
  unhurried: Type.Optional(Type.Boolean()),
  camera: Type.Optional(CameraReport),
});
export type StartAttemptRequest = Static<typeof StartAttemptRequest>;

/** A fresh random challenge; frames are accepted at `frames/{position}` from `nextPosition` up, one at a time, until `stepSeconds` pass without progress. */
export const AttemptView = Type.Object(
  {
    attemptId: Type.String(),
    movement: literals(CHALLENGE_MOVEMENTS),
    poses: Type.Array(literals(CHALLENGE_POSES)),
    nextPosition: Type.Integer({ minimum: 0 }),
    step: Type.Integer({ minimum: 0 }),
    stepSeconds: Type.Integer({ minimum: 1 }),
    attemptsLeft: Type.Integer({ minimum: 0 }),
  },
  { additionalProperties: false },
);
export type AttemptView = Static<typeof AttemptView>;

/**
 * Asks for another setting of the running camera, until an answer to a frame no longer has it; then the page restores the camera. `value`
 * is the longer side of the picture in pixels, pictures a second, or how many times the present zoom.
 */
export const CameraRequest = Type.Object(
  {
    id: Type.Integer({ minimum: 1, maximum: 99 }),
    kind: literals(CAMERA_REQUEST_KINDS),
    value: Type.Number({ minimum: 0 }),
  },
  { additionalProperties: false },
);
export type CameraRequest = Static<typeof CameraRequest>;

/** What came of a camera request on the page's side: `applied` also where the camera took it and its settings stayed; `timed_out` after its patience. */
export const CAMERA_ANSWER_OUTCOMES = ['applied', 'refused', 'unsupported', 'timed_out'] as const;
export type CameraAnswerOutcome = (typeof CAMERA_ANSWER_OUTCOMES)[number];

/** Header of a frame with the page's answer to a camera request: `id/outcome/delayMs/claimed/seen`, the last two in the unit of the request and `-` where unknown. */
export const CAMERA_ANSWER_HEADER = 'x-camera-answer';

/** How that header is written: at most six digits of delay, and two decimals of a value. */
export const CAMERA_ANSWER_PATTERN =
  '^[0-9]{1,2}/(applied|refused|unsupported|timed_out)/[0-9]{1,6}(/([0-9]{1,6}([.][0-9]{1,2})?|-)){2}$';

/** The server's answer to one frame: `step` is the index of the pose now asked for; `outcome` is present once the attempt has ended. */
export const FrameAnswer = Type.Object(
  {
    step: Type.Integer({ minimum: 0 }),
    hint: literals(FRAME_HINTS),
    outcome: Type.Optional(literals(ATTEMPT_OUTCOMES)),
    attemptsLeft: Type.Integer({ minimum: 0 }),
    cameraRequest: Type.Optional(CameraRequest),
  },
  { additionalProperties: false },
);
export type FrameAnswer = Static<typeof FrameAnswer>;

/** Header by which a page says which one it is, by its session's `pageId`: one browser may have several open, and its cookie is of them all. */
export const PAGE_HEADER = 'x-capture-page';

/** Largest JPEG frame the server takes, in bytes. */
export const MAX_FRAME_BYTES = 512 * 1024;
