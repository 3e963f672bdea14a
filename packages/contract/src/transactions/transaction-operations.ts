import type { OperationNotes } from '../operations.ts';
import { BEHIND_TOKEN } from '../tokens/behind-token.ts';

const ONE_TRANSACTION = [...BEHIND_TOKEN, '40004', '40401'] as const;

/** What the documentation says of the operations on transactions. */
export const transactionNotes = {
  createTransaction: {
    tag: 'Transactions',
    description:
      "Creates a transaction and returns its `id` and `status`. When the person has to take a selfie, the response also carries `link` and `token`: send the person to `link`, or pass `token` to the web SDK. Both are shown only once.\n\nFor a company of module *post* the status is always `waiting`. Modules *pre* and *super-pre* run checks immediately and may return `fast-inconclusive` with `id` and `status` only.\n\nA request with the order number, identity and card of an open or approved transaction is refused with `40027`, or returns that transaction if the company's settings say so. Send an `Idempotency-Key` to get the first response again after a lost connection.\n\nWith `additionalInfo.processID` the captures of a finished process of the same person are reused: the status is `processing`, there is no `link` or `token`, and the result arrives by webhook as usual.",
    codes: [
      ...BEHIND_TOKEN,
      '40002',
      '40024',
      '40025',
      '40026',
      '40027',
      '40028',
      '40029',
      '40031',
      '40032',
      '40033',
      '40034',
      '40035',
      '40036',
      '40037',
      '40038',
      '40045',
      '40404',
      '50003',
    ],
  },
  cancelTransaction: {
    tag: 'Transactions',
    description:
      'Cancels a transaction that is still waiting for the person and returns `canceled`. Repeating the call returns the same. A transaction that is being decided or has ended otherwise is refused with `40046`.',
    codes: [...ONE_TRANSACTION, '40046'],
  },
  renewLink: {
    tag: 'Transactions',
    description:
      'Returns a new one-time link and a new SDK token. Use it when the link was opened elsewhere, was lost, or has expired. Earlier links are revoked, and so are the pages they opened, unless a selfie is being taken on one. A transaction that no longer accepts a capture is refused with `40050`.',
    codes: [...ONE_TRANSACTION, '40050'],
  },
  readTransaction: {
    tag: 'Transactions',
    description:
      'Returns the status, and `hasIdentityChanged` once it is known. The webhook reports the result; read the status if you missed it, or when the person returns to your page.',
    codes: [...ONE_TRANSACTION],
  },
  listTransactions: {
    tag: 'Transactions',
    description:
      "Lists the tenant's transactions, newest first, 20 per page unless `limit` is given. All filters must match; an unknown parameter is refused with `40002`. The response contains nothing about the person or the card.",
    codes: [...BEHIND_TOKEN, '40002'],
  },
  readTransactionHistory: {
    tag: 'Transactions',
    description:
      'Returns the transaction with every step of its history, oldest first: what happened, who did it, and the reason codes. Intended for support, not as input for automated decisions.',
    codes: [...ONE_TRANSACTION],
  },
  resendEvent: {
    tag: 'Transactions',
    description:
      'Resends the last event of the transaction to every subscribed endpoint of its company, with the same `webhook-id`. A delivery that is waiting for its next attempt is sent immediately. Refused with `40047` while the transaction is open and has no event yet, and after 90 days, when its events have been deleted.',
    codes: [...ONE_TRANSACTION, '40047'],
  },
  readReceipt: {
    tag: 'Transactions',
    description:
      'Returns a signed receipt of an approval: a JWS that states what was decided, when, for which reasons and from which pictures (by hash), with the version of the face engine and the threshold. Verify it with the published keys; this service is not needed. A transaction that was not approved is refused with `40048`, one that has been erased with `40049`: fetch the receipt in time.',
    codes: [...ONE_TRANSACTION, '40048', '40049'],
  },
  readEvidence: {
    tag: 'Transactions',
    description:
      'Returns the same as a signed PDF with the receipt attached. A transaction that was not approved is refused with `40048`, one that has been erased with `40049`: fetch the document in time.',
    codes: [...ONE_TRANSACTION, '40048', '40049'],
  },
} as const satisfies Record<string, OperationNotes>;
