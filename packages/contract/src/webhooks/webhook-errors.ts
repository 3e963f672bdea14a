import type { ErrorEntry } from '../errors.ts';

/** The codes about webhook endpoints, events and deliveries. */
export const webhookErrors = {
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
} as const satisfies Record<string, ErrorEntry>;
