import type { ErrorEntry } from '../../errors.ts';

/** The codes of single sign-on in the portal. */
export const providerErrors = {
  '40066': {
    status: 400,
    message: 'The identity provider cannot be used now.',
    happened: 'The identity provider could not be reached, was too slow, or its answer was not sound.',
    remedy: 'Try again in a minute, or sign in another way; if it stays so, tell the operator.',
    retryAfterSeconds: 60,
  },
  '40067': {
    status: 400,
    message: 'This identity is linked already.',
    happened: 'The identity opens another account, or your account is linked to another identity.',
    remedy: 'Sign in at the provider as yourself, or remove the other link first.',
  },
  '40370': {
    status: 403,
    message: 'Signing in with the identity provider did not succeed.',
    happened:
      'The provider refused, its answer proves nothing, or the sign-in was too late, was used, or began in another browser.',
    remedy: 'Start over in this browser, or sign in another way.',
  },
  '40371': {
    status: 403,
    message: 'No account is linked to this identity.',
    happened:
      'The identity provider knows who you are, and no account that may sign in here is linked to that.',
    remedy: 'Sign in another way and link it in your account, or ask an admin for an invitation.',
  },
  '40372': {
    status: 403,
    message: 'Operators sign in with a passkey or a password.',
    happened: 'The identity provider opens, links and confirms no account of an operator.',
    remedy: 'Use a passkey, or a password with its code.',
  },
} as const satisfies Record<string, ErrorEntry>;
