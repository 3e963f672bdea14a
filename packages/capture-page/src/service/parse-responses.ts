import { CARD_KINDS } from '@titular/contract/card-kinds';
import { LATE_LINK_STATES, type LateLink } from '@titular/contract/late-links';
import {
  ATTEMPT_OUTCOMES,
  type AttemptView,
  CAMERA_REQUEST_KINDS,
  type CameraRequest,
  CHALLENGE_MOVEMENTS,
  CHALLENGE_POSES,
  FRAME_HINTS,
  type FrameAnswer,
  PAGE_LANGUAGES,
  PHONE_FIRST,
  type SessionView,
  STEP_FEEDBACK,
} from '@titular/contract/page';
import type { PageEventsCounted } from '@titular/contract/page-events';
import {
  HAND_OVER_PURPOSES,
  HAND_OVER_STATES,
  type HandOver,
  type HandOverLink,
  LINK_PURPOSES,
  PAGE_CHOICES,
} from '@titular/contract/page-links';
import { PROCESS_PURPOSES } from '@titular/contract/processes';
import { TRANSACTION_STATUSES } from '@titular/contract/transactions';

import { parseContact, parseNotices, parseTheme } from './parse-notices.ts';

type Fields = Readonly<Record<string, unknown>>;

const stages = ['consent', 'camera', 'processing', 'approved', 'not_approved', 'ended'] as const;

function parseFields(body: unknown): Fields {
  if (typeof body !== 'object' || body === null) throw new TypeError('answer is not an object');
  return body as Fields;
}

function text(fields: Fields, name: string): string {
  const value = fields[name];
  if (typeof value !== 'string') throw new TypeError(`answer has no text ${name}`);
  return value;
}

function instantOrNull(fields: Fields, name: string): string | null {
  if (fields[name] === null) return null;
  const value = text(fields, name);
  if (Number.isNaN(Date.parse(value))) throw new TypeError(`answer has no instant ${name}`);
  return value;
}

function count(fields: Fields, name: string): number {
  const value = fields[name];
  if (typeof value !== 'number' || !Number.isInteger(value) || value < 0) {
    throw new TypeError(`answer has no count ${name}`);
  }
  return value;
}

function parseHandOver(value: unknown): HandOver | null {
  if (value === null) return null;
  const fields = parseFields(value);
  return {
    purpose: oneOf(HAND_OVER_PURPOSES, fields['purpose']),
    state: oneOf(HAND_OVER_STATES, fields['state']),
    isSuggested: fields['isSuggested'] === true,
    expiresAt: text(fields, 'expiresAt'),
  };
}

function parseIntroduction(value: unknown): SessionView['introduction'] {
  const fields = parseFields(value);
  const given = PAGE_LANGUAGES.filter((language) => typeof fields[language] === 'string');
  return Object.fromEntries(given.map((language) => [language, text(fields, language)]));
}

function oneOf<T extends string>(values: readonly T[], value: unknown): T {
  const known = values.find((candidate) => candidate === value);
  if (known === undefined) throw new TypeError('answer has an unknown word');
  return known;
}

// A choice that this page does not know is one that it cannot offer.
function parseChoices(value: unknown): SessionView['choices'] {
  if (!Array.isArray(value)) throw new TypeError('answer has no choices');
  return PAGE_CHOICES.filter((choice) => value.includes(choice));
}

/** A server of the release before knows two, and does not tell them; one that this page does not know is one that it cannot ask for. */
const parseMovements = (value: unknown): SessionView['movements'] =>
  Array.isArray(value)
    ? CHALLENGE_MOVEMENTS.filter((movement) => value.includes(movement))
    : ['turn', 'distance'];

