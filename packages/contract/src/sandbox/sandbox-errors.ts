import type { ErrorEntry } from '../errors.ts';

/** The codes about the sandbox. */
export const sandboxErrors = {
  '40090': {
    status: 400,
    message: 'There is no such scenario.',
    happened:
      'X-Titular-Scenario names no scenario of the catalogue, or none of this operation, or was sent twice.',
    remedy:
      'Choose a name of GET /api/public/v1/walletid/sandbox/scenarios that lists this operation, or leave the header out.',
  },
  '40091': {
    status: 400,
    message: 'There is no sandbox in production.',
    happened: 'X-Titular-Scenario was sent to the production environment. Nothing was done.',
    remedy: 'Send no such header to production; use the test environment to try scenarios.',
  },
  '40092': {
    status: 400,
    message: 'The transaction does not take this step now.',
    happened: 'Its present status, or the attempts that it had, do not let this happen to it.',
    remedy: 'Read its status and history: what has ended never changes again.',
  },
} as const satisfies Record<string, ErrorEntry>;
