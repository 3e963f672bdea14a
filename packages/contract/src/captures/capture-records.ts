import { type Static, Type } from 'typebox';
import { literals } from '../literals.ts';
import { ATTEMPT_OUTCOMES, type AttemptOutcome, CHALLENGE_MOVEMENTS, CHALLENGE_POSES } from '../page/page.ts';
import { MAX_REASON_LENGTH, MIN_REASON_LENGTH } from '../text-bounds.ts';
import { TransactionId } from '../transactions/transactions.ts';

/** What a decision looks at, in the order in which it does. */
export const CHECKS = [
  'challenge',
  'one_person',
  'comparison',
  'other_identities',
  'card_name',
  'links',
  'signs',
  'card_evidence',
] as const;
export type CheckName = (typeof CHECKS)[number];

/** What each check is about, as the documentation says it. */
export const CHECK_MEANINGS: Readonly<Record<CheckName, string>> = {
  challenge: 'The requested movements were made, in order.',
  one_person: 'All kept pictures show one person.',
  comparison: 'The face matches the one enrolled for the identity.',
  other_identities: 'The face is not enrolled for another identity of the same kind.',
  card_name: 'The name on the card agrees with those known for the identity.',
  links: 'The card was with few identities, and the identity with few cards.',
  signs: 'Nothing in the capture suggests an attack.',
  card_evidence:
    "The operator's service for card evidence says nothing against the card, and all that the company requires.",
};

/** What the comparison of a name on a card can say. */
export const CARD_NAME_RESULTS = ['match', 'partial', 'no_match', 'not_performed'] as const;
export type CardNameResult = (typeof CARD_NAME_RESULTS)[number];

/** How a check can end. */
export const CHECK_RESULTS = [
  'passed',
  'failed',
  'found',
  'impossible',
  'not_done',
  ...CARD_NAME_RESULTS,
] as const;
export type CheckResult = (typeof CHECK_RESULTS)[number];

/** What each result means, as the documentation says it. */
export const CHECK_RESULT_MEANINGS: Readonly<Record<CheckResult, string>> = {
  passed: 'It holds.',
  failed: 'It does not hold.',
  found: "The search found a match; the company's rules decide whether that prevents approval.",
  impossible: 'There was nothing to compare with, or no comparison was possible.',
  not_done: 'The decision did not reach this check, or the company leaves it out.',
  match: 'The names agree by the rules of embossing (`card_name` only).',
  partial: 'The names agree in part (`card_name` only).',
  no_match: 'The names do not agree (`card_name` only).',
  not_performed: 'No name is known, or one of nothing but initials (`card_name` only).',
};

/** One check of a decision, with its result: never a distance and never a score. */
export const CaptureCheck = Type.Object(
  {
    check: literals(CHECKS, {
      description: CHECKS.map((check) => `- \`${check}\`: ${CHECK_MEANINGS[check]}`).join('\n'),
    }),
    result: literals(CHECK_RESULTS, {
      description: CHECK_RESULTS.map((result) => `- \`${result}\`: ${CHECK_RESULT_MEANINGS[result]}`).join(
        '\n',
      ),
    }),
  },
  { additionalProperties: false },
);
export type CaptureCheck = Static<typeof CaptureCheck>;

/** What each outcome of an attempt means, as the documentation says it. */
export const OUTCOME_MEANINGS: Readonly<Record<AttemptOutcome, string>> = {
  completed: 'Every step was passed; the decision follows.',
  challenge_missed: 'The requested movement was not made in time, or another one was made.',
  no_face: 'No face was visible for most of the last step.',
  several_faces: 'More than one face was visible for most of the last step.',
  too_dark: 'The picture was too dark for most of the last step.',
  too_bright: 'The face was too bright for most of the last step.',
  blurred: 'The picture was blurred for most of the last step.',
  too_small: 'The face was too far away for most of the last step.',
  too_close: 'The face was too close for most of the last step.',
  off_centre: 'The face was at the edge of the picture for most of the last step.',
  occluded: 'Mouth or eyes were covered for most of the last step.',
  person_changed: 'Another person took over.',
  not_live: 'What moved was flat or bent like a sheet, or could not be distinguished from something flat.',
  timeout: 'The attempt took too long, or was abandoned.',
};

