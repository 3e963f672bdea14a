import type { CardAnswers } from '@titular/contract';
import type { Idle } from '../kernel/http/admission/admission.ts';

/** Answers about a card as they are kept: when they came, and by what the operator finds the inquiry. */
export type CardEvidence = CardAnswers & { at: string; reference?: string };

/** What is asked about; identity is left out unless the operator has it sent. */
export type CardQuestion = {
  transactionId: string;
  orderNumber: string;
  card: { name: string; binDigits: string; lastDigits: string; expirationDate: string | undefined };
  value: string | undefined;
  currency: string | undefined;
  identity: { key: string; value: string };
};

/** Asks once; `ServiceUnavailableError` without an answer that keeps to the interface. */
export type CardEvidenceService = {
  /** Whether it is told the identity; without it, it can tell whose a card is by the order alone. */
  isToldIdentity: boolean;
  /** How long one question may take, in milliseconds. */
  timeoutMs: number;
  ask(question: CardQuestion): Promise<CardEvidence>;
  /** Ends what is under way. */
  close(): void;
};

/** The same service, waited for without a turn: one that is slow holds up nothing else of the tenant. */
export const withoutTurn = (service: CardEvidenceService, idle: Idle): CardEvidenceService => ({
  ...service,
  ask: (question) => idle(() => service.ask(question), true),
});
