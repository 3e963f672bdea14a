import type { ErrorEntry } from '../errors.ts';

/** The codes about erasures. */
export const erasureErrors = {
  '40005': {
    status: 400,
    message: 'The erasure id is not an id.',
    happened: 'The path holds something that is not a UUID.',
    remedy: 'Use the id returned by the erase operation, unchanged.',
  },
  '40405': {
    status: 404,
    message: 'Erasure not found.',
    happened: 'No erasure of this tenant and environment has this id.',
    remedy: 'Check the id and which environment the token is for.',
  },
} as const satisfies Record<string, ErrorEntry>;
