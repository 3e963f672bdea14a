import type { OperationNotes } from '../operations.ts';
import { BEHIND_TOKEN } from '../tokens/behind-token.ts';

const ONE_EVENT = [...BEHIND_TOKEN, '40006', '40407'] as const;
const ONE_DELIVERY = [...BEHIND_TOKEN, '40006', '40408'] as const;
const ONE_ENDPOINT = [...BEHIND_TOKEN, '40006', '40406'] as const;

/** What the documentation says of the log of webhooks and of sending them again. */
export const webhookLogNotes = {
  listEvents: {
    tag: 'Webhooks',
    description:
      "Lists the tenant's events, oldest first, for pull instead of push, or to find what a receiver missed. Store `cursor` and send it with the next request; start with `latest` to receive only new events. Events are ordered by commit, so a reader that continues from its cursor gets every event exactly once. Events are kept for 90 days.",
    codes: [...BEHIND_TOKEN, '40002'],
  },
  readEvent: {
    tag: 'Webhooks',
    description: 'Returns an event with its deliveries: endpoint, state, and time of the next attempt.',
    codes: [...ONE_EVENT],
  },
  resendEventById: {
    tag: 'Webhooks',
    description:
      'Resends the event, with the same id, to every endpoint of its company that is subscribed to it now, whether or not it was delivered before. Returns the number of endpoints, which may be zero.',
    codes: [...ONE_EVENT],
  },
  listDeliveries: {
    tag: 'Webhooks',
    description:
      'Lists the deliveries to one endpoint, newest events first, 20 per page unless `limit` is given.',
    codes: [...ONE_ENDPOINT, '40002'],
  },
  readDelivery: {
    tag: 'Webhooks',
    description: "Returns a delivery with its attempts: start, duration, and the receiver's response.",
    codes: [...ONE_DELIVERY],
  },
  resendDelivery: {
    tag: 'Webhooks',
    description:
      'Resends one delivery immediately and restarts its retry schedule, whether it failed, is waiting or was delivered. A delivery in flight is sent again only if that attempt fails. Refused with `40070` if its endpoint is disabled or deleted.',
    codes: [...ONE_DELIVERY, '40070'],
  },
  resendFailed: {
    tag: 'Webhooks',
    description:
      'Resends all deliveries to an endpoint that failed since a given time, for example after an outage of the receiver. Deliveries taken by one call are no longer failed, so repeating the request continues with the rest: repeat it while `hasMore` is true, and after a lost response. Refused with `40070` if the endpoint is disabled.',
    codes: [...ONE_ENDPOINT, '40002', '40070'],
  },
  readBacklog: {
    tag: 'Webhooks',
    description:
      'Returns how many deliveries are waiting for an endpoint, counted up to 10,000, and for how long the oldest has been due.',
    codes: [...ONE_ENDPOINT],
  },
} as const satisfies Record<string, OperationNotes>;
