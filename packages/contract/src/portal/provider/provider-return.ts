/** Where the identity provider sends browsers back to, below the portal's origin; register it there as the redirect address. */
export const PROVIDER_RETURN_PATH = '/login/return';

/** Where a tab of its own begins an authentication in a session that goes on in another. */
export const PROVIDER_AGAIN_PATH = '/login/again';

/** What a visit to the identity provider is for; the first part of its `state` names it, so that the page knows which call to make. */
export const PROVIDER_PURPOSES = ['sign-in', 'again', 'link', 'invitation'] as const;
/** One of the purposes. */
export type ProviderPurpose = (typeof PROVIDER_PURPOSES)[number];
