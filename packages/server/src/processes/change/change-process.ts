import type { AuthenticationResult, LivenessResult } from '@titular/contract';
import { sql } from 'kysely';
import type { ProcessId, TenantId, TransactionId } from '../../kernel/base/id.ts';
import type { Db } from '../../kernel/database/connect.ts';
import { changeSubject, type Step, type SubjectTable, type Transition } from '../../subjects/index.ts';
import {
  advanceProcess,
  isProcessFinal,
  PROCESS_WORDS,
  type ProcessEvent,
  type ProcessStatus,
} from '../process.ts';
import { findProcess } from '../process-store.ts';

/** An event with what is to be kept about it; results stay as they are where they are left out. */
export type ProcessTransition = Transition & {
  event: ProcessEvent;
  /** The transaction that uses the process. */
  transactionId?: TransactionId;
  liveness?: LivenessResult;
  authentication?: AuthenticationResult;
};

/** Processes among the subjects of captures; the database's clock says when they ended. */
export const PROCESSES: SubjectTable<ProcessStatus> = {
  table: 'processes',
  id: 'process_id',
  history: 'process_history',
  module: sql<string>`'process'`,
  awaiting: ['created'],
  endsHere: sql<boolean>`platform = 'built-in'`,
  finishedAt: () => sql<Date>`now()`,
  advance: advanceProcess,
  isFinal: isProcessFinal,
  columnsOf: ({ liveness, authentication, decision }: ProcessTransition, { isEnd }) => ({
    ...(isEnd ? { finished_at: sql`now()`, retry_until: null } : {}),
    ...(liveness ? { liveness } : {}),
    ...(authentication ? { authentication } : {}),
    ...(decision === undefined ? {} : { decision: JSON.stringify(decision) }),
  }),
  historyOf: ({ transactionId }: ProcessTransition) => ({ transaction_id: transactionId ?? null }),
  eventOf({ id: processId, to, isEnd }: Step<ProcessStatus>) {
    if (!isEnd) return undefined;
    const isFinished = PROCESS_WORDS[to].state === 'PROCESS_STATE_FINISHED';
    return { type: isFinished ? 'process.finished' : 'process.failed', processId };
  },
  failureOf: (why) => (why === 'attempts_exhausted' ? { liveness: 'LIVENESS_RESULT_NOT_LIVE' } : {}),
  async findShown(db, tenantId, id) {
    const row = await findProcess(db, tenantId, id);
    if (!row) return undefined;
    return { identityHash: row.identityHash, isStated: false, companyId: row.companyId, cardHash: undefined };
  },
};

/**
 * Moves a process along its table inside the caller's database transaction, with the history row and, at its end, event and deliveries.
 * False when there is no such process or it does not accept the event.
 */
export const changeProcess = async (
  trx: Db,
  tenantId: TenantId,
  processId: ProcessId,
  transition: ProcessTransition,
): Promise<boolean> =>
  (await changeSubject(trx, PROCESSES, tenantId, processId, transition)).kind === 'changed';
