import { type Static, type TObject, Type } from 'typebox';
import { literals } from '../literals.ts';
import { LATE_LINK_STATES } from '../page/late-links.ts';
import { TransactionId, TransactionStatus } from '../transactions/transactions.ts';

/** Event types a company's endpoint may receive, in the order the catalogue shows them. */
export const EVENT_TYPES = [
  'transaction.finished',
  'transaction.changed',
  'process.finished',
  'process.failed',
  'link.requested',
  'erasure.requested',
  'endpoint.disabled',
  'endpoint.test',
] as const;
export type EventType = (typeof EVENT_TYPES)[number];

/** Names of processes' ends that subscriptions and filters take for the type that tells them; answers have the type. */
export const EVENT_TYPE_ALIASES = {
  PROCESS_STATE_FINISHED: 'process.finished',
  PROCESS_STATE_FAILED: 'process.failed',
} as const satisfies Readonly<Record<string, EventType>>;

/** Every name of a type that a request may have. */
export const EVENT_TYPE_NAMES = [
  ...EVENT_TYPES,
  ...(Object.keys(EVENT_TYPE_ALIASES) as (keyof typeof EVENT_TYPE_ALIASES)[]),
] as const;
export type EventTypeName = (typeof EVENT_TYPE_NAMES)[number];

/** The type that a name stands for. */
export const eventTypeOf = (name: EventTypeName): EventType =>
  name in EVENT_TYPE_ALIASES
    ? EVENT_TYPE_ALIASES[name as keyof typeof EVENT_TYPE_ALIASES]
    : (name as EventType);

/** What each event type tells, in one or two sentences; the catalogue and the documentation are made from it. */
export const EVENT_TYPE_MEANINGS: Readonly<Record<EventType, string>> = {
  'transaction.finished': 'A transaction reached a final status, which never changes again.',
  'transaction.changed':
    'A transaction reached a non-final status. Sent to endpoints that list the status in `statuses`.',
  'process.finished':
    'A process of the identity platform finished; read its result by its id. `state` is `PROCESS_STATE_FINISHED`.',
  'process.failed':
    'A process of the identity platform ended without a result: it expired, or could not be carried out. `state` is `PROCESS_STATE_FAILED`.',
  'link.requested':
    'A person holds a link that no longer opens, and asks for a new one: send one from the operation renewLink or renewProcessLink, or from a new request if this one has ended.',
  'erasure.requested':
    'A person asked on the page for the deletion of their data. What the service deletes by itself, and when, is described in data-protection.md.',
  'endpoint.disabled':
    'Another endpoint of the company was disabled automatically: it responded with 410, or failed for five days.',
  'endpoint.test': 'A test event was requested. It is not about any transaction.',
};

/** Why an endpoint is switched off. */
export const DISABLED_REASONS = ['asked', 'gone', 'failing'] as const;
export type DisabledReason = (typeof DISABLED_REASONS)[number];

const envelope = <Name extends EventType>(type: Name) => ({
  id: Type.String({
    format: 'uuid',
    description: 'Id of the event, the same in every delivery attempt.',
  }),
  type: Type.Literal(type, { description: 'What happened.' }),
  time: Type.String({ format: 'date-time', description: 'When it happened.' }),
  environment: literals(['test', 'production'] as const, {
    description: 'The environment in which it happened.',
  }),
});

const ofTransaction = {
  transactionId: TransactionId,
  status: TransactionStatus,
  sequence: Type.Integer({
    minimum: 1,
    description:
      'Increases with each change of the transaction; an event with a lower number than the last you saw is stale.',
  }),
  orderNumber: Type.Optional(
    Type.String({ description: 'Your order number; only if the company enabled it.' }),
  ),
};

const CLOSED = { additionalProperties: false } as const;

