import type { ErrorEntry } from '../../errors.ts';

/** The codes of receiver links. */
export const receiverErrors = {
  '40093': {
    status: 400,
    message: 'The endpoint has five open receiver links and sessions.',
    happened: 'An endpoint has at most five of them at once, links that nobody opened included.',
    remedy: 'End one of them. A link ends by itself after 24 hours, a session after eight.',
  },
} as const satisfies Record<string, ErrorEntry>;
