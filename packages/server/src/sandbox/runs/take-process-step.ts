import type { AttemptOutcome } from '@titular/contract';
import type { ProcessId, TenantId } from '../../kernel/base/id.ts';
import { invariant } from '../../kernel/base/invariant.ts';
import type { Db } from '../../kernel/database/connect.ts';
import { changeProcess, PROCESSES, type ProcessTransition, resultsOf } from '../../processes/index.ts';
import { lockSubject } from '../../subjects/index.ts';
import { makeDecision, SANDBOX_REASON } from '../catalogue/make-decision.ts';
import type { ProcessStepEvent, ScenarioEvent, ScenarioRow } from '../catalogue/scenario.ts';
import { refuseProduction } from '../guard.ts';
import { outcomeOf, recordAttempt, type StepDeps } from './record-attempt.ts';

type Move = Pick<ProcessTransition, 'event' | 'actor'>;
type Moving = Exclude<ProcessStepEvent, `attempt-${string}`>;
type Reasons = NonNullable<ScenarioRow['reasons']>;

const MOVES: Readonly<Partial<Record<ScenarioEvent, Move>>> = {
  approve: { event: 'approve', actor: 'service' },
  reject: { event: 'reject', actor: 'service' },
  fail: { event: 'fail', actor: 'service' },
  expire: { event: 'expire', actor: 'service' },
} satisfies Record<Moving, Move>;

const FINISHED = { event: 'capture-finished', actor: 'person' } as const;

/** What a step finds, by the rules of processes: a decision says it by its reasons, and who made no attempt that counts is not live. */
function findingsOf(event: ProcessTransition['event'], given: Reasons): Partial<ProcessTransition> {
  const reasons = [SANDBOX_REASON, ...given] as const;
  if (event === 'attempts-exhausted')
    return { liveness: 'LIVENESS_RESULT_NOT_LIVE', decision: makeDecision('inconclusive', reasons) };
  if (event !== 'approve' && event !== 'reject') return {};
  const result = event === 'approve' ? 'approved' : 'inconclusive';
  return { ...resultsOf({ result, reasons: [...reasons] }), decision: makeDecision(result, reasons) };
}

/** One change along the table of processes, with the reasons of the sandbox. */
const move = (
  trx: Db,
  tenantId: TenantId,
  processId: ProcessId,
  { reasons, ...made }: Move & { at: Date; reasons: Reasons },
): Promise<boolean> =>
  changeProcess(trx, tenantId, processId, {
    ...made,
    reasons: [SANDBOX_REASON, ...reasons],
    ...findingsOf(made.event, reasons),
  });

async function takeAttempt(
  deps: StepDeps,
  trx: Db,
  tenantId: TenantId,
  processId: ProcessId,
  outcome: AttemptOutcome,
): Promise<boolean> {
  if (!(await lockSubject(trx, PROCESSES, tenantId, processId))) return false;
  const subject = { kind: 'process', id: processId, of: PROCESSES } as const;
  const at = deps.clock.now();
  const recorded = await recordAttempt(deps, trx, tenantId, subject, outcome);
  if (recorded === 'completed') return move(trx, tenantId, processId, { ...FINISHED, at, reasons: [] });
  if (recorded !== 'exhausted') return recorded !== 'not taken';
  const exhausted = { event: 'attempts-exhausted', actor: 'person' } as const;
  return move(trx, tenantId, processId, { ...exhausted, at, reasons: ['attempts_exhausted'] });
}

/** Lets one thing happen to a process of the test environment in the caller's database transaction, as `takeStep` does to a transaction; false when it does not take it. */
export async function takeProcessStep(
  deps: StepDeps,
  trx: Db,
  tenantId: TenantId,
  processId: ProcessId,
  { event, reasons }: { event: ScenarioEvent; reasons: Reasons },
): Promise<boolean> {
  refuseProduction(deps.environment);
  const outcome = outcomeOf(event);
  if (outcome) return takeAttempt(deps, trx, tenantId, processId, outcome);
  const transition = MOVES[event];
  invariant(transition, 'a process is led by its own steps');
  const at = deps.clock.now();
  if (transition.event === 'approve' || transition.event === 'reject')
    await move(trx, tenantId, processId, { ...FINISHED, at, reasons: [] });
  return move(trx, tenantId, processId, { ...transition, at, reasons });
}
