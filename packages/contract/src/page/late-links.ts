import { type Static, Type } from 'typebox';
import { literals } from '../literals.ts';
import { Contact, PAGE_THEMES } from './appearance.ts';

/** Why a link that was given does not open: opened before, out of time, or another one took its place. */
export const LATE_LINK_STATES = ['used', 'expired', 'replaced'] as const;
export type LateLinkState = (typeof LATE_LINK_STATES)[number];

/** Names a link that did not open: by its code, or by the page session that the browser held. */
export const LateLinkRequest = Type.Object({
  code: Type.Optional(Type.String({ minLength: 20, maxLength: 100 })),
});
export type LateLinkRequest = Static<typeof LateLinkRequest>;

/** What whoever holds such a link may know: who gave it, and nothing of the person, the order or the card. */
export const LateLink = Type.Object(
  {
    state: literals(LATE_LINK_STATES),
    subject: literals(['transaction', 'process'] as const),
    companyName: Type.String(),
    brandColour: Type.Union([Type.String({ pattern: '^#[0-9a-f]{6}$' }), Type.Null()]),
    logoPath: Type.Union([Type.String(), Type.Null()]),
    contact: Contact,
    language: Type.Union([Type.String(), Type.Null()]),
    theme: literals(PAGE_THEMES),
    /** Whether a new link can still be asked for here. */
    mayRequest: Type.Boolean(),
    /** When the company was last told that one is wanted; null when it was not. */
    requestedAt: Type.Union([Type.String({ format: 'date-time' }), Type.Null()]),
  },
  { additionalProperties: false },
);
export type LateLink = Static<typeof LateLink>;
