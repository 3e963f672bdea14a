import { Done, Enrolled, OwnAccount, PortalSession } from '../people.ts';
import {
  ProviderReturn,
  ProviderSignIn,
  ProviderVisit,
  StartProviderEnrolment,
  StartProviderSignIn,
} from './provider.ts';

/** Body and answer of every call of single sign-on. */
export const providerCalls = {
  startProviderSignIn: { body: StartProviderSignIn, answer: ProviderVisit },
  signInWithProvider: { body: ProviderReturn, answer: ProviderSignIn },
  startProviderEnrolment: { body: StartProviderEnrolment, answer: ProviderVisit },
  acceptInvitationByProvider: { body: ProviderReturn, answer: Enrolled },
  startProviderAuthentication: { body: Done, answer: ProviderVisit },
  authenticateWithProvider: { body: ProviderReturn, answer: PortalSession },
  startLinkingProvider: { body: Done, answer: ProviderVisit },
  linkProvider: { body: ProviderReturn, answer: OwnAccount },
};
