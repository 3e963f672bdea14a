import { type Static, Type } from 'typebox';
import { literals } from '../../literals.ts';
import { MAX_CODE_LENGTH } from '../../text-bounds.ts';
import { WebhookEndpoint } from '../../webhooks/webhook-endpoints.ts';
import { endpointHealth } from '../developers.ts';

const CLOSED = { additionalProperties: false } as const;
const uuid = Type.String({ format: 'uuid' });
const time = Type.String({ format: 'date-time' });

/** Links and sessions that an endpoint has at once. */
export const MAX_RECEIVER_ACCESSES = 5;

/** A link that was not opened yet, or a session that one opened; without code and secret. */
export const ReceiverAccess = Type.Object(
  {
    id: uuid,
    state: literals(['link', 'session'] as const),
    madeBy: Type.String({ description: 'Who made the link, as the audit log names them.' }),
    madeByName: Type.Optional(Type.String({ description: 'Sign-in name of a person who has an account.' })),
    createdAt: time,
    openedAt: Type.Optional(time),
    lastUsedAt: Type.Optional(time),
    browser: Type.Optional(Type.String({ description: 'Such as `Firefox on Linux`.' })),
    expiresAt: time,
  },
  CLOSED,
);
export type ReceiverAccess = Static<typeof ReceiverAccess>;

/** The open links and sessions of an endpoint, newest first. */
export const ReceiverAccesses = Type.Object({ accesses: Type.Array(ReceiverAccess) }, CLOSED);
export type ReceiverAccesses = Static<typeof ReceiverAccesses>;

/** A link, shown this once. */
export const ReceiverLink = Type.Object({ id: uuid, link: Type.String(), expiresAt: time }, CLOSED);
export type ReceiverLink = Static<typeof ReceiverLink>;

/** Names a link by its code. */
export const OpenReceiverLink = Type.Object(
  { code: Type.String({ minLength: 1, maxLength: MAX_CODE_LENGTH }) },
  CLOSED,
);

/** The endpoint of a receiver session: its address without the query, and how it does. */
export const ReceiverEndpoint = Type.Object(
  {
    url: Type.String(),
    failures: WebhookEndpoint.properties.failures,
    failingSince: WebhookEndpoint.properties.failingSince,
    ...endpointHealth,
  },
  CLOSED,
);
export type ReceiverEndpoint = Static<typeof ReceiverEndpoint>;

/** A receiver session; `csrf` is sent back in the header `x-titular-csrf` with every call that changes something. */
export const ReceiverSession = Type.Object(
  {
    csrf: Type.String(),
    environment: literals(['test', 'production'] as const),
    expiresAt: time,
    endpoint: ReceiverEndpoint,
  },
  CLOSED,
);
export type ReceiverSession = Static<typeof ReceiverSession>;
