import type { ErrorEntry } from '../errors.ts';

/** The codes about transactions: what is sent to create one, and what it no longer does. */
export const transactionErrors = {
  '40004': {
    status: 400,
    message: 'The transaction id is not an id.',
    happened: 'The path holds something that is not a UUID.',
    remedy: 'Use the id returned by the create operation, unchanged.',
  },
  '40024': {
    status: 400,
    message: 'card.name is not a name.',
    happened:
      'The card holder name has characters no name has (digits, controls, invisible or mixed look-alike letters), is text of another encoding, stands for a missing value (`undefined`, `CARDHOLDER NAME`), or has a bad length; the message says which.',
    remedy:
      'Send the name as printed on the card: letters of one script, spaces, apostrophes, hyphens and full stops, in UTF-8; `SURNAME/NAME` is understood. Names of companies, with `identity.key` `cnpj`, may have digits and `& + / ( ) % ! # @`. Leave nothing in the place of a name that you do not have: ask the person.',
  },
  '40025': {
    status: 400,
    message: 'The card has expired.',
    happened:
      'card.expirationDate lies in a past month; a year more than 25 years ahead is read as one of the last century.',
    remedy: 'Ask the person for a card that is valid, or correct the date (MM/YY).',
  },
  '40027': {
    status: 400,
    message: 'A transaction with the same order, identity and card is open or approved.',
    happened:
      'The order number, identity and card digits equal those of an earlier transaction that is not finished or was approved.',
    remedy: 'Use the earlier transaction; a new one may be created after it ends without approval.',
  },
  '40045': {
    status: 400,
    message: "value is above the company's limit.",
    happened: "The order's value is higher than the company's setting allows.",
    remedy: 'Check the amount; ask the operator to raise the limit of the company.',
  },
  '40046': {
    status: 400,
    message: 'The transaction can no longer be canceled.',
    happened: 'The capture is being decided, or the transaction has ended otherwise.',
    remedy: 'Read its status; a final status never changes.',
  },
  '40047': {
    status: 400,
    message: 'The transaction has no event that could be sent again.',
    happened: 'The transaction is open and has no event yet, or its events were deleted after 90 days.',
    remedy:
      'Read its status. An open transaction sends its event when it ends; for one that has ended, the status is the answer.',
  },
  '40048': {
    status: 400,
    message: 'The transaction has no evidence: it was not approved.',
    happened: 'Receipt and document exist for approved transactions.',
    remedy: 'Read the status; the history shows the reasons of any other result.',
  },
  '40049': {
    status: 400,
    message: 'The evidence of the transaction was erased.',
    happened: 'The person was erased from the transaction, or its retention time is over.',
    remedy: 'Use the receipt or document fetched earlier; the history shows what remains.',
  },
  '40050': {
    status: 400,
    message: 'The transaction takes no capture any more.',
    happened: 'The capture is being decided, or the transaction has ended or expired.',
    remedy: 'Read its status; create a new transaction for another try.',
  },
  '40401': {
    status: 404,
    message: 'Transaction not found.',
    happened: 'No transaction of this tenant and environment has this id.',
    remedy: 'Check the id and which environment the token is for.',
  },
  '50003': {
    status: 500,
    message: 'The service for card evidence gave no answer that can be used; nothing was changed.',
    happened:
      'The company requires what an issuer or gateway says of the card, and the service that the operator set up for it cannot be reached or answers wrongly.',
    remedy: 'Wait the seconds in Retry-After and try again; if it persists, tell the operator.',
    retryAfterSeconds: 5,
  },
} as const satisfies Record<string, ErrorEntry>;
