import { type Static, Type } from 'typebox';

/** A merchant's own name for a request: a ticket, never a person. */
export const ErasureReference = Type.String({
  pattern: '^[A-Za-z0-9._:/#-]{1,100}$',
  description: 'Your own name for the request, such as a ticket; it stands in the receipt. Never the person.',
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
    pictures: rows('Pictures of captures, with what was measured on them.'),
    attempts: rows('Attempts at a challenge.'),
    pageSessions: rows('Sessions of the hosted page.'),
    links: rows('One-time links.'),
    webhookAnswers: rows('Answers of receivers to webhooks.'),
    apiCalls: rows('Entries of the log of calls, by transaction.'),
    transactions: rows('Transactions.'),
    processes: Type.Optional(rows('Processes of the identity platform.')),
    orderedCalls: rows('Entries of the log of calls, by order number.'),
    statements: Type.Optional(
      rows(
        'Transactions made for another identity in which this one was stated: the statement was erased; order and captures stay for their time.',
      ),
    ),
    held: Type.Optional(rows('Transactions and processes that a legal hold keeps as they are.')),
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
