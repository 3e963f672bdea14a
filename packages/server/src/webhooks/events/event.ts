import {
  type EventType,
  LATE_LINK_STATES,
  type LateLinkState,
  type TransactionStatus,
  type WebhookEvent,
} from '@titular/contract';
import type { Environment } from '../../config/config.ts';
import type {
  AnyId,
  CompanyId,
  EndpointId,
  EventId,
  ProcessId,
  TransactionId,
} from '../../kernel/base/id.ts';
import {
  type SubjectId,
  type SubjectKind,
  type SubjectRef,
  toSubjectRef,
} from '../../kernel/database/subject-ref.ts';

/** What an event is about: a transaction with its status, or a process or endpoint with one word. */
export type EventSubject =
  | {
      type: 'transaction.finished' | 'transaction.changed';
      transactionId: TransactionId;
      status: TransactionStatus;
      /** The version the transaction has with it. */
      sequence: number;
      /** Whether the person is another than the identity that was sent, where that is known at the end. */
      hasIdentityChanged?: boolean | undefined;
    }
  | { type: 'process.finished' | 'process.failed'; processId: ProcessId }
  | { type: 'link.requested'; about: SubjectRef; linkState: LateLinkState }
  | { type: 'erasure.requested'; about: SubjectRef }
  | { type: 'endpoint.disabled'; endpointId: EndpointId; reason: 'gone' | 'failing' }
  | { type: 'endpoint.test'; endpointId: EndpointId };

type TransactionSubject = Extract<EventSubject, { transactionId: TransactionId }>;

/** An event as it is kept: ids, status and sequence, nothing of the person; the order number only where the company asked for it. */
export type StoredEvent = {
  eventId: EventId;
  companyId: CompanyId;
  createdAt: Date;
  subject: EventSubject;
  orderNumber: string | undefined;
};

/** The columns of an event that depend on its type. */
export type SubjectColumns = {
  type: EventType;
  transactionId: TransactionId | undefined;
  status: TransactionStatus | undefined;
  sequence: number | undefined;
  subjectId: AnyId | undefined;
  detail: string | undefined;
};

const NO_COLUMNS = {
  transactionId: undefined,
  status: undefined,
  sequence: undefined,
  subjectId: undefined,
  detail: undefined,
};

/** What is kept of whom a transaction was decided for. */
const IDENTITY_CHANGED = 'identity_changed';
const IDENTITY_AS_SENT = 'identity_as_sent';

const detailOf = (hasIdentityChanged: boolean | undefined): string | undefined => {
  if (hasIdentityChanged === undefined) return undefined;
  return hasIdentityChanged ? IDENTITY_CHANGED : IDENTITY_AS_SENT;
};

const changeOf = (detail: string | undefined): { hasIdentityChanged?: boolean } =>
  detail === IDENTITY_CHANGED || detail === IDENTITY_AS_SENT
    ? { hasIdentityChanged: detail === IDENTITY_CHANGED }
    : {};

const transactionColumns = ({
  type,
  transactionId,
  status,
  sequence,
  hasIdentityChanged,
}: TransactionSubject): SubjectColumns => ({
  ...NO_COLUMNS,
  ...{ type, transactionId, status, sequence, detail: detailOf(hasIdentityChanged) },
});

type PersonRequest = Extract<EventSubject, { about: SubjectRef }>;

/** Which kind of subject it is about, and in which state the link is where there is one. */
const personRequestDetail = (subject: PersonRequest): string =>
  subject.type === 'link.requested' ? `${subject.about.kind} ${subject.linkState}` : subject.about.kind;

const KINDS: readonly SubjectKind[] = ['transaction', 'process'];

function parsePersonRequest(
  type: PersonRequest['type'],
  id: SubjectId,
  detail: string,
): PersonRequest | undefined {
  const [first, second] = detail.split(' ');
  const kind = KINDS.find((one) => one === first);
  const linkState = LATE_LINK_STATES.find((one) => one === second);
  if (!kind) return undefined;
  if (type === 'erasure.requested') return { type, about: toSubjectRef(kind, id) };
  return linkState && { type, about: toSubjectRef(kind, id), linkState };
}

