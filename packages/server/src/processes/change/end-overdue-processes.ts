import type { Kysely } from 'kysely';
import { addUp, listAttackSignalsOf } from '../../captures/attack-signals/signal-store.ts';
import { invariant } from '../../kernel/base/invariant.ts';
import { endBatch, type Unended } from '../../kernel/database/batches/end-batch.ts';
import type { Tables } from '../../kernel/database/tables/tables.ts';
import { recordEndings } from '../../webhooks/events/record-events.ts';
import { advanceProcess, PROCESS_WORDS, type ProcessEvent } from '../process.ts';
import {
  type DueProcess,
  lockDueProcesses,
  lockGivenUpProcesses,
  lockOverdueProcessRetries,
  type ProcessEnding,
  updateEndedProcesses,
} from './process-ending-store.ts';

type Why = Pick<ProcessEnding, 'reasons' | 'decision'>;

/** Ends locked processes with history, events and deliveries, each in a statement for all of them. */
async function endAll(
  trx: Kysely<Tables>,
  due: readonly DueProcess[],
  event: ProcessEvent,
  why: (one: DueProcess) => Why,
  at: Date,
): Promise<void> {
  const endings = due.map((one) => {
    const to = advanceProcess(one.status, event);
    invariant(to, 'an open process takes its end');
    return { ...one, event, from: one.status, to, version: one.version + 1, actor: 'service', ...why(one) };
  });
  const ended = await updateEndedProcesses(trx, endings, at);
  invariant(ended === endings.length, 'locked processes take their change');
  const occurrences = endings.map(({ tenantId, companyId, processId, to }) => {
    const isFinished = PROCESS_WORDS[to].state === 'PROCESS_STATE_FINISHED';
    const type = isFinished ? ('process.finished' as const) : ('process.failed' as const);
    return { tenantId, companyId, subject: { type, processId }, at };
  });
  await recordEndings(trx, occurrences, at);
}

const idOf = ({ processId }: DueProcess): string => processId;

type Lock = (trx: Kysely<Tables>, limit: number, leftOut: readonly string[]) => Promise<DueProcess[]>;

const expireAll = (at: Date) => (trx: Kysely<Tables>, due: readonly DueProcess[]) =>
  endAll(trx, due, 'expire', () => ({ reasons: [], decision: undefined }), at);

/** Ends up to `limit` processes of the platform inside, of all tenants, whose time has passed, oldest first, in one commit; answers how many. One that cannot be ended is noted in `unended`. */
export const expireDueProcesses = (
  db: Kysely<Tables>,
  now: Date,
  limit: number,
  unended?: Unended,
): Promise<number> => {
  const lock: Lock = (trx, most, leftOut) => lockDueProcesses(trx, now, most, leftOut);
  return endBatch(db, { lock, end: expireAll(now), idOf }, limit, unended);
};

/** Ends up to `limit` processes on the operator's platform whose time had passed at `before`; answers how many. One that cannot be ended is noted in `unended`. */
export const expireGivenUpProcesses = (
  db: Kysely<Tables>,
  { before, now }: { before: Date; now: Date },
  limit: number,
  unended?: Unended,
): Promise<number> => {
  const lock: Lock = (trx, most, leftOut) => lockGivenUpProcesses(trx, before, most, leftOut);
  return endBatch(db, { lock, end: expireAll(now), idOf }, limit, unended);
};

async function endRetries(trx: Kysely<Tables>, due: readonly DueProcess[], now: Date): Promise<void> {
  const subjects = due.map(({ tenantId, processId }) => ({ tenantId, transactionId: processId }));
  const noted = await listAttackSignalsOf(trx, subjects);
  const why = ({ processId }: DueProcess): Why => {
    const signs = addUp(noted.get(processId) ?? []).map(({ sign }) => sign);
    const reasons = ['retry_time_passed', ...signs];
    return { reasons, decision: { result: 'inconclusive', reasons, signs } };
  };
  await endAll(trx, due, 'attempts-exhausted', why, now);
}

/** Makes the failure final of up to `limit` processes, of all tenants, whose time for another attempt has passed; answers how many. One that cannot be ended is noted in `unended`. */
export const endOverdueProcessRetries = (
  db: Kysely<Tables>,
  now: Date,
  limit: number,
  unended?: Unended,
): Promise<number> => {
  const lock: Lock = (trx, most, leftOut) => lockOverdueProcessRetries(trx, now, most, leftOut);
  const end = (trx: Kysely<Tables>, due: readonly DueProcess[]) => endRetries(trx, due, now);
  return endBatch(db, { lock, end, idOf }, limit, unended);
};
