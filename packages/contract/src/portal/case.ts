import { type Static, Type } from 'typebox';
import { ListedApiCall } from '../account/api-calls.ts';
import { CHECK_RESULTS, CHECKS, ComparedFace, ListCapturesResponse } from '../captures/capture-records.ts';
import { literals } from '../literals.ts';
import { Process } from '../processes/processes.ts';
import { MAX_REASON_LENGTH, MIN_REASON_LENGTH } from '../text-bounds.ts';
import { TransactionHistoryResponse } from '../transactions/transaction-search.ts';
import { DeliveryResponse } from '../webhooks/webhook-log.ts';
import { CaseNote } from './notes/notes.ts';
import { MAX_CASE_NOTES } from './notes/verdicts.ts';

const CLOSED = { additionalProperties: false } as const;
const uuid = Type.String({ format: 'uuid' });
const time = Type.String({ format: 'date-time' });

/** Fields of a person or card that are shown masked and revealed one by one. */
export const REVEALABLE = ['identity', 'stated_identity', 'name', 'card', 'expiration'] as const;
export type Revealable = (typeof REVEALABLE)[number];

/** A masked field, as its register writes it, such as `•••.456.•••-••`. */
export const MaskedField = Type.Object(
  { field: literals(REVEALABLE), kind: Type.Optional(Type.String()), masked: Type.String() },
  CLOSED,
);
export type MaskedField = Static<typeof MaskedField>;

/** Where the person's present link stands. */
export const LINK_STATES = ['none', 'unopened', 'open', 'expired', 'over'] as const;
export type LinkState = (typeof LINK_STATES)[number];
/** The present link of a subject; its code is kept nowhere. */
export const LinkView = Type.Object(
  {
    state: literals(LINK_STATES),
    issuedAt: Type.Optional(time),
    openedAt: Type.Optional(time),
    expiresAt: Type.Optional(time),
    /** A selfie is being taken on a page that this link opened. */
    isCapturing: Type.Boolean(),
  },
  CLOSED,
);
export type LinkView = Static<typeof LinkView>;

/** Where a line of the timeline comes from. */
export const TIMELINE_SOURCES = [
  'step',
  'link',
  'page',
  'attempt',
  'decision',
  'event',
  'delivery',
  'call',
  'staff',
] as const;
export type TimelineSource = (typeof TIMELINE_SOURCES)[number];
/** What happens to a link; `revoked` when a newer one took its place. */
export const LINK_MOMENTS = ['issued', 'opened', 'revoked'] as const;
/** What happens to a page that a link opened. */
export const PAGE_MOMENTS = ['opened', 'consented', 'ended'] as const;
/** How an attempt begins in the timeline; it ends with its outcome. */
export const ATTEMPT_STARTED = 'started';
/** How an attempt at a delivery ends in the timeline. */
export const DELIVERY_MOMENTS = ['delivered', 'failed'] as const;
/** One line of the timeline; what `code` and `details` mean goes by the source. */
export const TimelineEntry = Type.Object(
  {
    at: time,
    source: literals(TIMELINE_SOURCES),
    /**
     * Of a step, the event of the history. Of a link, page or delivery, one of its moments. Of an attempt, `started` or its outcome.
     * Of the decision, its result. Of an event, its type; of a call, its operation. Of the staff, the action of the audit log.
     */
    code: Type.String(),
    /** `merchant`, `person`, `service`, `platform`, an account, or `user:<id>`. */
    actor: Type.Optional(Type.String()),
    /** Name of the person of the staff, where the reader may know it. */
    actorName: Type.Optional(Type.String()),
    /** Id of what the line is about, where it has one: attempt, event, delivery, request. */
    ref: Type.Optional(Type.String()),
    reasons: Type.Optional(Type.Array(Type.String())),
    details: Type.Optional(
      Type.Record(Type.String(), Type.Union([Type.String(), Type.Number(), Type.Boolean()])),
    ),
  },
  CLOSED,
);
export type TimelineEntry = Static<typeof TimelineEntry>;

/** What the face was compared with. */
export const COMPARED_WITH = ['enrolled_face', 'nothing_enrolled'] as const;
export type ComparedWith = (typeof COMPARED_WITH)[number];

/**
 * One check of the decision as it can be explained: what was asked, what was seen, and which setting ruled. No distance, no score. Of the
 * settings a decision keeps `match-threshold` alone: what `template-policy`, `face-of-another-identity`, `distance-challenge`,
 * `noted-signs`, `outdated-template` and `full-gallery` were at that time, only the audit log of their changes tells.
 */
export const ExplainedCheck = Type.Object(
  {
    check: literals(CHECKS),
    result: literals(CHECK_RESULTS),
    /** Coded: poses of the challenge that were asked for, or what the face was compared with. */
    asked: Type.Array(Type.String()),
    /** Coded: reasons of the decision that speak of this check, or attack signals. */
    seen: Type.Array(Type.String()),
    /** The setting that ruled, with its value at the decision. */
    rule: Type.Optional(Type.Object({ setting: Type.String(), value: Type.String() }, CLOSED)),
  },
  CLOSED,
);
export type ExplainedCheck = Static<typeof ExplainedCheck>;
/** How a transaction or process was decided. */
export const DecisionView = Type.Object(
  {
    at: time,
    reasons: Type.Array(Type.String()),
    /** Absent where no picture was judged, and of decisions of earlier releases. */
    engineVersion: Type.Optional(Type.String()),
    checks: Type.Array(ExplainedCheck),
    comparedFace: Type.Optional(ComparedFace),
    hasReceipt: Type.Boolean(),
  },
  CLOSED,
);
export type DecisionView = Static<typeof DecisionView>;

