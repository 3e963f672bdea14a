/** Coded reasons of links: something is with more others within some days than the company allows. */
export const linkReasons = {
  card_of_many_identities: 'The card was used with more identities within some days than the company allows.',
  identity_of_many_cards: 'The identity was used with more cards within some days than the company allows.',
  face_of_many_identities:
    'The face is, beyond doubt, that of more identities within some days than the company allows.',
  device_of_many_identities:
    'Captures on the device were to show more identities within some days than the company allows.',
} as const;

/** A code of that table; of face and device nothing is known before the capture. */
export type LinkReason = keyof typeof linkReasons;

/** A card with many identities, or an identity with many cards: known from the create on. */
export type CardLinkReason = 'card_of_many_identities' | 'identity_of_many_cards';
