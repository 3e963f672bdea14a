import { type Static, Type } from 'typebox';
import { literals } from '../literals.ts';

/** How a page was reached: by the merchant's link, by a link passed on to the cardholder or to a phone, or by the web SDK. */
export const LINK_PURPOSES = ['merchant', 'cardholder', 'phone', 'sdk'] as const;
export type LinkPurpose = (typeof LINK_PURPOSES)[number];

/** To whom a page can pass its transaction on: somebody else who holds the card, or the same person's phone. */
export const HAND_OVER_PURPOSES = ['cardholder', 'phone'] as const;
export type HandOverPurpose = (typeof HAND_OVER_PURPOSES)[number];

/** What a person can say instead of taking the selfie; each ends the transaction. */
export const OBJECTIONS = ['unknown_purchase', 'holder_absent'] as const;
export type Objection = (typeof OBJECTIONS)[number];

/** What the person may choose now besides the selfie; the server refuses what is not among them. */
export const PAGE_CHOICES = [...OBJECTIONS, ...HAND_OVER_PURPOSES] as const;
export type PageChoice = (typeof PAGE_CHOICES)[number];

/** The person says why there will be no selfie. */
export const ObjectionRequest = Type.Object({ objection: literals(OBJECTIONS) });
export type ObjectionRequest = Static<typeof ObjectionRequest>;

/** Asks for a link to pass on. */
export const HandOverRequest = Type.Object({
  purpose: literals(HAND_OVER_PURPOSES),
  isSuggested: Type.Optional(
    Type.Boolean({ description: 'The page shows the link unasked. Left out, the person asked for it.' }),
  ),
});
export type HandOverRequest = Static<typeof HandOverRequest>;

/** A new one-time link; one of the same purpose that was not used yet has ended with it. */
export const HandOverLink = Type.Object(
  {
    purpose: literals(HAND_OVER_PURPOSES),
    link: Type.String(),
    expiresAt: Type.String({ format: 'date-time' }),
  },
  { additionalProperties: false },
);
export type HandOverLink = Static<typeof HandOverLink>;

/** What can become of a link that was passed on: `busy` while its page takes the selfie. */
export const HAND_OVER_STATES = ['sent', 'opened', 'busy', 'expired'] as const;

/** What became of the link that was passed on last. */
export const HandOver = Type.Object(
  {
    purpose: literals(HAND_OVER_PURPOSES),
    state: literals(HAND_OVER_STATES),
    isSuggested: Type.Boolean({ description: 'The page showed the link unasked.' }),
    expiresAt: Type.String({ format: 'date-time' }),
  },
  { additionalProperties: false },
);
export type HandOver = Static<typeof HandOver>;

/** Asks to go on after the link or the session has run out of time: with the link's code, or with the cookie alone. */
export const RenewSessionRequest = Type.Object({
  code: Type.Optional(Type.String({ minLength: 20, maxLength: 100 })),
});
export type RenewSessionRequest = Static<typeof RenewSessionRequest>;
