import type { OperationNotes } from '../operations.ts';
import { BEHIND_TOKEN } from '../tokens/behind-token.ts';

const ONE_ENDPOINT = [...BEHIND_TOKEN, '40006', '40406'] as const;

/** What the documentation says of the operations on webhook endpoints. */
export const webhookEndpointNotes = {
  createWebhookEndpoint: {
    tag: 'Webhooks',
    description:
      "Registers an endpoint for a company's events and returns it with its `secret`, shown only once: store it, and verify every request with it. A company may have 20 endpoints, each with its own secret, subscriptions and queue. Send a test event to see one arrive. Send an `Idempotency-Key`, so that the secret can be had again if its response is lost.\n\nThe credentials in `authentication` are stored encrypted and never shown again. Unknown fields are refused, so that a misspelt field does not go unnoticed.",
    codes: [...BEHIND_TOKEN, '40002', '40026', '40028', '40029', '40071', '40404'],
  },
  listWebhookEndpoints: {
    tag: 'Webhooks',
    description:
      'Lists the endpoints of the tenant, or of one company, newest first, 20 per page unless `limit` is given. Deleted endpoints are not included.',
    codes: [...BEHIND_TOKEN, '40002'],
  },
  readWebhookEndpoint: {
    tag: 'Webhooks',
    description:
      'Returns one endpoint with its configuration and health: whether it is enabled, why not, and since when it has been failing. Only the kind of its authentication is shown.',
    codes: [...ONE_ENDPOINT],
  },
  changeWebhookEndpoint: {
    tag: 'Webhooks',
    description:
      'Changes the fields that are sent and leaves the others; `null` removes a description or an interval. Waiting deliveries use the new configuration.\n\nA new `url` of an endpoint with credentials is accepted only together with `authentication`, so that no credential is sent to a place it was not meant for. Enabling an endpoint resets its failures; disabling it fails its waiting deliveries.',
    codes: [...ONE_ENDPOINT, '40002', '40026'],
  },
  deleteWebhookEndpoint: {
    tag: 'Webhooks',
    description:
      'Deletes an endpoint with its secrets and credentials permanently. Waiting deliveries are ended; past deliveries remain in the log.',
    codes: [...ONE_ENDPOINT],
  },
  rotateWebhookSecret: {
    tag: 'Webhooks',
    description:
      'Creates a new secret and returns it, only once. Until `previousSecretEndsAt` every request carries two signatures, so that receivers with either secret can verify it; after that the old secret is no longer used. During the overlap of an earlier rotation, another one is refused with `40072` unless `overlapSeconds` is 0. Send an `Idempotency-Key`, a new one for each rotation, so that the new secret can be had again if its response is lost: with the key of an earlier rotation nothing is rotated.',
    codes: [...ONE_ENDPOINT, '40002', '40028', '40029', '40072'],
  },
  sendTestEvent: {
    tag: 'Webhooks',
    description:
      'Sends an `endpoint.test` event to this endpoint only, whatever its subscriptions, and returns the id of the event. The event is signed, retried and logged like any other. A disabled endpoint is refused with `40070`.',
    codes: [...ONE_ENDPOINT, '40070'],
  },
  listEventTypes: {
    tag: 'Webhooks',
    description:
      'Lists every event type with its meaning, fields and an example. Bodies contain exactly these fields; later versions may add types and fields.',
    codes: [...BEHIND_TOKEN],
  },
} as const satisfies Record<string, OperationNotes>;
