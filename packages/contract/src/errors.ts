import { erasureErrors } from './account/erasure-errors.ts';
import { limitErrors } from './account/limit-errors.ts';
import { captureRecordErrors } from './captures/capture-record-errors.ts';
import { pageErrors } from './page/page-errors.ts';
import { actErrors } from './portal/acts/act-errors.ts';
import { portalErrors } from './portal/portal-errors.ts';
import { providerErrors } from './portal/provider/provider-errors.ts';
import { receiverErrors } from './portal/receivers/receiver-errors.ts';
import { stayErrors } from './portal/stays/stay-errors.ts';
import { processErrors } from './processes/process-errors.ts';
import { referenceErrors } from './references/reference-errors.ts';
import { sandboxErrors } from './sandbox/sandbox-errors.ts';
import { transactionErrors } from './transactions/transaction-errors.ts';
import { webhookErrors } from './webhooks/webhook-errors.ts';

/** What a refusal's code means: its HTTP status, the sentence sent, and for the documentation what happened and what to do. */
export type ErrorEntry = {
  status: 400 | 403 | 404 | 429 | 500;
  message: string;
  happened: string;
  remedy: string;
  /** Whole seconds sent as Retry-After where the refusal knows no better; every code whose remedy is to wait has it. */
  retryAfterSeconds?: number;
};

/** Codes that belong to no single noun, and those that stand with theirs. */
const entries = {
  '40001': {
    status: 400,
    message: 'The body is not JSON of the shape this operation takes.',
    happened:
      'The request is not valid HTTP, is too slow, or its headers are too long; or its body is missing, is not UTF-8 or JSON, is too large or too deep, has a duplicate key, or is not an object.',
    remedy:
      'Send one JSON object as application/json, in UTF-8, without a content encoding, up to 16 levels and, where the operation says nothing else, 32 KiB.',
  },
  '40002': {
    status: 400,
    message: 'A field is missing or badly formed.',
    happened: 'One field breaks its rule; the message names the field and the rule.',
    remedy: 'Correct the named field and send the request again.',
  },
  '40006': {
    status: 400,
    message: 'The id in the path is not an id.',
    happened: 'The path holds something that is not a UUID.',
    remedy: 'Use the id returned by the API, unchanged.',
  },
  '40026': {
    status: 400,
    message: 'A full card number is not accepted.',
    happened: 'A field contains what looks like a complete card number. Nothing of it was stored.',
    remedy:
      'Send only the first 8 and last 4 digits, in card.binDigits and card.lastDigits. Where other digits only look like a card number, write them in groups of seven, such as 4000001-2345678.',
  },
  '40028': {
    status: 400,
    message: 'The Idempotency-Key was used with another body: use a new key for another request.',
    happened:
      'A request with this Idempotency-Key and another body was carried out within the last 24 hours.',
    remedy: 'Use a new key for each request, for example a UUID, and repeat a request only unchanged.',
  },
  '40029': {
    status: 400,
    message: 'The first request with this Idempotency-Key is still under way.',
    happened: 'Another request with the same Idempotency-Key has not ended yet.',
    remedy:
      'Wait the seconds in Retry-After and repeat the request; it returns the response of the first one.',
    retryAfterSeconds: 1,
  },
  '40301': {
    status: 403,
    message: 'Not allowed.',
    happened: 'The access token is missing, invalid, expired, of another environment, or lacks the scope.',
    remedy:
      'Get a new token from the token endpoint with the scope this operation needs and send it as "Authorization: Bearer …".',
  },
  '40400': {
    status: 404,
    message: 'There is no such operation.',
    happened: 'The path or the method is not one of this service.',
    remedy: 'Compare the path and method with the documentation; the base path is /api/public/v1.',
  },
  '40404': {
    status: 404,
    message: 'Company not found.',
    happened: 'No active company of this tenant and environment has this id.',
    remedy: 'Check the company id and which environment the token is for.',
  },
  '50001': {
    status: 500,
    message: 'Something went wrong on our side; nothing was changed.',
    happened:
      'A fault inside the service, logged with the request id. Where it took too long, or the answer of the database was lost, the message says that it is not known whether anything was changed.',
    remedy:
      'Wait the seconds in Retry-After and try again, with the same Idempotency-Key; where the message says so, read first what is there. If it persists, give the operator the X-Request-Id of the response.',
    retryAfterSeconds: 5,
  },
  ...transactionErrors,
  ...processErrors,
  ...pageErrors,
  ...portalErrors,
  ...providerErrors,
  ...actErrors,
  ...receiverErrors,
  ...stayErrors,
  ...captureRecordErrors,
  ...webhookErrors,
  ...erasureErrors,
  ...referenceErrors,
  ...limitErrors,
  ...sandboxErrors,
} as const satisfies Record<string, ErrorEntry>;

/** Every code the API answers: HTTP status plus two digits (design section 2). */
export type ErrorCode = keyof typeof entries;

/** The closed table of refusals; docs/errors.md is generated from it. */
export const errorCatalogue: Record<ErrorCode, ErrorEntry> = entries;

const CARD_FIELDS: Readonly<Record<string, string>> = {
  'card.binDigits': 'Send the first 8 digits of the card and no more.',
  'card.lastDigits': 'Send the last 4 digits of the card and no more.',
  'card.expirationDate': 'Send the month and year until which the card is good, as in 12/30.',
  'card.name': 'Send the name that is printed on the card.',
};

const WAY_OUT = 'If it is none, write its digits in groups of seven, such as 4000001-2345678.';

/** The message of 40026 for a field: what it holds, and what belongs there, or the way out for digits that only look like a card number. */
export const cardNumberIn = (field: string): string =>
  `${field} holds what looks like a full card number. ${CARD_FIELDS[field] ?? WAY_OUT}`;
