import { type Static, Type } from 'typebox';
import { literals } from '../literals.ts';
import { PROCESS_RESULTS, PROCESS_STATES } from '../processes/processes.ts';
import { MAX_FIND_LENGTH } from '../text-bounds.ts';
import { MODULES } from '../transactions/modules.ts';
import { instant, TransactionSummary } from '../transactions/transaction-search.ts';
import { TransactionStatus } from '../transactions/transactions.ts';
import { SEARCH_KINDS } from './search-kind.ts';
import { storableText } from './storable-text.ts';

const CLOSED = { additionalProperties: false } as const;
const uuid = Type.String({ format: 'uuid' });
const time = Type.String({ format: 'date-time' });
const page = {
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 250 })),
  cursor: Type.Optional(uuid),
};

/** Where the webhooks of a transaction stand, all endpoints taken together. */
export const WEBHOOK_STATES = ['none', 'pending', 'delivered', 'failed'] as const;
export type WebhookState = (typeof WEBHOOK_STATES)[number];

/** One line of a list of transactions: nothing of the person or the card. */
export const TransactionRow = Type.Object(
  {
    ...TransactionSummary.properties,
    companyName: Type.String(),
    reasons: Type.Array(Type.String({ description: 'Coded reasons of the last step.' })),
    attempts: Type.Integer({ minimum: 0 }),
    webhooks: literals(WEBHOOK_STATES),
  },
  CLOSED,
);
export type TransactionRow = Static<typeof TransactionRow>;

/** One line of a list of processes. */
export const ProcessRow = Type.Object(
  {
    id: uuid,
    company: uuid,
    companyName: Type.String(),
    state: literals(PROCESS_STATES),
    result: Type.Optional(literals(PROCESS_RESULTS)),
    purpose: Type.String(),
    clientReference: Type.Optional(Type.String()),
    uses: Type.Integer({ minimum: 0, description: 'Transactions that used it.' }),
    createdAt: time,
    finishedAt: Type.Optional(time),
    erasedAt: Type.Optional(time),
  },
  CLOSED,
);
export type ProcessRow = Static<typeof ProcessRow>;

/** A text from the search box; `as` asks for one reading of it where the text has several. It stands in a body, so that no log has it. */
export const FindRequest = Type.Object(
  {
    text: storableText(1, MAX_FIND_LENGTH),
    as: Type.Optional(literals(SEARCH_KINDS)),
    company: Type.Optional(uuid),
    ...page,
  },
  CLOSED,
);
export type FindRequest = Static<typeof FindRequest>;

/** What an id in the search box was the id of. */
export const FOUND_IDS = ['transaction', 'process', 'event', 'delivery', 'request'] as const;

/** What was found, under the reading that was taken; `others` are readings that were not tried, or that the role does not allow to try. */
export const FindResponse = Type.Object(
  {
    took: literals(SEARCH_KINDS),
    /** Of an id, what it was the id of. */
    idOf: Type.Optional(literals(FOUND_IDS)),
    /** Exactly one subject was meant: the page opens it. */
    open: Type.Optional(
      Type.Object({ kind: literals(['transaction', 'process'] as const), id: uuid }, CLOSED),
    ),
    transactions: Type.Array(TransactionRow),
    processes: Type.Array(ProcessRow),
    nextCursor: Type.Optional(uuid),
    others: Type.Array(literals(SEARCH_KINDS)),
  },
  CLOSED,
);
export type FindResponse = Static<typeof FindResponse>;

/** How a list of transactions is narrowed; all that is given must hold. */
export const SearchTransactions = Type.Object(
  {
    status: Type.Optional(Type.Array(TransactionStatus, { minItems: 1, maxItems: 10 })),
    company: Type.Optional(uuid),
    module: Type.Optional(literals(MODULES)),
    createdFrom: Type.Optional(instant('Created at this time or later.')),
    createdBefore: Type.Optional(instant('Created before this time.')),
    reason: Type.Optional(Type.String({ pattern: '^[a-z][a-z0-9_]{0,62}$' })),
    identityChanged: Type.Optional(Type.Boolean()),
    ...page,
  },
  CLOSED,
);
export type SearchTransactions = Static<typeof SearchTransactions>;
/** A page of transactions, newest first. */
export const TransactionRows = Type.Object(
  { transactions: Type.Array(TransactionRow), nextCursor: Type.Optional(uuid) },
  CLOSED,
);
export type TransactionRows = Static<typeof TransactionRows>;

/** How a list of processes is narrowed. */
export const SearchProcesses = Type.Object(
  {
    state: Type.Optional(literals(PROCESS_STATES)),
    result: Type.Optional(literals(PROCESS_RESULTS)),
    company: Type.Optional(uuid),
    ...page,
  },
  CLOSED,
);
export type SearchProcesses = Static<typeof SearchProcesses>;
/** A page of processes, newest first. */
export const ProcessRows = Type.Object(
  { processes: Type.Array(ProcessRow), nextCursor: Type.Optional(uuid) },
  CLOSED,
);
export type ProcessRows = Static<typeof ProcessRows>;
