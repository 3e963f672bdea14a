import type {
  AttemptEvent,
  AuthenticationResult,
  ErrorCode,
  LivenessResult,
  ProcessResult,
  SandboxEvent,
  SandboxKind,
  TokenSubCode,
  TransactionStatus,
} from '@titular/contract';
import type { DecisionReason } from '../../decision/index.ts';

/** What befalls the webhook of an approval. */
export type WebhookFault = 'late' | 'twice' | 'out-of-order' | 'old-secret' | 'bad-signature';

/** What the sandbox lets happen to a process. */
export type ProcessStepEvent = 'approve' | 'reject' | 'fail' | 'expire' | AttemptEvent;

/** What the sandbox does at a step of a scenario: lets something happen to the transaction or process, or sends the last event of a transaction again. */
export type ScenarioEvent = SandboxEvent | ProcessStepEvent | 'send-again';

/** One step, so many whole seconds after the create. */
export type ScenarioStep = { afterSeconds: number; event: ScenarioEvent };

/** Where a scenario leads: to a status of a transaction, to what came of a process, or to a refusal of the call. */
export type ScenarioEnd =
  | { kind: 'status'; status: TransactionStatus; hasIdentityChanged?: boolean }
  | {
      kind: 'process';
      result: ProcessResult;
      liveness: LivenessResult;
      authentication: AuthenticationResult;
    }
  | { kind: 'refused'; code: ErrorCode; isServedNext: boolean }
  | { kind: 'token-refused'; subCode: TokenSubCode };

/** One row of the table of scenarios. */
export type ScenarioRow = {
  name: string;
  kind: SandboxKind;
  meaning: string;
  /** The operations that take it in the header; refusals are of those that document them, all else is of createTransaction. */
  operations?: readonly string[];
  /** The last digits of the CPF that chooses it, before the check digits; each number once. */
  number?: number;
  steps: readonly ScenarioStep[];
  leadsTo: ScenarioEnd;
  /** What a decision would have found, after the reason that says that this is the sandbox. */
  reasons?: readonly DecisionReason[];
  endsAtCreate?: true;
  /** It shows what comes before a decision, so that a transaction that is processing from the start cannot follow it. */
  beginsOpen?: true;
  fault?: WebhookFault;
  /** The scenario that a transaction follows which uses the process; of those alone in which the process can be used. */
  reusedAs?: string;
};

/** A step that follows the create at once, or after some seconds. */
export const step = (event: ScenarioEvent, afterSeconds = 0): ScenarioStep => ({ afterSeconds, event });

/** The end of a transaction that is approved for the identity that was sent. */
export const APPROVED = {
  kind: 'status',
  status: 'approved',
  hasIdentityChanged: false,
} as const satisfies ScenarioEnd;

/** A status as an end. */
export const endsAs = (status: TransactionStatus): ScenarioEnd => ({ kind: 'status', status });