const TransactionFinished = Type.Object(
  {
    ...envelope('transaction.finished'),
    ...ofTransaction,
    hasIdentityChanged: Type.Optional(
      Type.Boolean({
        description:
          'Whether the person is someone other than the identity you sent; absent if unknown. If `true`, `approved` is about that other identity: do not treat it as approval of the one you sent.',
      }),
    ),
  },
  CLOSED,
);
const TransactionChanged = Type.Object({ ...envelope('transaction.changed'), ...ofTransaction }, CLOSED);
const ProcessFinished = Type.Object(
  {
    ...envelope('process.finished'),
    processId: Type.String({ format: 'uuid', description: 'Id of the process.' }),
    state: Type.Literal('PROCESS_STATE_FINISHED', { description: 'Where the process stands.' }),
  },
  CLOSED,
);
const ProcessFailed = Type.Object(
  {
    ...envelope('process.failed'),
    processId: Type.String({ format: 'uuid', description: 'Id of the process.' }),
    state: Type.Literal('PROCESS_STATE_FAILED', { description: 'Where the process stands.' }),
  },
  CLOSED,
);
const ofSubject = {
  transactionId: Type.Optional(
    Type.String({ format: 'uuid', description: 'Id of the transaction; absent if it is about a process.' }),
  ),
  processId: Type.Optional(
    Type.String({ format: 'uuid', description: 'Id of the process; absent if it is about a transaction.' }),
  ),
};
const LinkRequested = Type.Object(
  {
    ...envelope('link.requested'),
    ...ofSubject,
    linkState: literals(LATE_LINK_STATES, {
      description: 'Why the link does not open: opened before, out of time, or replaced by a newer one.',
    }),
  },
  CLOSED,
);
const ErasureRequested = Type.Object({ ...envelope('erasure.requested'), ...ofSubject }, CLOSED);
const EndpointDisabled = Type.Object(
  {
    ...envelope('endpoint.disabled'),
    endpointId: Type.String({ format: 'uuid', description: 'The endpoint that was disabled.' }),
    reason: literals(['gone', 'failing'] as const, {
      description: 'Why: it responded with 410 (`gone`), or failed for five days (`failing`).',
    }),
  },
  CLOSED,
);
const EndpointTest = Type.Object(
  {
    ...envelope('endpoint.test'),
    endpointId: Type.String({ format: 'uuid', description: 'The endpoint under test.' }),
  },
  CLOSED,
);

/** Body of a webhook: thin, without personal data; one closed shape for each type. */
export const WebhookEvent = Type.Union([
  TransactionFinished,
  TransactionChanged,
  ProcessFinished,
  ProcessFailed,
  LinkRequested,
  ErasureRequested,
  EndpointDisabled,
  EndpointTest,
]);
export type WebhookEvent = Static<typeof WebhookEvent>;

/** The shape of each type's body. */
export const EVENT_SCHEMAS: Readonly<Record<EventType, TObject>> = {
  'transaction.finished': TransactionFinished,
  'transaction.changed': TransactionChanged,
  'process.finished': ProcessFinished,
  'process.failed': ProcessFailed,
  'link.requested': LinkRequested,
  'erasure.requested': ErasureRequested,
  'endpoint.disabled': EndpointDisabled,
  'endpoint.test': EndpointTest,
};

/** Answer of the resend operation: the event as it was, and to how many endpoints it is on its way again. */
export const ResendEventResponse = Type.Object(
  {
    id: Type.String({ format: 'uuid' }),
    type: literals(EVENT_TYPES),
    status: TransactionStatus,
    sequence: Type.Integer({ minimum: 1 }),
    deliveries: Type.Integer({ minimum: 0 }),
  },
  CLOSED,
);
export type ResendEventResponse = Static<typeof ResendEventResponse>;

/** Body of the events of a process. */
export type ProcessWebhookEvent = Static<typeof ProcessFinished> | Static<typeof ProcessFailed>;

/** Body of the events of what a person asks for. */
export type PersonRequestEvent = Static<typeof LinkRequested> | Static<typeof ErasureRequested>;

/** Body of the events of a transaction. */
export type TransactionWebhookEvent = Static<typeof TransactionFinished> | Static<typeof TransactionChanged>;
