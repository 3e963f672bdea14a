import type { OwnAccount } from '@titular/contract';
import { call } from '../../service/call.ts';
import type { Enrolment } from './enrolment.ts';

/** The calls with which a signed-in person adds a way to sign in; `onAdded` gets the account as it is then. */
export const ownEnrolment = (onAdded: (account: OwnAccount) => void | Promise<void>): Enrolment => ({
  startPasskey: async () => (await call('startAddingPasskey')).options,
  startTotp: () => call('startAddingTotp'),
  finish: async (authenticator) => onAdded(await call('addAuthenticator', { body: authenticator })),
});
