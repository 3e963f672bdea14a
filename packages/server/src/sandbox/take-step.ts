import { ATTEMPT_OUTCOMES, type AttemptOutcome, attemptEvent, type SandboxEvent } from '@titular/contract';
import { addSeconds, type Clock } from '../base/clock.ts';
import { newId } from '../base/id.ts';
import { endAttempt, findLatestAttempt, insertAttempt } from '../captures/attempt-store.ts';
import { NOTHING_OBSERVED } from '../captures/observations.ts';
import type { Environment } from '../config.ts';
import type { Db } from '../database/connect.ts';
import type { Settings } from '../tenants/settings-cache.ts';
import { type ChangeOutcome, changeStatus, type Happening } from '../transactions/change-status.ts';
import { updateRetry } from '../transactions/retry-store.ts';
import { takeUpCapture } from '../transactions/take-up-capture.ts';
import { lockStatus } from '../transactions/transaction-store.ts';
import { SANDBOX_ATTEMPTS } from './captures.ts';
import { refuseProduction } from './guard.ts';

/** What a step needs; after an attempt that failed the next has to begin within `retrySeconds`. */
export type StepDeps = {
  clock: Clock;
  settings: Settings;
  retrySeconds: number;
  environment: Environment;
};

/** What is said everywhere of a step: that nobody decided anything. */
export const SANDBOX_REASON = 'sandbox_scenario';

type Move = Pick<Happening, 'event' | 'actor' | 'hasIdentityChanged'>;
type Moving = Exclude<SandboxEvent, `attempt-${string}`>;

const MOVES: Readonly<Record<Moving, Move>> = {
  share: { event: 'share', actor: 'person' },
  approve: { event: 'approve', actor: 'service', hasIdentityChanged: false },
  'identity-changed': { event: 'approve', actor: 'service', hasIdentityChanged: true },
  reject: { event: 'reject', actor: 'service' },
  disown: { event: 'disown', actor: 'person' },
  'declare-absent': { event: 'declare-absent', actor: 'person' },
  cancel: { event: 'cancel', actor: 'merchant' },
  expire: { event: 'expire', actor: 'service' },
};

const OUTCOMES = new Map<string, AttemptOutcome>(
  ATTEMPT_OUTCOMES.map((outcome) => [attemptEvent(outcome), outcome]),
);

/** A decision as it is kept; of no engine, on no picture, and with no threshold that anything was held against. */
const decisionOf = (result: 'approved' | 'inconclusive', reasons: readonly string[]): object => ({
  result,
  reasons,
  enrol: false,
  engineVersion: 'sandbox',
  matchThreshold: 0,
  captures: [],
  consent: null,
});

const RESULTS: Readonly<Partial<Record<Happening['event'], 'approved' | 'inconclusive'>>> = {
  approve: 'approved',
  reject: 'inconclusive',
  'attempts-exhausted': 'inconclusive',
};

/** One change along the table of statuses, with the reasons of the sandbox. */
function move(
  trx: Db,
  tenantId: string,
  transactionId: string,
  made: Move & { at: Date; reasons: readonly string[] },
): Promise<ChangeOutcome> {
  const result = RESULTS[made.event];
  const reasons = [SANDBOX_REASON, ...made.reasons];
  const decision = result && decisionOf(result, reasons);
  return changeStatus(trx, tenantId, transactionId, { ...made, reasons, ...(decision ? { decision } : {}) });
}

/** What the sandbox lets happen, and what a decision would have found. */
export type WantedStep = { event: SandboxEvent; reasons: readonly string[] };

async function recordAttempt(
  { clock, settings, retrySeconds }: StepDeps,
  trx: Db,
  tenantId: string,
  transactionId: string,
  outcome: AttemptOutcome,
): Promise<ChangeOutcome> {
  const present = await lockStatus(trx, tenantId, transactionId);
  if (!present) return { kind: 'unknown' };
  const unmoved = { kind: 'unmoved', status: present.status } as const;
  const latest = await findLatestAttempt(trx, tenantId, transactionId);
  const number = (latest?.number ?? 0) + 1;
  if ((latest && !latest.outcome) || number > SANDBOX_ATTEMPTS) return unmoved;
  const at = clock.now();
  const taken = await takeUpCapture(settings, trx, tenantId, transactionId, at);
  if (taken.kind === 'late') return unmoved;
  if (taken.kind === 'too_many') return { kind: 'changed', status: 'inconclusive' };
  const attempt = {
    attemptId: newId(at.getTime()),
    transactionId,
    sessionId: newId(at.getTime()),
    number,
    poses: [],
    step: 0,
    framesSeen: 0,
    unhurried: false,
    observations: NOTHING_OBSERVED,
    lastAnswer: undefined,
    outcome: undefined,
    startedAt: at,
    stepStartedAt: at,
  };
  const consent = { version: 'sandbox', language: 'en', at };
  await insertAttempt(trx, tenantId, attempt, { ...taken, consent });
  await endAttempt(trx, tenantId, attempt.attemptId, outcome, at);
  const made = { at, actor: 'person', reasons: [] } as const;
  if (outcome === 'completed')
    return move(trx, tenantId, transactionId, { ...made, event: 'capture-finished' });
  const exhausted = { ...made, event: 'attempts-exhausted', reasons: ['attempts_exhausted'] } as const;
  if (number === SANDBOX_ATTEMPTS) return move(trx, tenantId, transactionId, exhausted);
  await updateRetry(trx, tenantId, transactionId, addSeconds(at, retrySeconds));
  return { kind: 'changed', status: present.status };
}

/** Lets one thing happen to a transaction of the test environment in the caller's database transaction; what is decided of one that waits is captured first, without any attempt. */
export async function takeStep(
  deps: StepDeps,
  trx: Db,
  tenantId: string,
  transactionId: string,
  { event, reasons }: WantedStep,
): Promise<ChangeOutcome> {
  refuseProduction(deps.environment);
  const outcome = OUTCOMES.get(event);
  if (outcome) return recordAttempt(deps, trx, tenantId, transactionId, outcome);
  const wanted = MOVES[event as Moving];
  const at = deps.clock.now();
  if (wanted.event === 'approve' || wanted.event === 'reject')
    await move(trx, tenantId, transactionId, { event: 'capture-finished', actor: 'person', at, reasons: [] });
  return move(trx, tenantId, transactionId, { ...wanted, at, reasons });
}
