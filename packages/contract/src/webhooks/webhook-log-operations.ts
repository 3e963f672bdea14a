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
      'Answers the events of the tenant, oldest first: pull instead of push, or to look for what a receiver missed. Keep `cursor` and send it as `cursor` the next time; begin with `latest` to hear of what happens from now on. Events stand in the order of their commits, so that a reader who goes on from his cursor gets every event and each of them once. They are kept for 90 days.',
    codes: [...BEHIND_TOKEN, '40002'],
  },
  readEvent: {
    tag: 'Webhooks',
    description:
      'Answers an event with its deliveries: to which endpoint, how it stands, and when it is tried next.',
    codes: [...ONE_EVENT],
  },
  resendEventById: {
    tag: 'Webhooks',
    description:
      'Sends the same event, with the same id, to every endpoint of its company that wants it now, whether or not it had it. Answers to how many; none when no endpoint wants it.',
    codes: [...ONE_EVENT],
  },
  listDeliveries: {
    tag: 'Webhooks',
    description:
      'Answers the deliveries to one endpoint, those of the newest events first, 20 to a page unless `limit` says otherwise.',
    codes: [...ONE_ENDPOINT, '40002'],
  },
  readDelivery: {
    tag: 'Webhooks',
    description:
      'Answers a delivery with its attempts: when each began, how long it took, and what the receiver answered.',
    codes: [...ONE_DELIVERY],
  },
  resendDelivery: {
    tag: 'Webhooks',
    description:
      'Sends one delivery once more, at once and with its whole schedule before it, whether it failed, waits or was delivered. One that is being sent right now is sent again only if that attempt fails. Refused with `40070` when its endpoint is switched off or deleted.',
    codes: [...ONE_DELIVERY, '40070'],
  },
  resendFailed: {
    tag: 'Webhooks',
    description:
      'Sends all deliveries to an endpoint again that failed since a time, for example after an outage of the receiver. What it took is no longer failed, so that the same request once more takes only what is left: send it again while `hasMore` is true, and after a lost answer. Refused with `40070` when the endpoint is switched off.',
    codes: [...ONE_ENDPOINT, '40002', '40070'],
  },
  readBacklog: {
    tag: 'Webhooks',
    description:
      'Answers how many deliveries wait for an endpoint, counted up to 10,000, and for how long the oldest of them has been due.',
    codes: [...ONE_ENDPOINT],
  },
} as const satisfies Record<string, OperationNotes>;
