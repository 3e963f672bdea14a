const FOR_A_BROWSER = { none: 'Only a browser visits an identity provider.' };
const SIGN_IN = '/portal/api/sign-in/provider';
const ENROLMENT = '/portal/api/invitation/provider';
const AGAIN = '/portal/api/session/authentication/provider';
const LINK = '/portal/api/me/provider';

/** Calls about the identity provider of single sign-on: rows of `portalOperations`. */
export const providerOperations = {
  startProviderSignIn: {
    method: 'POST',
    path: `${SIGN_IN}/start`,
    access: 'anybody',
    twin: FOR_A_BROWSER,
  },
  signInWithProvider: { method: 'POST', path: SIGN_IN, access: 'anybody', twin: FOR_A_BROWSER },
  startProviderEnrolment: {
    method: 'POST',
    path: `${ENROLMENT}/start`,
    access: 'anybody',
    twin: FOR_A_BROWSER,
  },
  acceptInvitationByProvider: { method: 'POST', path: ENROLMENT, access: 'anybody', twin: FOR_A_BROWSER },
  startProviderAuthentication: {
    method: 'POST',
    path: `${AGAIN}/start`,
    access: 'signed-in',
    whileLocked: true,
    twin: FOR_A_BROWSER,
  },
  authenticateWithProvider: {
    method: 'POST',
    path: AGAIN,
    access: 'signed-in',
    whileLocked: true,
    twin: FOR_A_BROWSER,
  },
  startLinkingProvider: {
    method: 'POST',
    path: `${LINK}/start`,
    access: 'signed-in',
    stepUp: true,
    twin: FOR_A_BROWSER,
  },
  // Its beginning asked for a fresh authentication, and nobody else has what that gave.
  linkProvider: { method: 'POST', path: LINK, access: 'signed-in', twin: FOR_A_BROWSER },
} as const;
