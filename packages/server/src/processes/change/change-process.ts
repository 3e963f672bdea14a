import type { AuthenticationResult, LivenessResult } from '@titular/contract';
import { invariant } from '../../kernel/base/invariant.ts';
import type { Db } from '../../kernel/database/connect.ts';
import { recordEvent } from '../../webhooks/events/record-event.ts';
import { advanceProcess, isProcessFinal, PROCESS_WORDS, type ProcessEvent } from '../process.ts';
import { insertProcessStep, lockProcess, type ProcessChange, updateProcess } from '../process-store.ts';

/** An event with what is to be kept about it. */
export type ProcessTransition = {
  event: ProcessEvent;
  actor: 'merchant' | 'person' | 'service' | 'platform';
  reasons?: readonly string[];
  at: Date;
  /** The transaction that uses the process. */
  transactionId?: string;
  liveness?: LivenessResult;
  authentication?: AuthenticationResult;
  decision?: unknown;
};

/** Moves a process along its table inside the caller's database transaction, with history row and, at its end, event and deliveries; false when there is no such process, or it does not take the event. */
export async function changeProcess(
  trx: Db,
  tenantId: string,
  processId: string,
  transition: ProcessTransition,
): Promise<boolean> {
  const present = await lockProcess(trx, tenantId, processId);
  const to = present && advanceProcess(present.status, transition.event);
  if (!present || !to) return false;
  const isEnd = isProcessFinal(to) && !isProcessFinal(present.status);
  const change: ProcessChange = {
    processId,
    version: present.version + 1,
    event: transition.event,
    from: present.status,
    to,
    actor: transition.actor,
    reasons: transition.reasons ?? [],
    transactionId: transition.transactionId,
    at: transition.at,
    isEnd,
    liveness: transition.liveness,
    authentication: transition.authentication,
    decision: transition.decision,
  };
  invariant(await updateProcess(trx, tenantId, change), 'a locked process takes its change');
  await insertProcessStep(trx, tenantId, change);
  if (isEnd) {
    const type = PROCESS_WORDS[to].state === 'PROCESS_STATE_FINISHED' ? 'process.finished' : 'process.failed';
    await recordEvent(trx, {
      tenantId,
      companyId: present.companyId,
      subject: { type, processId },
      at: transition.at,
    });
  }
  return true;
}