/** Reads the session's view; throws TypeError on any other shape. */
export function parseSessionView(body: unknown): SessionView {
  const fields = parseFields(body);
  return {
    stage: oneOf(stages, fields['stage']),
    // A server of the release before knows of transactions alone.
    subject: fields['subject'] === 'process' ? 'process' : 'transaction',
    transactionId: text(fields, 'transactionId'),
    pageId: text(fields, 'pageId'),
    status: oneOf(TRANSACTION_STATUSES, fields['status']),
    opening: oneOf(LINK_PURPOSES, fields['opening']),
    companyName: text(fields, 'companyName'),
    brandColour: fields['brandColour'] === null ? null : text(fields, 'brandColour'),
    logoPath: fields['logoPath'] === null ? null : text(fields, 'logoPath'),
    introduction: parseIntroduction(fields['introduction']),
    // A server of the release before does not tell the next two, nor lets anybody have more time.
    phoneFirst: PHONE_FIRST.find((word) => word === fields['phoneFirst']) ?? 'off',
    stepFeedback: STEP_FEEDBACK.find((word) => word === fields['stepFeedback']) ?? 'off',
    // One that this page does not know is one that it cannot ask for.
    purpose: PROCESS_PURPOSES.find((purpose) => purpose === fields['purpose']) ?? null,
    orderNumber: fields['orderNumber'] === null ? null : text(fields, 'orderNumber'),
    firstName: text(fields, 'firstName'),
    maskedCard: fields['maskedCard'] === null ? null : text(fields, 'maskedCard'),
    // A server of the release before tells neither.
    cardBrand: typeof fields['cardBrand'] === 'string' ? fields['cardBrand'] : null,
    cardKind: CARD_KINDS.find((kind) => kind === fields['cardKind']) ?? null,
    identityKey: text(fields, 'identityKey'),
    maskedIdentity: text(fields, 'maskedIdentity'),
    mayStateIdentity: fields['mayStateIdentity'] === true,
    isStatedIdentity: fields['isStatedIdentity'] === true,
    choices: parseChoices(fields['choices']),
    movements: parseMovements(fields['movements']),
    handOver: parseHandOver(fields['handOver']),
    attemptsLeft: count(fields, 'attemptsLeft'),
    retryUntil: instantOrNull(fields, 'retryUntil'),
    mayProlongRetry: fields['mayProlongRetry'] === true,
    consentVersion: text(fields, 'consentVersion'),
    redirectUrl: fields['redirectUrl'] === null ? null : text(fields, 'redirectUrl'),
    failure: ATTEMPT_OUTCOMES.find((outcome) => outcome === fields['failure']) ?? null,
    ...parseNotices(fields),
  };
}

/** Reads why a link does not open; throws TypeError on any other shape. */
export function parseLateLink(body: unknown): LateLink {
  const fields = parseFields(body);
  return {
    state: oneOf(LATE_LINK_STATES, fields['state']),
    subject: fields['subject'] === 'process' ? 'process' : 'transaction',
    companyName: text(fields, 'companyName'),
    brandColour: fields['brandColour'] === null ? null : text(fields, 'brandColour'),
    logoPath: fields['logoPath'] === null ? null : text(fields, 'logoPath'),
    contact: parseContact(fields['contact']),
    language: fields['language'] === null ? null : text(fields, 'language'),
    theme: parseTheme(fields['theme']),
    mayRequest: fields['mayRequest'] === true,
    requestedAt: fields['requestedAt'] === null ? null : instantOrNull(fields, 'requestedAt'),
  };
}

/** Reads a link to pass on; throws TypeError on any other shape. */
export function parseHandOverLink(body: unknown): HandOverLink {
  const fields = parseFields(body);
  return {
    purpose: oneOf(HAND_OVER_PURPOSES, fields['purpose']),
    link: text(fields, 'link'),
    expiresAt: text(fields, 'expiresAt'),
  };
}

/** Reads a new attempt; throws TypeError on any other shape or on a challenge without poses. */
export function parseAttemptView(body: unknown): AttemptView {
  const fields = parseFields(body);
  const poses = fields['poses'];
  if (!Array.isArray(poses) || poses.length === 0) throw new TypeError('answer has no poses');
  return {
    attemptId: text(fields, 'attemptId'),
    movement: oneOf(CHALLENGE_MOVEMENTS, fields['movement'] ?? 'turn'),
    poses: poses.map((pose) => oneOf(CHALLENGE_POSES, pose)),
    nextPosition: count(fields, 'nextPosition'),
    step: count(fields, 'step'),
    stepSeconds: count(fields, 'stepSeconds'),
    attemptsLeft: count(fields, 'attemptsLeft'),
  };
}

// One that this page does not understand is one that it cannot follow.
function parseCameraRequest(value: unknown): CameraRequest | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const { id, kind, value: asked } = value as Fields;
  const known = CAMERA_REQUEST_KINDS.find((one) => one === kind);
  if (known === undefined || typeof id !== 'number' || typeof asked !== 'number') return undefined;
  return { id, kind: known, value: asked };
}

/** Reads the answer to a frame; throws TypeError on any other shape. */
export function parseFrameAnswer(body: unknown): FrameAnswer {
  const fields = parseFields(body);
  const answer: FrameAnswer = {
    step: count(fields, 'step'),
    hint: oneOf(FRAME_HINTS, fields['hint']),
    attemptsLeft: count(fields, 'attemptsLeft'),
  };
  if (fields['outcome'] !== undefined) answer.outcome = oneOf(ATTEMPT_OUTCOMES, fields['outcome']);
  const cameraRequest = parseCameraRequest(fields['cameraRequest']);
  if (cameraRequest !== undefined) answer.cameraRequest = cameraRequest;
  return answer;
}

/** Reads how many events were counted; throws TypeError on any other shape. */
export function parseEventsCounted(body: unknown): PageEventsCounted {
  return { counted: count(parseFields(body), 'counted') };
}

/** The catalogue code of an error body; empty when the body is no such thing. */
export function parseErrorCode(body: unknown): string {
  if (typeof body !== 'object' || body === null) return '';
  const code = (body as Fields)['code'];
  return typeof code === 'string' ? code : '';
}
