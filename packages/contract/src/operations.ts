import { captureRecordNotes } from './captures/capture-record-operations.ts';
import type { ErrorCode } from './errors.ts';
import { platformNotes } from './processes/platform-operations.ts';
import { processNotes } from './processes/process-operations.ts';
import { sandboxNotes } from './sandbox/sandbox-operations.ts';
import { BEHIND_TOKEN } from './tokens/behind-token.ts';
import { oauthErrorCatalogue, type TokenSubCode } from './tokens/oauth-errors.ts';
import { webhookEndpointNotes } from './webhooks/webhook-endpoint-operations.ts';
import { webhookLogNotes } from './webhooks/webhook-log-operations.ts';

/** The chapters of the documentation, in their order. */
export const TAGS = [
  {
    name: 'Transactions',
    description:
      'A transaction verifies once whether a card belongs to a person. Create it, send the person to its link, and receive the result by webhook or by reading its status.',
  },
  {
    name: 'Processes',
    description:
      'The identity platform: a process takes a selfie of one person, without a card. Transactions of the same person can reuse its captures for one hour.',
  },
  {
    name: 'Captures',
    description:
      'What was captured for a transaction, for those who have to account for a decision. Requires the scope `captures:read`; every view of an image is written to the audit log.',
  },
  {
    name: 'Webhooks',
    description:
      'Endpoints of a company and the delivery of its events. Every request is signed as defined by Standard Webhooks; bodies are thin and contain no personal data. Events and delivery attempts are kept for 90 days and can be read, pulled or resent.',
  },
  {
    name: 'Sandbox',
    description:
      'Every result, refusal and failure, reproducible without a camera, in the test environment only. Select a scenario by the header `X-Titular-Scenario`, which every operation with an access token accepts, or by the identity that is sent.',
  },
  {
    name: 'Your account',
    description: "The tenant's limits and recent API calls.",
  },
  {
    name: 'Persons',
    description: "Erasure of a person's data, at the person's request.",
  },
  {
    name: 'Identity platform',
    description: "Called by an operator's own identity platform, if one is configured. Not for merchants.",
  },
  {
    name: 'Access tokens',
    description:
      'OAuth 2.0 for back ends: a service account authenticates and gets a token for one hour. Errors have the shape of RFC 6749, with a `sub_code` that identifies the cause.',
  },
  {
    name: 'Health',
    description: 'For monitoring. No token is needed, and no limit applies.',
  },
  { name: 'Documentation', description: 'This documentation, as served by the running service.' },
] as const;

type Tag = (typeof TAGS)[number]['name'];

/** What the documentation says of an operation beside its row in the route table; codes are those it may be refused with. */
export type OperationNotes = {
  tag: Tag;
  description: string;
  codes: readonly ErrorCode[];
  /** Sub-codes of the token endpoint, for operations that refuse in its shape, by status. */
  subCodes?: Readonly<Record<number, readonly TokenSubCode[]>>;
};

const ONE_TRANSACTION = [...BEHIND_TOKEN, '40004', '40401'] as const;

const subCodes = Object.keys(oauthErrorCatalogue) as TokenSubCode[];
const withStatus = (status: number): TokenSubCode[] =>
  subCodes.filter((subCode) => oauthErrorCatalogue[subCode].httpStatus === status);

/** A client assertion is refused with the sub-codes of an assertion, as `invalid_client`. */
const UNAUTHENTICATED = subCodes.filter((subCode) =>
  ['invalid_client', 'invalid_grant'].includes(oauthErrorCatalogue[subCode].error),
);

const FORM_FAULTS: readonly TokenSubCode[] = [
  'malformed_request',
  'duplicate_parameter',
  'missing_parameter',
  'multiple_client_authentications',
  'client_mismatch',
  'source_address_refused',
  'outside_allowed_times',
];
const ABOUT_A_TOKEN = { 400: FORM_FAULTS, 401: UNAUTHENTICATED, 429: withStatus(429) };

