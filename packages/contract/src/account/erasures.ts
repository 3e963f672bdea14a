import { type Static, Type } from 'typebox';

/** A merchant's own name for a request: a ticket, never a person. */
export const ErasureReference = Type.String({
  pattern: '^[A-Za-z0-9._:/#-]{1,100}$',
  description:
    'Your own reference for the request, such as a ticket; it is part of the receipt. Never name the person.',
  examples: ['ticket-4711'],
});

/** Whose data is to be erased, and the merchant's own name for the request, which must not name the person. */
export const EraseIdentityRequest = Type.Object({
  identity: Type.Object({
    key: Type.String({ description: 'Kind of identity: `cpf` or `cnpj`.', examples: ['cpf'] }),
    value: Type.String({
      maxLength: 64,
      description: 'The identity without punctuation, with valid check digits.',
      examples: ['52998224725'],
    }),
  }),
  reference: Type.Optional(ErasureReference),
});
export type EraseIdentityRequest = Static<typeof EraseIdentityRequest>;

const rows = (description: string) => Type.Integer({ minimum: 0, description });

/** How many rows of each kind were deleted, or lost what they held of the person. */
export const ErasureCounts = Type.Object(
  {
    templates: rows('Enrolled faces.'),
    pictures: rows('Pictures of captures, with their measurements.'),
    objects: Type.Optional(
      rows(
        'Objects of an object store that held pictures, or were left over; deleted right after the erasure.',
      ),
    ),
    attempts: rows('Attempts at a challenge.'),
    pageSessions: rows('Sessions of the hosted page.'),
    links: rows('One-time links.'),
    webhookAnswers: rows('Responses of webhook receivers.'),
    apiCalls: rows('Request log entries, by transaction.'),
    transactions: rows('Transactions.'),
    processes: Type.Optional(rows('Processes of the identity platform.')),
    orderedCalls: rows('Request log entries, by order number.'),
    statements: Type.Optional(
      rows(
        'Transactions created for another identity in which the person stated this one: the statement was erased; order and captures remain for their retention time.',
      ),
    ),
    held: Type.Optional(rows('Transactions and processes kept unchanged by a legal hold.')),
  },
  { additionalProperties: false },
);
export type ErasureCounts = Static<typeof ErasureCounts>;

/** What was erased: rows by kind, and a receipt (JWS) that says the same, signed with a published key. */
export const ErasureResponse = Type.Object(
  {
    id: Type.String({ format: 'uuid' }),
    erasedAt: Type.String({ format: 'date-time' }),
    reference: Type.Optional(Type.String()),
    counts: ErasureCounts,
    receipt: Type.String({ pattern: '^[A-Za-z0-9_-]+\\.[A-Za-z0-9_-]+\\.[A-Za-z0-9_-]+$' }),
  },
  { additionalProperties: false },
);
export type ErasureResponse = Static<typeof ErasureResponse>;
