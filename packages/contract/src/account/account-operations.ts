import type { OperationNotes } from '../operations.ts';
import { BEHIND_TOKEN } from '../tokens/behind-token.ts';

/** What the documentation says of the operations on the caller's own account, erasures included. */
export const accountNotes = {
  readLimits: {
    tag: 'Your account',
    description:
      'Returns every limit of the tenant, what remains of it after this request, and the error code returned when it is exceeded.',
    codes: [...BEHIND_TOKEN],
  },
  listCalls: {
    tag: 'Your account',
    description:
      "Lists the tenant's API calls of the last 14 days (in UTC, today included), newest first: who called what, with which result. A call appears within two seconds of its response and can be found by `X-Request-Id`, transaction, process or order number, among others. Only the shape of a body is stored, never its values.",
    codes: [...BEHIND_TOKEN, '40002'],
  },
  eraseIdentity: {
    tag: 'Persons',
    description:
      "Erases a person from the tenant's data: face, pictures, identity, card, orders, and stored responses about them. Open transactions are ended first. Ids, statuses, reasons and times remain. Returns how many rows of each kind were found, even if none, with a signed receipt that does not name the person. Send an `Idempotency-Key`, so that the receipt can be had again if its response is lost.",
    codes: [...BEHIND_TOKEN, '40002', '40026', '40028', '40029'],
  },
  readErasure: {
    tag: 'Persons',
    description: 'Returns an erasure with its receipt.',
    codes: [...BEHIND_TOKEN, '40005', '40405'],
  },
} as const satisfies Record<string, OperationNotes>;
