import { makeUpVisit } from '../../captures/index.ts';
import { addSeconds, type Clock } from '../../kernel/base/clock.ts';
import type { TenantId, TransactionId } from '../../kernel/base/id.ts';
import { invariant } from '../../kernel/base/invariant.ts';
import type { Db } from '../../kernel/database/connect.ts';
import { NO_SANDBOX } from '../../kernel/http/sandbox-port.ts';
import { endIfDue, updateRetry } from '../../subjects/index.ts';
import {
  type CreateDeps,
  createTransaction,
  findStatus,
  parseCreateRequest,
  TRANSACTIONS,
} from '../../transactions/index.ts';
import { SANDBOX_REASON } from '../catalogue/make-decision.ts';
import { refuseProduction } from '../guard.ts';
import type { StepDeps } from '../runs/record-attempt.ts';
import { insertRun } from '../runs/run-store.ts';
import { takeStep } from '../runs/take-step.ts';
import type { Fill } from './fill-store.ts';
import { makeCalls } from './make-calls.ts';
import { makeDeliveries } from './make-deliveries.ts';
import { type Plan, planOf } from './plan.ts';

/** What making sandbox transactions needs: all that a create of the API does, and a step of a scenario. */
export type MakeDeps = CreateDeps & StepDeps;

/** A transaction that is being made. */
type Made = { tenantId: TenantId; transactionId: TransactionId; plan: Plan };

const standingAt = (at: Date): Clock => ({ now: () => at });

/** The run that goes on with one whose selfie was taken: it is approved a while after the fill. */
const GOES_ON = { scenario: 'processing-for-30-seconds', nextStep: 1, afterSeconds: 1_800 };

const END_AT_CREATE = { scenario: 'fast-inconclusive', nextStep: 0, endsFor: [SANDBOX_REASON] } as const;

/** The rest of a transaction that nobody came back to. */
async function endByTime(
  { settings, retrySeconds }: MakeDeps,
  trx: Db,
  { tenantId, transactionId, plan }: Made,
  end: Date,
): Promise<void> {
  const found = await findStatus(trx, tenantId, transactionId);
  const company = await settings.findCompany(tenantId, plan.companyId);
  invariant(found && company, 'it was just created');
  const lasts = plan.course.givesUp ? retrySeconds * 2 : company.transactionExpirySeconds;
  const from = plan.course.givesUp ? plan.openedAt : plan.at;
  const now = addSeconds(from, lasts);
  if (now > end) return;
  await endIfDue(trx, TRANSACTIONS, tenantId, { id: transactionId, ...found }, now);
}

async function follow(deps: MakeDeps, trx: Db, made: Made, { begunAt }: Fill): Promise<void> {
  const { tenantId, transactionId, plan } = made;
  const { course, openedAt } = plan;
  let status = 'waiting';
  for (const { afterSeconds, event, reasons } of course.steps) {
    const clock = standingAt(addSeconds(openedAt, afterSeconds));
    const outcome = await takeStep({ ...deps, clock }, trx, tenantId, transactionId, { event, reasons });
    invariant(outcome.kind === 'changed', 'a course takes its steps');
    status = outcome.status;
  }
  const subject = { kind: 'transaction', id: transactionId } as const;
  if (status === 'processing') {
    const { scenario, nextStep, afterSeconds } = GOES_ON;
    const dueAt = addSeconds(begunAt, afterSeconds);
    await insertRun(trx, tenantId, { subject, scenario, nextStep, startedAt: begunAt, dueAt });
  }
  if (course.expires || course.givesUp) await endByTime(deps, trx, made, begunAt);
  if (!plan.isTask) return;
  const found = await findStatus(trx, tenantId, transactionId);
  invariant(found, 'it was just created');
  await updateRetry(trx, TRANSACTIONS, tenantId, transactionId, found.expiresAt);
}

/**
 * Makes one transaction of a fill in the caller's database transaction, by the code that makes and ends real ones. Its clock stands where the
 * plan says. Its webhooks are written and never sent. Answers its id, and throws in production.
 */
export async function makeTransaction(
  deps: MakeDeps,
  trx: CreateDeps['db'],
  fill: Fill,
  number: number,
): Promise<Made> {
  refuseProduction(deps.environment);
  const { tenantId } = fill;
  const plan = planOf(fill, number);
  const { at, course, companyId, openedAt, seconds, browser } = plan;
  const creating = { ...deps, db: trx, clock: standingAt(at), sandbox: NO_SANDBOX };
  const { id, link } = await createTransaction(
    { ...creating, insertTogether: undefined, cardEvidence: undefined },
    tenantId,
    parseCreateRequest(plan.request, at),
    (work) => work(trx),
    course.endsAtCreate && END_AT_CREATE,
  );
  const made = { tenantId, transactionId: id as TransactionId, plan };
  const subject = { kind: 'transaction', id: made.transactionId } as const;
  if (course.events && link) {
    const code = link.slice(link.lastIndexOf('/') + 1);
    const visit = { tenantId, companyId, subject, code, at: openedAt, seconds, browser };
    await makeUpVisit(trx, { ...visit, events: course.events });
  }
  await follow(deps, trx, made, fill);
  await makeDeliveries(trx, made, fill);
  await makeCalls(trx, made, fill);
  return made;
}
