import type { ErrorEntry } from '../../errors.ts';

/** The codes of operators in a tenant, and of people that they look after. */
export const stayErrors = {
  '40068': {
    status: 400,
    message: 'You do not enter this tenant.',
    happened: 'It is off, or you are a member of it.',
    remedy: 'Switch the tenant on first. As a member, open it with the role that you have there.',
  },
  '40373': {
    status: 403,
    message: 'The tenant lets no operator in.',
    happened: 'The setting operator-entry of the tenant is refused.',
    remedy: 'Ask an admin of the tenant to allow it. The counts on the page of the tenant stay.',
  },
  '40374': {
    status: 403,
    message: 'You do not end the access of this person here.',
    happened: 'The person is yourself, the last active operator, or staff of a tenant.',
    remedy: 'End your own sessions in your account. Admins of a tenant manage its staff.',
  },
} as const satisfies Record<string, ErrorEntry>;
