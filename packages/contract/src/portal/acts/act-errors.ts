import type { ErrorEntry } from '../../errors.ts';

/** The codes of acts that take two people. */
export const actErrors = {
  '40059': {
    status: 400,
    message: 'Something was changed meanwhile.',
    happened:
      'A setting or the member has other values than the page showed or the proposer saw, or the proposer of a file may not have it any more; nothing was done.',
    remedy: 'Look at the present values, and decide anew. A proposal is withdrawn and made again.',
  },
  '40376': {
    status: 403,
    message: 'This change takes one person.',
    happened:
      'The setting two-person of the tenant is off, a value is there already, or neither a dangerous setting nor a right to pictures would change. A file with persons takes one where the setting is off.',
    remedy: 'Make the change without a proposal.',
  },
  '40377': {
    status: 403,
    message: 'This change takes two people here.',
    happened:
      'The setting two-person of the tenant is on, and a dangerous setting or a right to pictures would change.',
    remedy: 'Propose the change, and have another admin of all companies approve it within 24 hours.',
  },
  '40378': {
    status: 403,
    message: 'One admin alone makes no link to an account that views pictures here.',
    happened: 'The setting two-person of the tenant is on, and whoever makes a link could take it.',
    remedy:
      'Invite with another role and propose the role afterwards, or have an operator make the link, by command.',
  },
  '40380': {
    status: 403,
    message: 'A file with persons takes two people here.',
    happened: 'The setting two-person of the tenant is on, and the file would have the persons of its rows.',
    remedy: 'Propose the file, and have another admin of all companies approve it within 24 hours.',
  },
  '40379': {
    status: 403,
    message: 'This account may be in other hands.',
    happened:
      'It would get a right to pictures, and it has an open link or was reset less than 24 hours before the proposal.',
    remedy: 'Withdraw or use the link, and propose the right a day after the reset.',
  },
} as const satisfies Record<string, ErrorEntry>;
