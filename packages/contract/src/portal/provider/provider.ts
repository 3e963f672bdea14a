import { type Static, Type } from 'typebox';
import { InvitationCode, PortalSession, UserName } from '../people.ts';

const CLOSED = { additionalProperties: false } as const;

/** Where the person wants to be after signing in: a page of the portal, with its fragment. */
const PagePath = Type.String({
  minLength: 1,
  maxLength: 512,
  pattern: '^/(?![/\\\\])[^\\u0000-\\u0020\\\\]*$',
});

/** Begins a visit to the identity provider. */
export const StartProviderSignIn = Type.Object({ path: PagePath }, CLOSED);
/** Begins the visit with which an invitation is accepted. */
export const StartProviderEnrolment = Type.Object({ code: InvitationCode, name: UserName }, CLOSED);
/** The provider's address for this one visit: it is good for ten minutes, once, in this browser. */
export const ProviderVisit = Type.Object({ url: Type.String() }, CLOSED);
export type ProviderVisit = Static<typeof ProviderVisit>;
/** The query with which the provider sent the browser back, as it stood in the address. */
export const ProviderReturn = Type.Object({ query: Type.String({ maxLength: 4_096 }) }, CLOSED);
/** A session that begins, and the page that was asked for before. */
export const ProviderSignIn = Type.Object({ session: PortalSession, path: PagePath }, CLOSED);
export type ProviderSignIn = Static<typeof ProviderSignIn>;
