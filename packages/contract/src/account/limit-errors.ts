import type { ErrorEntry } from '../errors.ts';

/** The codes about too much at a time, each with how long to wait where nothing is known better. */
export const limitErrors = {
  '42901': {
    status: 429,
    message: 'Too many requests: the rate limit of the tenant is used up.',
    happened: 'The tenant sent more requests per second than its limit allows.',
    remedy: 'Wait the seconds in Retry-After, then continue at the allowed rate.',
    retryAfterSeconds: 1,
  },
  '42902': {
    status: 429,
    message: 'Too many requests at once.',
    happened:
      'The tenant reached its limit of concurrent requests, or the face engine is saturated, or the service is overloaded.',
    remedy: 'Wait the seconds in Retry-After and send fewer requests concurrently.',
    retryAfterSeconds: 1,
  },
  '42903': {
    status: 429,
    message: 'Too many requests from this network.',
    happened:
      "This network sent many invalid links or SDK tokens, read the documentation very often, or had very much sent from a receiver's page.",
    remedy: 'Wait the seconds in Retry-After.',
    retryAfterSeconds: 1,
  },
  '42904': {
    status: 429,
    message: 'Too many attempts for this identity today; wait.',
    happened:
      "The company's limit of attempts for this identity within 24 hours is reached; the transaction stays open.",
    remedy: 'Wait the seconds in Retry-After, or let the transaction end by itself.',
    retryAfterSeconds: 3600,
  },
} as const satisfies Record<string, ErrorEntry>;
