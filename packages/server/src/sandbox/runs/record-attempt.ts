import { ATTEMPT_OUTCOMES, type AttemptOutcome, attemptEvent } from '@titular/contract';
import { endAttempt, findLatestAttempt, insertAttempt, makeUnwatchedAttempt } from '../../captures/index.ts';
import type { Environment } from '../../config/config.ts';
import { addSeconds, type Clock } from '../../kernel/base/clock.ts';
import type { TenantId } from '../../kernel/base/id.ts';
import type { Db } from '../../kernel/database/connect.ts';
import type { SubjectRef } from '../../kernel/database/subject-ref.ts';
import { permitAttempt, type SubjectTable, updateRetry } from '../../subjects/index.ts';
import type { Settings } from '../../tenants/index.ts';
import { SANDBOX_ATTEMPTS } from '../catalogue/captures.ts';

/** What a step needs; after an attempt that failed the next has to begin within `retrySeconds`. */
export type StepDeps = {
  clock: Clock;
  settings: Settings;
  retrySeconds: number;
  environment: Environment;
};

/** What an attempt is recorded for: a transaction or a process, that is locked. */
export type AttemptSubject = SubjectRef & { of: SubjectTable };

/** Result of an attempt: the last one failed, another may follow, or none was made because the subject accepts none now or reached its daily limit. */
export type RecordedAttempt = 'completed' | 'failed' | 'exhausted' | 'not taken';

const OUTCOMES = new Map<string, AttemptOutcome>(
  ATTEMPT_OUTCOMES.map((outcome) => [attemptEvent(outcome), outcome]),
);

/** The outcome of the attempt that a step of the sandbox is; undefined for all other steps. */
export const outcomeOf = (event: string): AttemptOutcome | undefined => OUTCOMES.get(event);

/** Records an attempt without any picture in the caller's database transaction; what follows for its subject is the caller's. */
export async function recordAttempt(
  { clock, settings, retrySeconds }: StepDeps,
  trx: Db,
  tenantId: TenantId,
  { of, ...subject }: AttemptSubject,
  outcome: AttemptOutcome,
): Promise<RecordedAttempt> {
  const latest = await findLatestAttempt(trx, tenantId, subject.id);
  const number = (latest?.number ?? 0) + 1;
  if ((latest && !latest.outcome) || number > SANDBOX_ATTEMPTS) return 'not taken';
  const at = clock.now();
  const taken = await permitAttempt(settings, trx, of, tenantId, subject.id, at);
  if (taken.kind !== 'begun') return 'not taken';
  const attempt = makeUnwatchedAttempt({ subject, number, poses: [] }, at);
  const consent = { version: 'sandbox', language: 'en', at };
  await insertAttempt(trx, tenantId, attempt, { ...taken, consent, showedFace: true });
  await endAttempt(trx, tenantId, attempt.attemptId, outcome, at);
  if (outcome === 'completed') return 'completed';
  if (number === SANDBOX_ATTEMPTS) return 'exhausted';
  await updateRetry(trx, of, tenantId, subject.id, addSeconds(at, retrySeconds));
  return 'failed';
}
