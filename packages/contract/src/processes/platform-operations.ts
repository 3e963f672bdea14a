import type { OperationNotes } from '../operations.ts';

/** What the documentation says of what an identity platform of the operator's calls. */
export const platformNotes = {
  receivePlatformEvent: {
    tag: 'Identity platform',
    description:
      'Receives an event of the configured identity platform: a process finished or failed there. The event is signed as defined by Standard Webhooks, over the raw bytes of up to 64 KiB, with the headers `webhook-id`, `webhook-timestamp` (at most 300 seconds old) and `webhook-signature`. Responds immediately with an empty object, also to duplicates, unrelated events, and events about processes not started here; the result is fetched afterwards. Unsigned events are refused with `40330`, as is every event if no platform is configured.',
    codes: ['40001', '40002', '40330', '50001'],
  },
} as const satisfies Record<string, OperationNotes>;
