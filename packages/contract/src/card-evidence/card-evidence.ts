import { type Static, Type } from 'typebox';
import { literals } from '../literals.ts';

/** What is asked about a card, and the words of each answer, the good one first; docs/card-evidence.md tells how to write a service. */
export const CARD_ANSWERS = {
  card: ['active', 'inactive', 'unknown', 'not_performed'],
  name: ['match', 'partial', 'no_match', 'not_performed'],
  holder: ['same_identity', 'other_identity', 'unknown'],
  authentication: ['authenticated', 'attempted', 'failed', 'not_performed'],
} as const;
/** One thing that is asked about a card. */
export type CardAspect = keyof typeof CARD_ANSWERS;
/** A word for each of them. */
export type CardAnswers = { [Aspect in CardAspect]: (typeof CARD_ANSWERS)[Aspect][number] };

/** The most that an answer may have in bytes. */
export const CARD_EVIDENCE_ANSWER_BYTES = 16 * 1024;

/** What the service sends, signed as Standard Webhooks are; absent members were not sent by the merchant. */
export type CardEvidenceQuestion = {
  transaction: string;
  orderNumber: string;
  /** Name as it is printed; first eight digits, or six where the deployment keeps no more; last four; `MM/YY`. */
  card: { name: string; binDigits: string; lastDigits: string; expirationDate?: string };
  /** A decimal number as the merchant sent it. */
  value?: string;
  currency?: string;
  /** Only where the operator has it sent. */
  identity?: { key: string; value: string };
};

/** What is expected back; an absent word is `not_performed`, of the holder `unknown`. Other members are ignored. */
export const CardEvidenceAnswer = Type.Object({
  /** The one that was asked about: an answer to another question is none. */
  transaction: Type.String(),
  card: Type.Optional(literals(CARD_ANSWERS.card)),
  name: Type.Optional(literals(CARD_ANSWERS.name)),
  holder: Type.Optional(literals(CARD_ANSWERS.holder)),
  authentication: Type.Optional(literals(CARD_ANSWERS.authentication)),
  /** By what the operator finds the inquiry there; kept with the decision. */
  reference: Type.Optional(Type.String({ pattern: '^[A-Za-z0-9._:/-]{1,64}$' })),
});
export type CardEvidenceAnswer = Static<typeof CardEvidenceAnswer>;
