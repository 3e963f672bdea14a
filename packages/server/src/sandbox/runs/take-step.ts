import type { AttemptOutcome, SandboxEvent, TransactionStatus } from '@titular/contract';
import type { TenantId, TransactionId } from '../../kernel/base/id.ts';
import { invariant } from '../../kernel/base/invariant.ts';
import type { Db } from '../../kernel/database/connect.ts';
import { type ChangeOutcome, lockSubject } from '../../subjects/index.ts';
import { changeStatus, TRANSACTIONS, type Transition } from '../../transactions/index.ts';
import { makeDecision, SANDBOX_REASON } from '../catalogue/make-decision.ts';
import type { ScenarioEvent } from '../catalogue/scenario.ts';
import { refuseProduction } from '../guard.ts';
import { outcomeOf, recordAttempt, type StepDeps } from './record-attempt.ts';

type Move = Pick<Transition, 'event' | 'actor' | 'hasIdentityChanged'>;
type Moving = Exclude<SandboxEvent, `attempt-${string}`>;

const MOVES: Readonly<Partial<Record<ScenarioEvent, Move>>> = {
  share: { event: 'share', actor: 'person' },
  approve: { event: 'approve', actor: 'service', hasIdentityChanged: false },
  'identity-changed': { event: 'approve', actor: 'service', hasIdentityChanged: true },
  reject: { event: 'reject', actor: 'service' },
  disown: { event: 'disown', actor: 'person' },
  'declare-absent': { event: 'declare-absent', actor: 'person' },
  cancel: { event: 'cancel', actor: 'merchant' },
  expire: { event: 'expire', actor: 'service' },
} satisfies Record<Moving, Move>;

const RESULTS: Readonly<Partial<Record<Transition['event'], 'approved' | 'inconclusive'>>> = {
  approve: 'approved',
  reject: 'inconclusive',
  'attempts-exhausted': 'inconclusive',
};

/** One change along the table of statuses, with the reasons of the sandbox. */
function move(
  trx: Db,
  tenantId: TenantId,
  transactionId: TransactionId,
  made: Move & { at: Date; reasons: readonly string[] },
): Promise<ChangeOutcome<TransactionStatus>> {
  const result = RESULTS[made.event];
  const reasons = [SANDBOX_REASON, ...made.reasons];
  const decision = result && makeDecision(result, reasons);
  return changeStatus(trx, tenantId, transactionId, { ...made, reasons, ...(decision ? { decision } : {}) });
}

/** What the sandbox lets happen, and what a decision would have found. */
export type StepInput = { event: ScenarioEvent; reasons: readonly string[] };

async function takeAttempt(
  deps: StepDeps,
  trx: Db,
  tenantId: TenantId,
  transactionId: TransactionId,
  outcome: AttemptOutcome,
): Promise<ChangeOutcome<TransactionStatus>> {
  const present = await lockSubject(trx, TRANSACTIONS, tenantId, transactionId);
  if (!present) return { kind: 'unknown' };
  const { status } = present;
  const subject = { kind: 'transaction', id: transactionId, of: TRANSACTIONS } as const;
  const made = { at: deps.clock.now(), actor: 'person', reasons: [] } as const;
  switch (await recordAttempt(deps, trx, tenantId, subject, outcome)) {
    case 'not taken':
      return { kind: 'unmoved', status };
    case 'failed':
      return { kind: 'changed', status };
    case 'completed':
      return move(trx, tenantId, transactionId, { ...made, event: 'capture-finished' });
    case 'exhausted': {
      const exhausted = { event: 'attempts-exhausted', reasons: ['attempts_exhausted'] } as const;
      return move(trx, tenantId, transactionId, { ...made, ...exhausted });
    }
  }
}

/** Lets one thing happen to a transaction of the test environment in the caller's database transaction; what is decided of one that waits is captured first, without any attempt. */
export async function takeStep(
  deps: StepDeps,
  trx: Db,
  tenantId: TenantId,
  transactionId: TransactionId,
  { event, reasons }: StepInput,
): Promise<ChangeOutcome<TransactionStatus>> {
  refuseProduction(deps.environment);
  const outcome = outcomeOf(event);
  if (outcome) return takeAttempt(deps, trx, tenantId, transactionId, outcome);
  const transition = MOVES[event];
  invariant(transition, 'a transaction is led by its own steps');
  const at = deps.clock.now();
  if (transition.event === 'approve' || transition.event === 'reject')
    await move(trx, tenantId, transactionId, { event: 'capture-finished', actor: 'person', at, reasons: [] });
  return move(trx, tenantId, transactionId, { ...transition, at, reasons });
}