const nameOf = (about: SubjectRef): { transactionId: TransactionId } | { processId: ProcessId } =>
  about.kind === 'transaction' ? { transactionId: about.id } : { processId: about.id };

/** The columns a subject is kept in. */
export function toColumns(subject: EventSubject): SubjectColumns {
  switch (subject.type) {
    case 'transaction.finished':
    case 'transaction.changed':
      return transactionColumns(subject);
    case 'process.finished':
    case 'process.failed':
      return { ...NO_COLUMNS, type: subject.type, subjectId: subject.processId };
    case 'link.requested':
    case 'erasure.requested':
      return {
        ...NO_COLUMNS,
        type: subject.type,
        subjectId: subject.about.id,
        detail: personRequestDetail(subject),
      };
    case 'endpoint.disabled':
      return { ...NO_COLUMNS, type: subject.type, subjectId: subject.endpointId, detail: subject.reason };
    case 'endpoint.test':
      return { ...NO_COLUMNS, type: subject.type, subjectId: subject.endpointId };
  }
}

/** The subject that columns hold; undefined for a row that no release wrote. */
export function fromColumns(row: SubjectColumns): EventSubject | undefined {
  const { type, transactionId, status, sequence, subjectId, detail } = row;
  switch (type) {
    case 'transaction.finished':
    case 'transaction.changed':
      return transactionId && status && sequence
        ? { type, transactionId, status, sequence, ...changeOf(detail) }
        : undefined;
    case 'process.finished':
    case 'process.failed':
      return subjectId ? { type, processId: subjectId } : undefined;
    case 'link.requested':
    case 'erasure.requested':
      return subjectId && detail ? parsePersonRequest(type, subjectId, detail) : undefined;
    case 'endpoint.disabled':
      return subjectId && (detail === 'gone' || detail === 'failing')
        ? { type, endpointId: subjectId, reason: detail }
        : undefined;
    case 'endpoint.test':
      return subjectId ? { type, endpointId: subjectId } : undefined;
    default:
      return undefined;
  }
}

/** The body of a webhook, made from the stored event alone. */
export function toWebhookEvent(event: StoredEvent, environment: Environment): WebhookEvent {
  const { subject } = event;
  const id = event.eventId;
  const time = event.createdAt.toISOString();
  switch (subject.type) {
    case 'transaction.finished':
    case 'transaction.changed': {
      const { type, transactionId, status, sequence, hasIdentityChanged } = subject;
      const order = event.orderNumber === undefined ? {} : { orderNumber: event.orderNumber };
      const body = { id, time, environment, transactionId, status, sequence, ...order };
      if (type === 'transaction.changed') return { ...body, type };
      return { ...body, type, ...(hasIdentityChanged === undefined ? {} : { hasIdentityChanged }) };
    }
    case 'process.finished': {
      const { type, processId } = subject;
      return { id, type, time, environment, processId, state: 'PROCESS_STATE_FINISHED' };
    }
    case 'process.failed': {
      const { type, processId } = subject;
      return { id, type, time, environment, processId, state: 'PROCESS_STATE_FAILED' };
    }
    case 'link.requested': {
      const { type, about, linkState } = subject;
      return { id, type, time, environment, ...nameOf(about), linkState };
    }
    case 'erasure.requested':
      return { id, type: subject.type, time, environment, ...nameOf(subject.about) };
    case 'endpoint.disabled': {
      const { type, endpointId, reason } = subject;
      return { id, type, time, environment, endpointId, reason };
    }
    case 'endpoint.test':
      return { id, type: subject.type, time, environment, endpointId: subject.endpointId };
  }
}

/** The bytes that are sent and signed: the same at every attempt. */
export const eventBody = (event: StoredEvent, environment: Environment): string =>
  JSON.stringify(toWebhookEvent(event, environment));
