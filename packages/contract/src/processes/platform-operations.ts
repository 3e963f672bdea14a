import type { OperationNotes } from '../operations.ts';

/** What the documentation says of what an identity platform of the operator's calls. */
export const platformNotes = {
  receivePlatformEvent: {
    tag: 'Identity platform',
    description:
      'Takes an event of the identity platform that the deployment is configured with: a process finished or failed there. It is signed as Standard Webhooks says, over the bytes as they are sent; headers `webhook-id`, `webhook-timestamp` (at most 300 seconds old) and `webhook-signature`. Answers at once with an empty object, also to an event that came before, is about something else, or names a process that was not started from here; the result is fetched afterwards. What is not signed by the platform, and everything where none is configured, is refused with `40330`.',
    codes: ['40001', '40002', '40330', '50001'],
  },
} as const satisfies Record<string, OperationNotes>;
