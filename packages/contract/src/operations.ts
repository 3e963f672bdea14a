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
      'One transaction asks once whether a card belongs to a person. Create it, send the person to its link, and learn the end by webhook or by reading its status.',
  },
  {
    name: 'Processes',
    description:
      'The identity platform: a process asks one person for a selfie, without a card. Its captures can be used for transactions of the same person for an hour.',
  },
  {
    name: 'Captures',
    description:
      'What was captured for a transaction, for whoever has to account for a decision. It takes the scope `captures:read`; every look at an image stands in the audit log.',
  },
  {
    name: 'Webhooks',
    description:
      'Where the events of a company go, and how they get there. Every request is signed as Standard Webhooks says; bodies are thin and without personal data. Every event and every attempt to deliver it is kept for 90 days, to be read, pulled or sent again.',
  },
  {
    name: 'Sandbox',
    description:
      'Every end, refusal and mishap without a camera and without luck, in the test environment alone. Choose a scenario by the header `X-Titular-Scenario`, which every operation behind a token heeds, or by the identity that is sent.',
  },
  {
    name: 'Your account',
    description: 'What the tenant may do, and what it asked lately.',
  },
  {
    name: 'Persons',
    description: 'What a person may ask of you, and you of the service: to be forgotten.',
  },
  {
    name: 'Identity platform',
    description:
      "What an operator's own identity platform calls, where one is configured. Merchants have no use for it.",
  },
  {
    name: 'Access tokens',
    description:
      'OAuth 2.0 for back ends: a service account proves who it is and gets a token for an hour. Refusals have the shape of RFC 6749, with a `sub_code` that tells the cause.',
  },
  {
    name: 'Health',
    description: 'For whoever watches the process. Neither needs a token or counts against a limit.',
  },
  { name: 'Documentation', description: 'This documentation, as the running service has it.' },
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
      "Creates a transaction and answers its `id` and `status`. `link` and `token` come with it when the person has to take a selfie: send the person to `link`, or hand `token` to the web SDK. They are shown this once.\n\nA company of module *post* always answers `waiting`; *pre* and *super-pre* check at once and may answer `fast-inconclusive` with `id` and `status` alone.\n\nThe same order number, identity and card as a transaction that is open or approved is refused with `40027`, or answered with that transaction where the company's setting says so. Send an `Idempotency-Key` to get the first answer again after a lost connection.\n\nWith `additionalInfo.processID` the captures of a finished process of the same person are used: the answer is `processing`, without `link` and `token`, and the end comes by webhook as always.",
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
      'Ends a transaction that still waits for the person, and answers `canceled`. To cancel once more answers the same. One that is being decided or ended in another way is refused with `40046`.',
    codes: [...ONE_TRANSACTION, '40046'],
  },
  renewLink: {
    tag: 'Transactions',
    description:
      'Answers a new one-time link and a new SDK token while the person still has to take the selfie: for a link that was opened elsewhere, lost or ran out of time. All links of before end, and so do the pages that they opened, unless a selfie is just being taken on one. A transaction that takes no capture any more is refused with `40050`.',
    codes: [...ONE_TRANSACTION, '40050'],
  },
  readTransaction: {
    tag: 'Transactions',
    description:
      'Answers the status, and `hasIdentityChanged` once it is known. The webhook tells the end by itself; read the status when you missed it, or when a person comes back to your page.',
    codes: [...ONE_TRANSACTION],
  },
  listTransactions: {
    tag: 'Transactions',
    description:
      'Answers the transactions of the tenant, newest first, 20 to a page unless `limit` says otherwise. All filters that are given must hold; a parameter that is not in this list is refused with `40002`. Nothing of the person or the card is in the answer.',
    codes: [...BEHIND_TOKEN, '40002'],
  },
  readTransactionHistory: {
    tag: 'Transactions',
    description:
      'Answers the transaction and every step it went, oldest first: what happened, who did it, and the coded reasons. Meant for support, not for programs to decide by.',
    codes: [...ONE_TRANSACTION],
  },
  resendEvent: {
    tag: 'Transactions',
    description:
      'Sends the last event of the transaction once more to every endpoint of its company that wants it, with the same `webhook-id`. One that waits for its next attempt is tried at once. Refused with `40047` while the transaction is open and has no event yet, and after 90 days, when its events are deleted.',
    codes: [...ONE_TRANSACTION, '40047'],
  },
  readReceipt: {
    tag: 'Transactions',
    description:
      'Answers a signed receipt of an approval: a JWS that says what was decided, when, for which reasons and on which pictures (by hash), by which version of the face engine and at which threshold. It is verified with the published keys, without this service. What was not approved is refused with `40048`, and what was erased since with `40049`: fetch it in time.',
    codes: [...ONE_TRANSACTION, '40048', '40049'],
  },
  readEvidence: {
    tag: 'Transactions',
    description:
      'Answers the same as a signed PDF document, with the receipt attached. What was not approved is refused with `40048`, and what was erased since with `40049`: fetch it in time.',
    codes: [...ONE_TRANSACTION, '40048', '40049'],
  },
} as const satisfies Record<string, OperationNotes>;