/** Something in a capture that speaks of an attack; it raises a doubt, and is no proof. */
export const CaptureSign = Type.Object(
  {
    sign: Type.String({ description: 'A coded sign.' }),
    sentence: Type.String({ description: 'What it means; for humans, the wording may change.' }),
    seen: Type.Integer({
      minimum: 1,
      description: 'How often it was seen in the attempt, up to 1,000.',
    }),
    attempt: Type.Integer({
      minimum: 0,
      description: 'Number of the attempt; 0 if the frame belonged to no attempt of the transaction.',
    }),
  },
  { additionalProperties: false },
);
export type CaptureSign = Static<typeof CaptureSign>;

/** The consent under which an attempt was made. */
export const CaptureConsent = Type.Object(
  {
    version: Type.String({ description: 'Version of the text that the person read.' }),
    language: Type.String({ description: 'Language of that text (BCP 47).' }),
    at: Type.String({ format: 'date-time' }),
  },
  { additionalProperties: false },
);
export type CaptureConsent = Static<typeof CaptureConsent>;

/** A frame that passed a step of the challenge and was kept. */
export const CapturedFrame = Type.Object(
  {
    step: Type.Integer({ minimum: 0, description: 'Index of the pose that the frame shows.' }),
    pose: literals(CHALLENGE_POSES),
    receivedAt: Type.Optional(
      Type.String({ format: 'date-time', description: 'Absent once the image was deleted.' }),
    ),
    sha256: Type.Optional(
      Type.String({
        pattern: '^[0-9a-f]{64}$',
        description:
          'SHA-256 of the stored image, in hex. After deletion it is known only for images that a decision rests on.',
      }),
    ),
    isHeld: Type.Boolean({
      description: 'False if the image was deleted at the end of its retention.',
    }),
  },
  { additionalProperties: false },
);
export type CapturedFrame = Static<typeof CapturedFrame>;

/** How long a challenge can be. */
export const CHALLENGE_LENGTHS = ['short', 'usual', 'long'] as const;
export type ChallengeLength = (typeof CHALLENGE_LENGTHS)[number];

/** Why a challenge was chosen short or long, in the order in which they are looked at. */
export const CHALLENGE_REASONS = [
  'stated_identity',
  'later_attempt',
  'not_enrolled',
  'enrolled_lately',
  'never_matched',
  'signal_of_identity',
  'refused_lately',
  'tenant_under_attack',
  'known',
] as const;
export type ChallengeReason = (typeof CHALLENGE_REASONS)[number];

/** What each of these reasons means, as the documentation says it. */
export const CHALLENGE_REASON_MEANINGS: Readonly<Record<ChallengeReason, string>> = {
  stated_identity: 'The person stated the identity on the page.',
  later_attempt: 'An earlier attempt for the same transaction or process had failed.',
  not_enrolled: 'No face measured by the present engine was enrolled for the identity.',
  enrolled_lately: 'The face was enrolled less than 24 hours ago.',
  never_matched: 'The enrolled face had not been matched yet.',
  signal_of_identity: 'A capture for the identity had an attack signal within 90 days.',
  refused_lately: 'A complete capture for the identity was not approved within 90 days.',
  tenant_under_attack:
    'At least 5 captures of the tenant had an attack signal that can refuse approval within the hour.',
  known: 'None of the others applied.',
};

