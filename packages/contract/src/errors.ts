import { limitErrors } from './account/limit-errors.ts';
import { processErrors } from './processes/process-errors.ts';
import { sandboxErrors } from './sandbox/sandbox-errors.ts';

/** What a refusal's code means: its HTTP status, the sentence sent, and for the documentation what happened and what to do. */
export type ErrorEntry = {
  status: 400 | 403 | 404 | 429 | 500;
  message: string;
  happened: string;
  remedy: string;
  /** Whole seconds sent as Retry-After where the refusal knows no better; every code whose remedy is to wait has it. */
  retryAfterSeconds?: number;
};

const entries = {
  '40001': {
    status: 400,
    message: 'The body is not JSON of the shape this operation takes.',
    happened:
      'The request is not valid HTTP, is too slow, or its headers are too long; or its body is missing, is not UTF-8 or JSON, is too large or too deep, has a duplicate key, or is not an object.',
    remedy:
      'Send one JSON object as application/json, in UTF-8, without a content encoding, up to 32 KiB and 16 levels.',
  },
  '40002': {
    status: 400,
    message: 'A field is missing or badly formed.',
    happened: 'One field breaks its rule; the message names the field and the rule.',
    remedy: 'Correct the named field and send the request again.',
  },
  '40004': {
    status: 400,
    message: 'The transaction id is not an id.',
    happened: 'The path holds something that is not a UUID.',
    remedy: 'Use the id returned by the create operation, unchanged.',
  },
  '40005': {
    status: 400,
    message: 'The erasure id is not an id.',
    happened: 'The path holds something that is not a UUID.',
    remedy: 'Use the id returned by the erase operation, unchanged.',
  },
  '40006': {
    status: 400,
    message: 'The id in the path is not an id.',
    happened: 'The path holds something that is not a UUID.',
    remedy: 'Use the id returned by the API, unchanged.',
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
  '40026': {
    status: 400,
    message: 'A full card number is not accepted.',
    happened: 'A field contains what looks like a complete card number. Nothing of it was stored.',
    remedy:
      'Send only the first 8 and last 4 digits, in card.binDigits and card.lastDigits. Where other digits only look like a card number, write them in groups of seven, such as 4000001-2345678.',
  },
  '40027': {
    status: 400,
    message: 'A transaction with the same order, identity and card is open or approved.',
    happened:
      'The order number, identity and card digits equal those of an earlier transaction that is not finished or was approved.',
    remedy: 'Use the earlier transaction; a new one may be created after it ends without approval.',
  },
  '40028': {
    status: 400,
    message: 'The Idempotency-Key was used with another body.',
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
  '40031': {
    status: 400,
    message: 'additionalInfo.processID names no reference process that can be used.',
    happened: 'The reference process is unknown to this tenant and environment.',
    remedy:
      'Leave additionalInfo out to have the person take a selfie, or send the id of a finished process.',
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
  '40060': {
    status: 400,
    message: 'The consent text was answered in a version that is no longer shown.',
    happened: 'The answer was given to an older text.',
    remedy: 'Reload the page to show the current text.',
  },
  '40061': {
    status: 400,
    message: 'The frame is not a picture that can be used.',
    happened:
      'The body is not a baseline JPEG picture within the limits of size and pixels. The third such picture ends the attempt.',
    remedy: 'Send baseline JPEG frames of up to 512 KiB, as cameras and browsers make them.',
  },
  '40062': {
    status: 400,
    message: 'This is not possible at this stage.',
    happened: 'Consent is missing, no attempt is left, the attempt has ended, or the frame is out of order.',
    remedy: 'Read the session and continue from its stage.',
  },
  '40063': {
    status: 400,
    message: 'The identity of this transaction cannot be changed.',
    happened:
      "The company's module fixes the identity, the capture is complete, or the identity was changed too often.",
    remedy: 'Continue with the identity shown, or ask the shop for a new transaction.',
  },
  '40064': {
    status: 400,
    message: 'This cannot be chosen for the transaction now.',
    happened:
      'The company does not offer it, the capture is complete, the transaction has ended, or the page was reached by a link that was passed on.',
    remedy: 'Read the session: `choices` and `movements` tell what can be chosen.',
  },
  '40065': {
    status: 400,
    message: 'No further link can be made for the transaction.',
    happened: 'The limit of hand-over links or SDK openings is reached.',
    remedy: 'Use an existing link, or ask the shop for a new one.',
  },
  '40070': {
    status: 400,
    message: 'The webhook endpoint is switched off.',
    happened: 'Nothing is sent to a disabled or deleted endpoint.',
    remedy: 'Read `disabledReason`, and enable the endpoint by changing `enabled`.',
  },
  '40071': {
    status: 400,
    message: 'The company has as many webhook endpoints as it may have.',
    happened: 'A company may have 20 endpoints that are not deleted.',
    remedy: 'Delete an endpoint that is no longer needed, or change an existing one.',
  },
  '40072': {
    status: 400,
    message: 'An earlier rotation of the secret still overlaps.',
    happened: 'Two secrets are in use already; a third would end one that receivers may rely on.',
    remedy:
      'Wait until `previousSecretEndsAt`, which is also Retry-After. If a secret leaked or was lost, send `overlapSeconds` 0: the new secret alone signs from then on.',
    retryAfterSeconds: 60,
  },
  '40301': {
    status: 403,
    message: 'Not allowed.',
    happened: 'The access token is missing, invalid, expired, of another environment, or lacks the scope.',
    remedy:
      'Get a new token from the token endpoint with the scope this operation needs and send it as "Authorization: Bearer …".',
  },
  '40310': {
    status: 403,
    message: 'This link or page session is no longer valid.',
    happened:
      'The one-time code, the SDK token or the session is unknown, used, expired, or the transaction has ended.',
    remedy: 'Ask the shop for a new link.',
  },
  '40311': {
    status: 403,
    message: 'This link or page session has run out of time; this browser may go on with a new one.',
    happened:
      "The one-time code or the session has expired, and the company's setting `link-renewal` lets this browser have another.",
    remedy: 'Ask the person, then renew the session.',
  },
  '40320': {
    status: 403,
    message: 'The SDK token is not valid.',
    happened: 'The token is no SDK token of this deployment and environment, or was altered.',
    remedy:
      'Pass the `token` returned by the create operation, unchanged, to the SDK of the same environment.',
  },
  '40321': {
    status: 403,
    message: 'The SDK token has expired.',
    happened: 'The lifetime of the token is over.',
    remedy:
      'Get a new link and token for the same transaction with the operation renewLink, and use the new `token`.',
  },
  '40322': {
    status: 403,
    message: "The page's origin is not registered for the company.",
    happened:
      'The SDK runs on an origin that is not among the web origins of the company, or was not when the token was made.',
    remedy:
      'Register the origin in the setting `web-origins` of the company, then get a new token for the same transaction with the operation renewLink.',
  },
  '40323': {
    status: 403,
    message: 'The transaction of the SDK token has ended.',
    happened: 'The transaction takes no capture any more.',
    remedy: 'Read its status; create a new transaction for another try.',
  },
  '40324': {
    status: 403,
    message: 'The SDK token is of another transaction.',
    happened: 'The id given to the SDK is not the one in the token.',
    remedy: 'Pass on id and token of the same answer.',
  },
  '40400': {
    status: 404,
    message: 'There is no such operation.',
    happened: 'The path or the method is not one of this service.',
    remedy: 'Compare the path and method with the documentation; the base path is /api/public/v1.',
  },
  '40401': {
    status: 404,
    message: 'Transaction not found.',
    happened: 'No transaction of this tenant and environment has this id.',
    remedy: 'Check the id and which environment the token is for.',
  },
  '40404': {
    status: 404,
    message: 'Company not found.',
    happened: 'No active company of this tenant and environment has this id.',
    remedy: 'Check the company id and which environment the token is for.',
  },
  '40405': {
    status: 404,
    message: 'Erasure not found.',
    happened: 'No erasure of this tenant and environment has this id.',
    remedy: 'Check the id and which environment the token is for.',
  },
  '40406': {
    status: 404,
    message: 'Webhook endpoint not found.',
    happened: 'No webhook endpoint of this tenant and environment has this id, or it was deleted.',
    remedy: 'Check the id and which environment the token is for.',
  },
  '40407': {
    status: 404,
    message: 'Event not found.',
    happened: 'No event of this tenant and environment has this id, or it is older than 90 days.',
    remedy: 'Check the id and which environment the token is for.',
  },
  '40408': {
    status: 404,
    message: 'Delivery not found.',
    happened: 'No delivery of this tenant and environment has this id, or it is older than 90 days.',
    remedy: 'Check the id and which environment the token is for.',
  },
  '40411': {
    status: 404,
    message: 'Attempt not found.',
    happened: 'The page session has no attempt with this id.',
    remedy: 'Start a new attempt.',
  },
  '40412': {
    status: 404,
    message: 'No image of this capture is held.',
    happened:
      'The transaction has no attempt with this id, no frame was kept for this step, or the image was deleted at the end of its retention.',
    remedy: 'Read the captures of the transaction to see which images are stored.',
  },
  ...limitErrors,
  '50001': {
    status: 500,
    message: 'Something went wrong on our side; nothing was changed.',
    happened: 'A fault inside the service. It is logged with the request id.',
    remedy:
      'Wait the seconds in Retry-After and try again; if it persists, give the operator the X-Request-Id of the response.',
    retryAfterSeconds: 5,
  },
  ...processErrors,
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
