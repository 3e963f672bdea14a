/** The parts of a case that the address can name. */
export const CASE_PARTS = ['timeline', 'attempts', 'decision', 'webhooks', 'calls', 'staff'] as const;
export type CasePart = (typeof CASE_PARTS)[number];

/** Reads the part out of an address; anything else counts as absent. */
export const parsePart = (value: unknown): CasePart | undefined => CASE_PARTS.find((part) => part === value);
