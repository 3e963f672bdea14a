import { type Static, Type } from 'typebox';
import { literals } from '../literals.ts';
import { appearanceFields } from '../page/appearance.ts';

/** The words on the wire, intermediate first; final ones never change. */
export const TRANSACTION_STATUSES = [
  'waiting',
  'processing',
  'shared',
  'approved',
  'inconclusive',
  'expired',
  'unknown-share',
  'fast-inconclusive',
  'absent-holder',
  'canceled',
] as const;

/** What each status means, in one sentence; docs/transaction-states.md and the API's documentation are made from it. */
export const TRANSACTION_STATUS_MEANINGS: Readonly<Record<(typeof TRANSACTION_STATUSES)[number], string>> = {
  waiting: 'Created; the person has not finished the capture.',
  processing: 'The capture is complete and is being decided.',
  shared: 'The person shared the link with the cardholder.',
  approved: 'The card belongs to the person.',
  inconclusive: 'It could not be established that the card belongs to the person.',
  expired: 'The transaction expired before the capture was complete.',
  'unknown-share': 'The person does not know this purchase.',
  'fast-inconclusive': 'The checks at creation ended it; no capture was requested.',
  'absent-holder': 'The cardholder is not present.',
  canceled: 'The merchant canceled it.',
};

/** Where a transaction stands. */
export const TransactionStatus = literals(TRANSACTION_STATUSES, {
  description: [
    'Where a transaction stands; `waiting`, `processing` and `shared` are open, all others final, and a final status never changes.',
    ...TRANSACTION_STATUSES.map((status) => `- \`${status}\`: ${TRANSACTION_STATUS_MEANINGS[status]}`),
  ].join('\n'),
});
export type TransactionStatus = (typeof TRANSACTION_STATUSES)[number];

/** The id the create operation gave. */
export const TransactionId = Type.String({
  format: 'uuid',
  description: 'Id of the transaction, as returned by the create operation.',
});

/** Whether the person who completed the journey is another than the identity that was sent. */
export const HasIdentityChanged = Type.Boolean({
  description: 'True if the person was verified as an identity other than the one sent; absent until known.',
});

/** Body of the create operation; extra properties are ignored, and the finer rules of each field stand in its description. */
export const CreateTransactionRequest = Type.Object({
  identity: Type.Object({
    key: Type.String({ description: 'Kind of identity: `cpf` or `cnpj`.', examples: ['cpf'] }),
    value: Type.String({
      maxLength: 64,
      description: 'The identity without punctuation, with valid check digits.',
      examples: ['52998224725'],
    }),
  }),
  orderNumber: Type.Union([Type.String({ minLength: 1, maxLength: 100 }), Type.Integer({ minimum: 0 })], {
    description:
      "Unique per purchase in the merchant's system. A JSON number is stored as the text it was sent as.",
    examples: ['order-1001'],
  }),
  company: Type.String({ format: 'uuid', description: 'The id of a company of the tenant.' }),
  card: Type.Object({
    binDigits: Type.String({
      pattern: '^[0-9]{8}$',
      description: 'The first 8 digits of the card.',
      examples: ['41111111'],
    }),
    lastDigits: Type.String({
      pattern: '^[0-9]{4}$',
      description: 'The last 4 digits of the card.',
      examples: ['1111'],
    }),
    name: Type.String({
      description:
        'The name as printed on the card, or as SURNAME/NAME. Stored in Unicode normal form C, with plain hyphens, spaces and letters.',
      examples: ['Maria da Silva'],
    }),
    expirationDate: Type.Optional(
      Type.String({ pattern: '^(0[1-9]|1[0-2])/[0-9]{2}$', description: 'MM/YY.', examples: ['12/39'] }),
    ),
  }),
  redirectUrl: Type.Optional(
    Type.String({
      maxLength: 2048,
      description: 'Where the page redirects at the end: an https URL, or an app scheme of the company.',
    }),
  ),
  value: Type.Optional(
    Type.Number({
      minimum: 0,
      description:
        "Value of the order, up to 13 digits and 4 decimals; an exponent is accepted if the value is exact. Round to the currency's decimals before you send it.",
      examples: [199.9],
    }),
  ),
  currency: Type.Optional(
    Type.String({
      pattern: '^[A-Z]{3}$',
      description:
        'Currency of `value` (ISO 4217). With it, the page shows the amount to the person; `value` then has no more decimals than the currency.',
      examples: ['BRL'],
    }),
  ),
  ...appearanceFields,
  additionalInfo: Type.Optional(
    Type.Object({
      processID: Type.String({
        maxLength: 100,
        description:
          'Id of a process of the same person that finished with PROCESS_RESULT_OK at most 3600 seconds ago: its captures are reused, and no other selfie is taken.',
      }),
    }),
  ),
});
export type CreateTransactionRequest = Static<typeof CreateTransactionRequest>;

/** Answer of the create operation; `link` and `token` are absent when no capture is needed. */
export const CreateTransactionResponse = Type.Object(
  {
    id: TransactionId,
    status: TransactionStatus,
    link: Type.Optional(
      Type.String({ format: 'uri', description: 'One-time URL of the hosted page for the person.' }),
    ),
    token: Type.Optional(
      Type.String({ description: 'SDK token: a JWT for the web SDK; never an access token.' }),
    ),
  },
  { additionalProperties: false },
);
export type CreateTransactionResponse = Static<typeof CreateTransactionResponse>;

/** Answer of the status query; `hasIdentityChanged` is absent until known. */
export const TransactionStatusResponse = Type.Object(
  { status: TransactionStatus, hasIdentityChanged: Type.Optional(Type.Boolean()) },
  { additionalProperties: false },
);
export type TransactionStatusResponse = Static<typeof TransactionStatusResponse>;

/** A signed receipt: a JWS in compact form (RFC 7515) under a published key, verifiable without the service. */
export const ReceiptResponse = Type.Object(
  { receipt: Type.String({ pattern: '^[A-Za-z0-9_-]+\\.[A-Za-z0-9_-]+\\.[A-Za-z0-9_-]+$' }) },
  { additionalProperties: false },
);
export type ReceiptResponse = Static<typeof ReceiptResponse>;

/** Body of every refusal and fault (design section 2). */
export const ErrorResponse = Type.Object(
  {
    code: Type.String({
      pattern: '^[0-9]{5}$',
      description: 'Stable: HTTP status and two digits. Programs should rely on it.',
    }),
    message: Type.String({ description: 'For humans; the wording may change, and it may name a field.' }),
  },
  { additionalProperties: false },
);
export type ErrorResponse = Static<typeof ErrorResponse>;