/** Whether the endpoint of a delivery can still be sent to. */
export const DeliveryEndpoint = literals(['enabled', 'disabled', 'deleted'] as const);

/** A delivery with where it goes (an address without its query), the body that was signed and sent, and its last 100 attempts. */
export const CaseDelivery = Type.Object(
  {
    ...DeliveryResponse.properties,
    url: Type.String(),
    endpoint: DeliveryEndpoint,
    eventTime: time,
    request: Type.String(),
  },
  CLOSED,
);
export type CaseDelivery = Static<typeof CaseDelivery>;

/** Acts on a case that status and role allow. */
export const CASE_ACTS = [
  'renew_link',
  'cancel',
  'reveal',
  'view_pictures',
  'read_evidence',
  'resend',
  'write_note',
  'give_verdict',
  'make_case_file',
] as const;
export type CaseAct = (typeof CASE_ACTS)[number];

const common = {
  companyName: Type.String(),
  person: Type.Array(MaskedField, { description: 'Empty once the person was erased.' }),
  link: LinkView,
  timeline: Type.Array(TimelineEntry),
  /** The timeline was cut at its oldest end. */
  isTimelineCut: Type.Boolean(),
  decision: Type.Optional(DecisionView),
  deliveries: Type.Array(CaseDelivery),
  calls: Type.Array(ListedApiCall),
  acts: Type.Array(literals(CASE_ACTS)),
  readAt: time,
};

/** Everything about one transaction, of one moment. */
export const TransactionCase = Type.Object(
  {
    transaction: Type.Object(
      {
        ...TransactionHistoryResponse.properties,
        value: Type.Optional(Type.String({ description: 'Exact decimal.' })),
        currency: Type.Optional(Type.String()),
      },
      CLOSED,
    ),
    captures: ListCapturesResponse,
    /** Notes and verdicts of the staff, newest first; empty for who may not read them. */
    notes: Type.Array(CaseNote, { maxItems: MAX_CASE_NOTES }),
    ...common,
  },
  CLOSED,
);
export type TransactionCase = Static<typeof TransactionCase>;

const { person: _person, callbackUri: _callbackUri, ...processFields } = Process.properties;
/** Everything about one process, of one moment. */
export const ProcessCase = Type.Object(
  {
    process: Type.Object(processFields, CLOSED),
    /** Transactions that used it. */
    usedBy: Type.Array(
      Type.Object({ id: uuid, orderNumber: Type.Optional(Type.String()), at: time }, CLOSED),
    ),
    captures: Type.Omit(ListCapturesResponse, ['processId']),
    ...common,
  },
  CLOSED,
);
export type ProcessCase = Static<typeof ProcessCase>;

/** Asks for one masked field. */
export const RevealRequest = Type.Object({ field: literals(REVEALABLE) }, CLOSED);
/** A field in clear; the look stands in the audit log already. */
export const RevealedField = Type.Object({ field: literals(REVEALABLE), value: Type.String() }, CLOSED);
export type RevealedField = Static<typeof RevealedField>;

/** Asks for one picture, and says why; the words go to the audit log, for ever. */
export const ViewPictureRequest = Type.Object(
  {
    attemptId: uuid,
    step: Type.Integer({ minimum: 0, maximum: 999 }),
    reason: Type.String({ minLength: MIN_REASON_LENGTH, maxLength: MAX_REASON_LENGTH }),
  },
  CLOSED,
);
export type ViewPictureRequest = Static<typeof ViewPictureRequest>;
/** A picture with a watermark of who looks and when; `sha256` is that of the kept picture, not of these bytes. */
export const PictureView = Type.Object(
  { jpeg: Type.String({ description: 'Base64.' }), sha256: Type.String(), viewedAt: time },
  CLOSED,
);
export type PictureView = Static<typeof PictureView>;

/** A new link for the person, shown this once. */
export const NewLink = Type.Object({ link: Type.String() }, CLOSED);
export type NewLink = Static<typeof NewLink>;
/** A transaction that was created by hand; `link` is absent where no capture is needed. */
export const CreatedByHand = Type.Object(
  { id: uuid, status: Type.String(), link: Type.Optional(Type.String()) },
  CLOSED,
);
export type CreatedByHand = Static<typeof CreatedByHand>;
/** A signed receipt with the keys it verifies under (RFC 7517). */
export const ReceiptView = Type.Object(
  {
    receipt: Type.String(),
    keys: Type.Array(Type.Unsafe<Record<string, unknown>>({ type: 'object', additionalProperties: true })),
  },
  CLOSED,
);
export type ReceiptView = Static<typeof ReceiptView>;
/** A signed document, base64. */
export const DocumentView = Type.Object({ pdf: Type.String(), fileName: Type.String() }, CLOSED);
export type DocumentView = Static<typeof DocumentView>;
/** Languages in which a case file is written. */
export const CASE_FILE_LANGUAGES = ['pt', 'en', 'es'] as const;
export type CaseFileLanguage = (typeof CASE_FILE_LANGUAGES)[number];
/** Asks for a case file; with pictures only for who may view them, and each view has the reason in the audit log, for ever. */
export const MakeCaseFile = Type.Object(
  {
    language: literals(CASE_FILE_LANGUAGES),
    pictures: Type.Optional(
      Type.Object(
        { reason: Type.String({ minLength: MIN_REASON_LENGTH, maxLength: MAX_REASON_LENGTH }) },
        CLOSED,
      ),
    ),
  },
  CLOSED,
);
export type MakeCaseFile = Static<typeof MakeCaseFile>;
/** A delivery that is on its way again. */
export const Resent = Type.Object({ deliveryId: uuid }, CLOSED);
export type Resent = Static<typeof Resent>;
