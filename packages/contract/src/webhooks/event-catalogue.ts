import { type Static, type TObject, type TSchema, Type } from 'typebox';
import { PLACEHOLDERS } from '../example.ts';
import { literals } from '../literals.ts';
import { webhookExample } from '../transactions/transaction-examples.ts';
import { EVENT_SCHEMAS, EVENT_TYPE_MEANINGS, EVENT_TYPES, type EventType, WebhookEvent } from './events.ts';

const CLOSED = { additionalProperties: false } as const;

/** One field of an event's body. */
export const EventField = Type.Object(
  {
    name: Type.String(),
    type: literals(['string', 'integer', 'boolean'] as const),
    format: Type.Optional(Type.String({ description: 'Form of a text, such as `uuid` or `date-time`.' })),
    values: Type.Optional(Type.Array(Type.String(), { description: 'All values defined today.' })),
    optional: Type.Boolean({ description: 'Whether it may be absent.' }),
    description: Type.String(),
  },
  CLOSED,
);
export type EventField = Static<typeof EventField>;

/** One type of event: what it tells, what its body holds, and one body as it may arrive. */
export const EventTypeDescription = Type.Object(
  {
    type: literals(EVENT_TYPES),
    meaning: Type.String(),
    fields: Type.Array(EventField),
    example: WebhookEvent,
  },
  CLOSED,
);
export type EventTypeDescription = Static<typeof EventTypeDescription>;

/** Every type of event there is. */
export const ListEventTypesResponse = Type.Object({ eventTypes: Type.Array(EventTypeDescription) }, CLOSED);
export type ListEventTypesResponse = Static<typeof ListEventTypesResponse>;

const envelope = <Type extends EventType>(type: Type, id: string) => ({
  id,
  type,
  time: '2026-11-20T14:05:52.000Z',
  environment: 'test' as const,
});

/** A body of each type as an endpoint may receive it. */
export const EVENT_EXAMPLES: Readonly<Record<EventType, WebhookEvent>> = {
  'transaction.finished': webhookExample,
  'transaction.changed': {
    ...envelope('transaction.changed', '019aa3c9-7e21-7b08-8a3e-1d2c3b4a5f08'),
    transactionId: PLACEHOLDERS.processingTransaction,
    status: 'processing',
    sequence: 2,
  },
  'process.finished': {
    ...envelope('process.finished', '019aa3c9-7e21-7b09-8a3e-1d2c3b4a5f09'),
    processId: '019aa3c5-3c10-7a01-8f2d-0c4e5a6b7d01',
    state: 'PROCESS_STATE_FINISHED',
  },
  'process.failed': {
    ...envelope('process.failed', '019aa3c9-7e21-7b0c-8a3e-1d2c3b4a5f0c'),
    processId: '019aa3c5-3c10-7a02-8f2d-0c4e5a6b7d02',
    state: 'PROCESS_STATE_FAILED',
  },
  'link.requested': {
    ...envelope('link.requested', '019aa3c9-7e21-7b0d-8a3e-1d2c3b4a5f0d'),
    transactionId: PLACEHOLDERS.processingTransaction,
    linkState: 'expired',
  },
  'erasure.requested': {
    ...envelope('erasure.requested', '019aa3c9-7e21-7b0e-8a3e-1d2c3b4a5f0e'),
    transactionId: PLACEHOLDERS.processingTransaction,
  },
  'endpoint.disabled': {
    ...envelope('endpoint.disabled', '019aa3c9-7e21-7b0a-8a3e-1d2c3b4a5f0a'),
    endpointId: PLACEHOLDERS.endpoint,
    reason: 'failing',
  },
  'endpoint.test': {
    ...envelope('endpoint.test', '019aa3c9-7e21-7b0b-8a3e-1d2c3b4a5f0b'),
    endpointId: PLACEHOLDERS.endpoint,
  },
};

/** The keywords by which our own schemas of fields differ. */
type FieldSchema = TSchema & {
  type: EventField['type'];
  format?: string;
  enum?: string[];
  const?: string;
  description?: string;
};

function toField(name: string, schema: FieldSchema, required: readonly string[]): EventField {
  const values = schema.enum ?? (schema.const === undefined ? undefined : [schema.const]);
  return {
    name,
    type: schema.type,
    ...(schema.format === undefined ? {} : { format: schema.format }),
    ...(values === undefined ? {} : { values }),
    optional: !required.includes(name),
    description: schema.description ?? '',
  };
}

const fieldsOf = ({ properties, required }: TObject): EventField[] =>
  Object.entries(properties).map(([name, schema]) => toField(name, schema as FieldSchema, required ?? []));

/** Every type of event with its fields, made from the schemas that its bodies are checked against. */
export const eventTypeCatalogue: readonly EventTypeDescription[] = EVENT_TYPES.map((type) => ({
  type,
  meaning: EVENT_TYPE_MEANINGS[type],
  fields: fieldsOf(EVENT_SCHEMAS[type]),
  example: EVENT_EXAMPLES[type],
}));
