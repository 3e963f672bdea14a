import type { OperationNotes } from '../operations.ts';
import { BEHIND_TOKEN } from '../tokens/behind-token.ts';

const ONE_ENDPOINT = [...BEHIND_TOKEN, '40006', '40406'] as const;

/** What the documentation says of the operations on webhook endpoints. */
export const webhookEndpointNotes = {
  createWebhookEndpoint: {
    tag: 'Webhooks',
    description:
      'Tells where the events of a company go, and answers the endpoint with its `secret`, shown this once: keep it, and verify every request with it. A company may have 20 endpoints; each has its own secret, its own choice of events and its own queue. Send a test event to see one arrive.\n\nCredentials of `authentication` are kept sealed and never shown again. A field that is not listed here is refused, so that a misspelt one does not go unnoticed.',
    codes: [...BEHIND_TOKEN, '40002', '40026', '40071', '40404'],
  },
  listWebhookEndpoints: {
    tag: 'Webhooks',
    description:
      'Answers the endpoints of the tenant, or of one company, newest first, 20 to a page unless `limit` says otherwise. Those that were deleted are not among them.',
    codes: [...BEHIND_TOKEN, '40002'],
  },
  readWebhookEndpoint: {
    tag: 'Webhooks',
    description:
      'Answers one endpoint with everything that was chosen for it and how it is doing: whether it is switched on, why not, and since when it fails. Of its authentication only the kind is told.',
    codes: [...ONE_ENDPOINT],
  },
  changeWebhookEndpoint: {
    tag: 'Webhooks',
    description:
      'Changes what is sent and leaves the rest; `null` takes a description or an interval away. Deliveries that wait are sent as the endpoint is then.\n\nA new `url` of an endpoint with credentials is taken only together with `authentication`, so that no credential goes to a place it was not given for. To switch an endpoint on forgets its failures; to switch it off ends what waits for it.',
    codes: [...ONE_ENDPOINT, '40002', '40026'],
  },
  deleteWebhookEndpoint: {
    tag: 'Webhooks',
    description:
      'Deletes an endpoint with its secrets and credentials, for good. What waits for it is ended; what was sent to it before stays in the log.',
    codes: [...ONE_ENDPOINT],
  },
  rotateWebhookSecret: {
    tag: 'Webhooks',
    description:
      'Makes a new secret and answers it, this once. Until `previousSecretEndsAt` every request carries two signatures, so that receivers with either secret verify it; then the old one is of no use any more. While an earlier rotation overlaps, another is refused with `40072` unless `overlapSeconds` is 0.',
    codes: [...ONE_ENDPOINT, '40002', '40072'],
  },
  sendTestEvent: {
    tag: 'Webhooks',
    description:
      'Sends an `endpoint.test` event to this endpoint alone, whatever it subscribes to, and answers the id of the event. It is signed, tried again and logged like any other. An endpoint that is switched off is refused with `40070`.',
    codes: [...ONE_ENDPOINT, '40070'],
  },
  listEventTypes: {
    tag: 'Webhooks',
    description:
      'Answers every type of event with its meaning, its fields and an example. Bodies have these fields and no others; later versions may add types and fields.',
    codes: [...BEHIND_TOKEN],
  },
} as const satisfies Record<string, OperationNotes>;