/** One try at a challenge, as it went. */
export const CaptureAttempt = Type.Object(
  {
    id: Type.String({ format: 'uuid', description: 'Id of the attempt.' }),
    number: Type.Integer({ minimum: 1, description: 'Number of the attempt, from 1.' }),
    movement: literals(CHALLENGE_MOVEMENTS, { description: 'How the person was asked to move.' }),
    poses: Type.Array(literals(CHALLENGE_POSES), { description: 'The requested poses, in order.' }),
    challengeLength: Type.Optional(
      literals(CHALLENGE_LENGTHS, {
        description:
          'How long the challenge was: `usual` where the company fixes the number of movements, `short` or `long` where the number follows the risk. Absent in attempts of earlier releases.',
      }),
    ),
    challengeReasons: Type.Optional(
      Type.Array(literals(CHALLENGE_REASONS), {
        description: `Why the challenge was short or long.\n\n${CHALLENGE_REASONS.map((reason) => `- \`${reason}\`: ${CHALLENGE_REASON_MEANINGS[reason]}`).join('\n')}`,
      }),
    ),
    outcome: Type.Optional(
      literals(ATTEMPT_OUTCOMES, {
        description: `How it ended; absent while it is running.\n\n${ATTEMPT_OUTCOMES.map((outcome) => `- \`${outcome}\`: ${OUTCOME_MEANINGS[outcome]}`).join('\n')}`,
      }),
    ),
    startedAt: Type.String({ format: 'date-time' }),
    finishedAt: Type.Optional(Type.String({ format: 'date-time' })),
    framesReceived: Type.Integer({ minimum: 0, description: 'Frames received from the page, kept or not.' }),
    consent: Type.Optional(CaptureConsent),
    frames: Type.Array(CapturedFrame, { description: 'The kept frames, in order.' }),
  },
  { additionalProperties: false },
);
export type CaptureAttempt = Static<typeof CaptureAttempt>;

/** What becomes of the images of a transaction. */
export const IMAGE_STATES = ['none', 'held', 'deleted', 'erased'] as const;
export type ImageState = (typeof IMAGE_STATES)[number];

/** The enrolled face that a decision compared with. */
export const ComparedFace = Type.Object(
  {
    kind: literals(['operator', 'capture'], {
      description: 'Where it is from: photographs of yours (`operator`), or an earlier `capture`.',
    }),
    isProven: Type.Boolean({ description: 'Whether a reference of yours shows the same person.' }),
    source: Type.Optional(Type.String({ description: 'The `source` of that reference.' })),
    date: Type.String({ description: 'Day of the reference, or of the enrolment.' }),
  },
  {
    additionalProperties: false,
    description:
      'The enrolled face that was compared; absent where none was, after an erasure, and of decisions of earlier releases.',
  },
);
export type ComparedFace = Static<typeof ComparedFace>;

/** What was captured for a transaction, which checks ran, and with which result. */
export const ListCapturesResponse = Type.Object(
  {
    id: TransactionId,
    processId: Type.Optional(
      Type.String({
        format: 'uuid',
        description: 'The process whose captures were reused, if any.',
      }),
    ),
    images: literals(IMAGE_STATES, {
      description:
        'Whether there are images: `none` was kept, some are `held`, all were `deleted` because they were kept long enough, or everything of the captures was `erased` with the person.',
    }),
    erasedAt: Type.Optional(
      Type.String({ format: 'date-time', description: 'When person, card and order were erased.' }),
    ),
    checks: Type.Array(CaptureCheck, {
      description: 'The checks of the decision; empty before there is one.',
    }),
    comparedFace: Type.Optional(ComparedFace),
    signs: Type.Array(CaptureSign),
    attempts: Type.Array(CaptureAttempt, { description: 'The attempts, in order.' }),
  },
  { additionalProperties: false },
);
export type ListCapturesResponse = Static<typeof ListCapturesResponse>;

/** Why an image is looked at; the words go to the audit log, for ever. */
export const ReadCaptureImageQuery = Type.Object(
  {
    reason: Type.String({
      minLength: MIN_REASON_LENGTH,
      maxLength: MAX_REASON_LENGTH,
      pattern: '^[^\\u0000-\\u0020\\u007f][^\\u0000-\\u001f\\u007f]*$',
      description:
        'Why you view the image, such as a ticket number: 3 to 200 characters, not starting with a space. It is kept in the audit log: never name the person.',
      examples: ['ticket 4711'],
    }),
  },
  { additionalProperties: false },
);
export type ReadCaptureImageQuery = Static<typeof ReadCaptureImageQuery>;