const accountNotes = {
  readLimits: {
    tag: 'Your account',
    description:
      'Answers every limit of the tenant, what is left of it with this request counted, and the code that a request over it gets.',
    codes: [...BEHIND_TOKEN],
  },
  listCalls: {
    tag: 'Your account',
    description:
      'Answers the calls of the tenant of the last 14 days, newest first: who called what, and what came of it. A call is found within two seconds of its answer, by its `X-Request-Id`, its transaction, its process or its order number among others. Of bodies only the shape is kept, never a value.',
    codes: [...BEHIND_TOKEN, '40002'],
  },
  eraseIdentity: {
    tag: 'Persons',
    description:
      'Takes everything of a person out of the data of the tenant: face, pictures, identity, card, orders and what was answered about them. Transactions that are open end first. Ids, statuses, reasons and times stay. Answers how much of each kind was found, with a signed receipt that does not name the person; also when nothing was found.',
    codes: [...BEHIND_TOKEN, '40002', '40026'],
  },
  readErasure: {
    tag: 'Persons',
    description: 'Answers an erasure with the receipt that was given for it.',
    codes: [...BEHIND_TOKEN, '40005', '40405'],
  },
} as const satisfies Record<string, OperationNotes>;

const tokenNotes = {
  issueToken: {
    tag: 'Access tokens',
    description:
      'Answers an access token that lives an hour. Two grants: `urn:ietf:params:oauth:grant-type:jwt-bearer` with an `assertion` that the service account signs (RFC 7523), or `client_credentials` with the client id and secret, by HTTP Basic or in the form, or with a `client_assertion`.\n\nKeep the token and use it until shortly before its end; each request for a new one costs an assertion or a look at the secret.',
    codes: [],
    subCodes: {
      400: withStatus(400).filter((subCode) => subCode !== 'wrong_method'),
      401: UNAUTHENTICATED,
      429: withStatus(429),
    },
  },
  issueTokenByGet: {
    tag: 'Access tokens',
    description: 'Refuses: credentials never belong in an address. Send the parameters by `POST`.',
    codes: [],
    subCodes: { 400: ['wrong_method'] },
  },
  revokeToken: {
    tag: 'Access tokens',
    description:
      "Gives an access token back before its time (RFC 7009); every process refuses it within 5 seconds. The answer is empty, and the same for a token that is not one, has ended, or is another client's.",
    codes: [],
    subCodes: ABOUT_A_TOKEN,
  },
  introspectToken: {
    tag: 'Access tokens',
    description:
      'Tells a client how its own access token stands (RFC 7662). Of any other text it learns only `{"active": false}`.',
    codes: [],
    subCodes: ABOUT_A_TOKEN,
  },
  readJwks: {
    tag: 'Access tokens',
    description:
      'Answers the public keys that verify what this service signs (RFC 7517). A key is published before it signs and stays until nothing it signed is valid any more; the answer may be kept for 5 minutes.',
    codes: [],
  },
  readAuthorizationServerMetadata: {
    tag: 'Access tokens',
    description:
      'Answers what the token endpoint can do and where it is (RFC 8414), for libraries that set themselves up.',
    codes: [],
  },
} as const satisfies Record<string, OperationNotes>;

const otherNotes = {
  readHealth: {
    tag: 'Health',
    description:
      'Answers as long as the process runs, also while its database is away. Restart it when this fails.',
    codes: [],
  },
  readReadiness: {
    tag: 'Health',
    description:
      'Answers within a second whether requests can be served now: the database takes writes, its schema is known, the master keys are at hand, the face engine works, the clock is right and the service is not stopping. Send no requests while it is `500`, which names every cause.',
    codes: ['50001'],
  },
  readOpenApi: {
    tag: 'Documentation',
    description: 'Answers this document: OpenAPI 3.1, with the address of this service.',
    codes: ['42903'],
  },
  readReference: {
    tag: 'Documentation',
    description: 'Answers this document as a page to read, without any script.',
    codes: ['42903'],
  },
  readLlmsText: {
    tag: 'Documentation',
    description: 'Answers a short list of the operations and pages, for programs that read documentation.',
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
  status: 'Only those that have this status.',
  endpoint_id: 'Id of the webhook endpoint, as the create operation answered it.',
  erasure_id: 'Id of the erasure, as the erase operation answered it.',
  account: 'Only those of this service account.',
  operation: 'Only calls of this operation, by its name here.',
  code: 'Only those refused with this code.',
  requestId: 'The one with this `X-Request-Id`.',
  transaction: 'Only those about this transaction.',
  process: 'Only those about this process.',
  process_id: 'Id of the process, as the create operation answered it.',
  transaction_id: 'Id of the transaction, as the create operation answered it.',
  event_id: 'Id of the event: `id` in the body of the webhook, and its `webhook-id`.',
  delivery_id: 'Id of the delivery, as lists of deliveries answer it.',
  attempt_id: 'Id of the attempt, as the captures of the transaction answer it.',
  step: 'Step of the frame, as the captures of the transaction answer it.',
};

/** The form of a parameter of an address that is no id, by its name there. */
export const parameterPatterns: Readonly<Record<string, string>> = { step: '^(0|[1-9][0-9]{0,2})$' };
