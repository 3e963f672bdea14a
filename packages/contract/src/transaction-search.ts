import { type Static, Type } from 'typebox';
import { literals } from './literals.ts';
import { TRANSACTION_STATUSES } from './transactions.ts';

/** Most transactions in one page of a list. */
export const LARGEST_PAGE = 100;

// A NUL is no sign of any text that the database keeps.
const OrderNumberText = Type.String({ minLength: 1, maxLength: 100, pattern: '^[^\\u0000]*$' });
/** An instant as a query names it: RFC 3339 with a time zone. */
export const Instant = Type.String({
  pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]{1,6})?(Z|[+-][0-9]{2}:[0-9]{2})$',
  description: 'RFC 3339 date and time.',
  examples: ['2026-11-20T00:00:00Z'],
});

/** How a list of transactions is narrowed; all that is given must hold, and unknown parameters are refused. */
export const ListTransactionsQuery = Type.Object(
  {
    orderNumber: Type.Optional(OrderNumberText),
    orderNumberPrefix: Type.Optional(OrderNumberText),
    status: Type.Optional(literals(TRANSACTION_STATUSES)),
    company: Type.Optional(Type.String({ format: 'uuid' })),
    createdFrom: Type.Optional(Instant),
    createdBefore: Type.Optional(Instant),
    limit: Type.Optional(
      Type.String({ pattern: '^([1-9][0-9]?|100)$', description: '1 to 100; 20 when it is left out.' }),
    ),
    cursor: Type.Optional(Type.String({ format: 'uuid', description: '`nextCursor` of the page before.' })),
  },
  { additionalProperties: false },
);
export type ListTransactionsQuery = Static<typeof ListTransactionsQuery>;

const summary = {
  id: Type.String({ format: 'uuid' }),
  company: Type.String({ format: 'uuid' }),
  orderNumber: Type.String(),
  status: literals(TRANSACTION_STATUSES),
  hasIdentityChanged: Type.Optional(Type.Boolean()),
  createdAt: Type.String({ format: 'date-time' }),
  expiresAt: Type.String({ format: 'date-time' }),
  finishedAt: Type.Optional(Type.String({ format: 'date-time' })),
  erasedAt: Type.Optional(
    Type.String({ format: 'date-time', description: 'When person, card and order were erased from it.' }),
  ),
};

/** One line of a list: nothing of the person or the card. */
export const TransactionSummary = Type.Object(summary, { additionalProperties: false });
export type TransactionSummary = Static<typeof TransactionSummary>;

/** A page of transactions, newest first; `nextCursor` is absent on the last. */
export const ListTransactionsResponse = Type.Object(
  {
    transactions: Type.Array(TransactionSummary),
    nextCursor: Type.Optional(Type.String({ format: 'uuid' })),
  },
  { additionalProperties: false },
);
export type ListTransactionsResponse = Static<typeof ListTransactionsResponse>;

/** One step a transaction went: what happened, who did it, and the coded reasons. */
export const HistoryStep = Type.Object(
  {
    version: Type.Integer({ minimum: 1 }),
    event: Type.String(),
    status: literals(TRANSACTION_STATUSES),
    actor: literals(['merchant', 'person', 'service'] as const),
    reasons: Type.Array(Type.String()),
    at: Type.String({ format: 'date-time' }),
  },
  { additionalProperties: false },
);
export type HistoryStep = Static<typeof HistoryStep>;

/** A transaction with every step it went, oldest first. */
export const TransactionHistoryResponse = Type.Object(
  { ...summary, module: Type.String(), history: Type.Array(HistoryStep) },
  { additionalProperties: false },
);
export type TransactionHistoryResponse = Static<typeof TransactionHistoryResponse>;
