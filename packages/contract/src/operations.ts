import { accountNotes } from './account/account-operations.ts';
import { captureRecordNotes } from './captures/capture-record-operations.ts';
import type { ErrorCode } from './errors.ts';
import { platformNotes } from './processes/platform-operations.ts';
import { processNotes } from './processes/process-operations.ts';
import { referenceNotes } from './references/reference-operations.ts';
import { sandboxNotes } from './sandbox/sandbox-operations.ts';
import type { TokenSubCode } from './tokens/oauth-errors.ts';
import { tokenNotes } from './tokens/token-operations.ts';
import { transactionNotes } from './transactions/transaction-operations.ts';
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
    name: 'References',
    description:
      'Faces of persons whom you met before, from your own photographs. The first selfie of such a person is compared with them. Requires the scope `references:write`.',
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
  ...referenceNotes,
  ...tokenNotes,
  ...otherNotes,
};

/** What a parameter of an address means, by its name there, where its own schema does not say. */
export const parameterMeanings: Readonly<Record<string, string>> = {
  status: 'Only transactions with this status.',
  endpoint_id: 'Id of the webhook endpoint, as returned by the create operation.',
  erasure_id: 'Id of the erasure, as returned by the erase operation.',
  reference_id: 'Id of the reference, as returned by the create operation.',
  process_id: 'Id of the process, as returned by the create operation.',
  transaction_id: 'Id of the transaction, as returned by the create operation.',
  event_id: 'Id of the event: `id` in the body of the webhook, and its `webhook-id`.',
  delivery_id: 'Id of the delivery, as returned by lists of deliveries.',
  attempt_id: 'Id of the attempt, as returned with the captures of the transaction.',
  position: 'Place of the photograph in the request that created the reference, from 1.',
  step: 'Step of the frame, as returned with the captures of the transaction.',
};

/** The form of a parameter of an address that is no id, by its name there. */
export const parameterPatterns: Readonly<Record<string, string>> = {
  step: '^(0|[1-9][0-9]{0,2})$',
  position: '^[1-5]$',
};