const transactionNotes = {
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

const accountNotes = {
  readLimits: {
    tag: 'Your account',
    description:
      'Returns every limit of the tenant, what remains of it after this request, and the error code returned when it is exceeded.',
    codes: [...BEHIND_TOKEN],
  },
  listCalls: {
    tag: 'Your account',
    description:
      "Lists the tenant's API calls of the last 14 days, newest first: who called what, with which result. A call appears within two seconds of its response and can be found by `X-Request-Id`, transaction, process or order number, among others. Only the shape of a body is stored, never its values.",
    codes: [...BEHIND_TOKEN, '40002'],
  },
  eraseIdentity: {
    tag: 'Persons',
    description:
      "Erases a person from the tenant's data: face, pictures, identity, card, orders, and stored responses about them. Open transactions are ended first. Ids, statuses, reasons and times remain. Returns how many rows of each kind were found, even if none, with a signed receipt that does not name the person.",
    codes: [...BEHIND_TOKEN, '40002', '40026'],
  },
  readErasure: {
    tag: 'Persons',
    description: 'Returns an erasure with its receipt.',
    codes: [...BEHIND_TOKEN, '40005', '40405'],
  },
} as const satisfies Record<string, OperationNotes>;

const tokenNotes = {
  issueToken: {
    tag: 'Access tokens',
    description:
      'Issues an access token that is valid for one hour. Two grants are supported: `urn:ietf:params:oauth:grant-type:jwt-bearer` with an `assertion` signed by the service account (RFC 7523), and `client_credentials` with client id and secret (HTTP Basic or form) or with a `client_assertion`.\n\nReuse the token until shortly before it expires.',
    codes: [],
    subCodes: {
      400: withStatus(400).filter((subCode) => subCode !== 'wrong_method'),
      401: UNAUTHENTICATED,
      429: withStatus(429),
    },
  },
  issueTokenByGet: {
    tag: 'Access tokens',
    description: 'Always refused: credentials must not be sent in a URL. Send the parameters by `POST`.',
    codes: [],
    subCodes: { 400: ['wrong_method'] },
  },
  revokeToken: {
    tag: 'Access tokens',
    description:
      'Revokes an access token (RFC 7009); every node refuses it within 5 seconds. The response is empty, also for a token that is invalid, has expired, or belongs to another client.',
    codes: [],
    subCodes: ABOUT_A_TOKEN,
  },
  introspectToken: {
    tag: 'Access tokens',
    description:
      'Returns the state of the client\'s own access token (RFC 7662). Any other token yields `{"active": false}`.',
    codes: [],
    subCodes: ABOUT_A_TOKEN,
  },
  readJwks: {
    tag: 'Access tokens',
    description:
      'Returns the public keys for verifying what this service signs (RFC 7517). A key is published before it is used and remains until nothing it signed is still valid. The response may be cached for 5 minutes.',
    codes: [],
  },
  readAuthorizationServerMetadata: {
    tag: 'Access tokens',
    description:
      'Returns the authorization server metadata (RFC 8414), for libraries that configure themselves.',
    codes: [],
  },
} as const satisfies Record<string, OperationNotes>;

const otherNotes = {
  readHealth: {
    tag: 'Health',
    description:
      'Succeeds as long as the process runs, even while its database is unavailable. Restart the process when this fails.',
    codes: [],
  },
  readReadiness: {
    tag: 'Health',
    description:
      'Reports within a second whether requests can be served: the database accepts writes, its schema is known, the master keys are loaded, the face engine works, the clock is right, and the service is not stopping. Send no requests while it returns `500`, which lists every cause.',
    codes: ['50001'],
  },
  readOpenApi: {
    tag: 'Documentation',
    description: 'Returns this document: OpenAPI 3.1, with the address of this service.',
    codes: ['42903'],
  },
  readReference: {
    tag: 'Documentation',
    description: 'Returns this document as an HTML page without script.',
    codes: ['42903'],
  },
  readLlmsText: {
    tag: 'Documentation',
    description: 'Returns a short list of operations and pages, for programs that read documentation.',
    codes: ['42903'],
  },
} as const satisfies Record<string, OperationNotes>;

/** Every operation of the published API; the hosted page's own calls are not part of it. */
export const publishedOperations: Readonly<Record<string, OperationNotes>> = {
  ...transactionNotes,
  ...processNotes,
  ...sandboxNotes,
  ...captureRecordNotes,
  ...webhookEndpointNotes,
  ...webhookLogNotes,
  ...platformNotes,
  ...accountNotes,
  ...tokenNotes,
  ...otherNotes,
};

/** What a parameter of an address means, by its name there, where its schema does not say. */
export const parameterMeanings: Readonly<Record<string, string>> = {
  status: 'Only transactions with this status.',
  endpoint_id: 'Id of the webhook endpoint, as returned by the create operation.',
  erasure_id: 'Id of the erasure, as returned by the erase operation.',
  account: 'Only calls of this service account.',
  operation: 'Only calls of this operation, by operation id.',
  code: 'Only calls refused with this code.',
  requestId: 'The call with this `X-Request-Id`.',
  transaction: 'Only calls about this transaction.',
  process: 'Only calls about this process.',
  process_id: 'Id of the process, as returned by the create operation.',
  transaction_id: 'Id of the transaction, as returned by the create operation.',
  event_id: 'Id of the event: `id` in the body of the webhook, and its `webhook-id`.',
  delivery_id: 'Id of the delivery, as returned by lists of deliveries.',
  attempt_id: 'Id of the attempt, as returned with the captures of the transaction.',
  step: 'Step of the frame, as returned with the captures of the transaction.',
};

/** The form of a parameter of an address that is no id, by its name there. */
export const parameterPatterns: Readonly<Record<string, string>> = { step: '^(0|[1-9][0-9]{0,2})$' };
