import type { ErrorEntry } from '../errors.ts';

/** The codes about too much at a time, each with how long to wait where nothing is known better. */
export const limitErrors = {
  '42901': {
    status: 429,
    message: 'Too many requests: the rate limit of the tenant is used up.',
    happened: 'The tenant sent more requests in a second than its limit.',
    remedy: 'Wait the seconds in Retry-After, then go on at the allowed rate.',
    retryAfterSeconds: 1,
  },
  '42902': {
    status: 429,
    message: 'Too many requests at once.',
    happened: 'The tenant has as many requests under way as its limit allows, or the face engine is full.',
    remedy: 'Wait the seconds in Retry-After and send fewer requests side by side.',
    retryAfterSeconds: 1,
  },
  '42903': {
    status: 429,
    message: 'Too many requests from this network.',
    happened:
      'From this network came many links or SDK tokens that open nothing, or the documentation was read very often.',
    remedy: 'Wait the seconds in Retry-After.',
    retryAfterSeconds: 1,
  },
  '42904': {
    status: 429,
    message: 'Too many attempts for this identity today; wait.',
    happened:
      'Within 24 hours as many attempts showed a face for this identity as the company allows; the transaction stays open.',
    remedy: 'Wait the seconds in Retry-After, or let the transaction end by itself.',
    retryAfterSeconds: 3600,
  },
} as const satisfies Record<string, ErrorEntry>;
