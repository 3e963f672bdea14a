import type { ErrorEntry } from '../errors.ts';

/** The codes about the sandbox. */
export const sandboxErrors = {
  '40069': {
    status: 400,
    message: 'The tenant has sandbox transactions already.',
    happened: 'They are there, or are just being made or removed. Nothing was begun.',
    remedy: 'Remove them first, then fill the tenant again.',
  },
  '40375': {
    status: 403,
    message: 'A legal hold keeps some of the sandbox transactions.',
    happened: 'An operator placed it on an order of the sandbox shops. Nothing was removed.',
    remedy: 'Have an operator release the hold, then remove the sandbox transactions.',
  },
  '40090': {
    status: 400,
    message: 'There is no such scenario.',
    happened:
      'X-Titular-Scenario names no scenario of the catalogue, or none of this operation, or was sent twice.',
    remedy:
      'Use a scenario of GET /api/public/v1/walletid/sandbox/scenarios that lists this operation, or omit the header.',
  },
  '40091': {
    status: 400,
    message: 'There is no sandbox in production.',
    happened: 'X-Titular-Scenario was sent to the production environment. Nothing was done.',
    remedy: 'Do not send this header to production; use scenarios in the test environment.',
  },
  '42912': {
    status: 429,
    message: 'Too many scenarios were run from the portal.',
    happened: 'The people of a tenant run 30 scenarios a minute. Nothing was created.',
    remedy: 'Wait the seconds in Retry-After, or run scenarios through the API.',
    retryAfterSeconds: 60,
  },
  '40092': {
    status: 400,
    message: 'The transaction does not take this step now.',
    happened: 'Its present status, or its earlier attempts, do not allow this step.',
    remedy: 'Read its status and history: final statuses never change.',
  },
} as const satisfies Record<string, ErrorEntry>;
