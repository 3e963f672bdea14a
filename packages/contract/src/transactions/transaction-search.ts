import { type Static, Type } from 'typebox';
import { literals } from '../literals.ts';
import { MAX_ORDER_NUMBER_LENGTH } from '../text-bounds.ts';
import { HasIdentityChanged, TransactionId, TransactionStatus } from './transactions.ts';

/** Most transactions in one page of a list. */
export const MAX_PAGE = 100;

// A NUL is no sign of any text that the database keeps.
const orderNumberText = (description: string) =>
  Type.String({ minLength: 1, maxLength: MAX_ORDER_NUMBER_LENGTH, pattern: '^[^\\u0000]*$', description });
/** An instant as a query names it: RFC 3339 with a time zone; the sentence says of what. */
export const instant = (description: string) =>
  Type.String({
    pattern:
      '^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]{1,6})?(Z|[+-][0-9]{2}:[0-9]{2})$',
    description: `${description} RFC 3339 date and time.`,
    examples: ['2026-11-20T00:00:00Z'],
  });

/** How every list is gone through. */
export const paging = {
  limit: Type.Optional(Type.String({ pattern: '^([1-9][0-9]?|100)$', description: '1 to 100; default 20.' })),
  cursor: Type.Optional(Type.String({ format: 'uuid', description: '`nextCursor` of the previous page.' })),
};

/** How a list of transactions is narrowed; all that is given must hold, and unknown parameters are refused. */
export const ListTransactionsQuery = Type.Object(
  {
    orderNumber: Type.Optional(orderNumberText('The complete order number, case-sensitive.')),
    orderNumberPrefix: Type.Optional(orderNumberText('Prefix of the order number, case-sensitive.')),
    status: Type.Optional(TransactionStatus),
    company: Type.Optional(Type.String({ format: 'uuid', description: 'Of this company only.' })),
    createdFrom: Type.Optional(instant('Created at this time or later.')),
    createdBefore: Type.Optional(instant('Created before this time.')),
    ...paging,
  },
  { additionalProperties: false },
);
export type ListTransactionsQuery = Static<typeof ListTransactionsQuery>;

const summary = {
  id: TransactionId,
  company: Type.String({ format: 'uuid', description: 'The company that the transaction names.' }),
  orderNumber: Type.String({ description: "The merchant's own number of the purchase." }),
  status: TransactionStatus,
  hasIdentityChanged: Type.Optional(HasIdentityChanged),
  createdAt: Type.String({ format: 'date-time' }),
  expiresAt: Type.String({
    format: 'date-time',
    description: 'When it expires unless the capture is complete.',
  }),
  finishedAt: Type.Optional(
    Type.String({ format: 'date-time', description: 'When it reached its final status; absent before.' }),
  ),
  erasedAt: Type.Optional(
    Type.String({ format: 'date-time', description: 'When person, card and order were erased.' }),
  ),
};

/** One line of a list: nothing of the person or the card. */
export const TransactionSummary = Type.Object(summary, { additionalProperties: false });
export type TransactionSummary = Static<typeof TransactionSummary>;

/** A page of transactions, newest first; `nextCursor` is absent on the last, whatever the length of the page. */
export const ListTransactionsResponse = Type.Object(
  {
    transactions: Type.Array(TransactionSummary),
    nextCursor: Type.Optional(
      Type.String({
        format: 'uuid',
        description:
          'Send it as `cursor` to get the next page; absent on the last. A page may be short or even empty and still have it, if matches are rare.',
      }),
    ),
  },
  { additionalProperties: false },
);
export type ListTransactionsResponse = Static<typeof ListTransactionsResponse>;

/** One step a transaction went: what happened, who did it, and the coded reasons. */
export const HistoryStep = Type.Object(
  {
    version: Type.Integer({ minimum: 1, description: 'Number of the step, counted from 1.' }),
    event: Type.String({
      description: 'What happened, for example `create`, `capture-finished` or `cancel`.',
    }),
    status: TransactionStatus,
    actor: literals(['merchant', 'person', 'service'] as const),
    reasons: Type.Array(Type.String({ description: 'A coded reason, see docs/decision.md.' })),
    at: Type.String({ format: 'date-time' }),
  },
  { additionalProperties: false },
);
export type HistoryStep = Static<typeof HistoryStep>;

/** A transaction with every step it went, oldest first. */
export const TransactionHistoryResponse = Type.Object(
  {
    ...summary,
    module: Type.String({ description: 'Module of the company at creation: `post`, `pre` or `super-pre`.' }),
    processId: Type.Optional(
      Type.String({ format: 'uuid', description: 'The reference process whose captures were used.' }),
    ),
    history: Type.Array(HistoryStep),
  },
  { additionalProperties: false },
);
export type TransactionHistoryResponse = Static<typeof TransactionHistoryResponse>;
