import type { CancelReasonCode } from '@titular/contract';
import { isAttackSignal } from './attack-signals.ts';
import { cardReasons } from './card-evidence.ts';
import { createReasons } from './create-checks.ts';
import { DECISION_REASONS, type DecisionReason, reasonMeaning } from './decision.ts';

/** Coded reasons of a cancellation; docs/decision.md is generated from this table. */
export const cancelReasons = {
  canceled_by_merchant: 'The merchant canceled the transaction while it waited for the person.',
  canceled_by_operator:
    'The operator of the service canceled the transaction while it waited for the person.',
} as const satisfies Readonly<Record<CancelReasonCode, string>>;

const otherReasons: Readonly<Record<string, string>> = { ...createReasons, ...cardReasons, ...cancelReasons };

const isDecisionReason = (reason: string): reason is DecisionReason =>
  (DECISION_REASONS as readonly string[]).includes(reason) || isAttackSignal(reason);

/** Finds what a coded reason of a history means, of a decision, a create check, card evidence or a cancellation; undefined for any other word. */
export const findReasonMeaning = (reason: string): string | undefined =>
  isDecisionReason(reason) ? reasonMeaning(reason) : otherReasons[reason];
