import type { EventType } from '@titular/contract';
import type { Kysely } from 'kysely';
import { addSeconds, secondsBetween } from '../../kernel/base/clock.ts';
import type { Log } from '../../kernel/base/log.ts';
import { type Db, withRetries } from '../../kernel/database/connect.ts';
import type { Tables } from '../../kernel/database/tables/tables.ts';
import { createSingleFlight } from '../../kernel/jobs/single-flight.ts';
import type { Started } from '../../module.ts';
import { findLastEvent, resendEvent } from '../../webhooks/index.ts';
import type { ScenarioRow, ScenarioStep, WebhookFault } from '../catalogue/scenario.ts';
import { findScenario } from '../catalogue/scenarios.ts';
import { LATE_SECONDS } from '../catalogue/webhook-faults.ts';
import { createCleanUp } from './clean-up.ts';
import { delayDeliveries } from './delay-store.ts';
import type { StepDeps } from './record-attempt.ts';
import { claimDueRun, isRunDue, postponeRun, type Run, updateRun } from './run-store.ts';
import { takeProcessStep } from './take-process-step.ts';
import { takeStep } from './take-step.ts';

/** What following scenarios needs. */
export type RunDeps = StepDeps & { db: Kysely<Tables>; log: Log };

/** Seconds until a step is tried again that could not be taken. */
const AFTER_FAULT_SECONDS = 10;

/** Seconds after which a step is given up that never could be taken. */
const GIVEN_UP_SECONDS = 86_400;

/** Steps that one look takes at most. */
const MAX_STEPS = 1_000;

/** When a step of a scenario is due that began then. */
export const dueAt = (startedAt: Date, step: ScenarioStep | undefined): Date | undefined =>
  step && addSeconds(startedAt, step.afterSeconds);

/** What a fault holds back. */
const HELD: Readonly<Partial<Record<WebhookFault, EventType>>> = {
  late: 'transaction.finished',
  'out-of-order': 'transaction.changed',
};

async function hold(
  { clock }: RunDeps,
  trx: Db,
  { tenantId, subject }: Run,
  fault: WebhookFault | undefined,
): Promise<void> {
  const type = fault && HELD[fault];
  if (!type || subject.kind !== 'transaction') return;
  const held = { transactionId: subject.id, type };
  await delayDeliveries(trx, tenantId, held, addSeconds(clock.now(), LATE_SECONDS));
}

async function sendAgain({ clock }: RunDeps, trx: Db, { tenantId, subject }: Run): Promise<boolean> {
  const event = subject.kind === 'transaction' && (await findLastEvent(trx, tenantId, subject.id));
  if (event) await resendEvent(trx, { tenantId, actor: 'sandbox' }, event, clock);
  return Boolean(event);
}

async function follow(deps: RunDeps, trx: Db, run: Run): Promise<void> {
  const { tenantId, subject, nextStep, startedAt } = run;
  const row = findScenario(run.scenario);
  const present = row?.steps[nextStep];
  const isTaken = row && present && (await perform(deps, trx, run, row, present));
  const further = isTaken ? row?.steps[nextStep + 1] : undefined;
  const next = { subjectId: subject.id, nextStep: nextStep + 1, dueAt: dueAt(startedAt, further) };
  await updateRun(trx, tenantId, next);
}

/** Whether the scenario goes on: a transaction or process that somebody moved on otherwise follows it no more. */
async function perform(
  deps: RunDeps,
  trx: Db,
  run: Run,
  row: ScenarioRow,
  { event }: ScenarioStep,
): Promise<boolean> {
  const { tenantId, subject } = run;
  if (event === 'send-again') return sendAgain(deps, trx, run);
  const { reasons = [], fault } = row;
  if (subject.kind === 'process') return takeProcessStep(deps, trx, tenantId, subject.id, { event, reasons });
  const outcome = await takeStep(deps, trx, tenantId, subject.id, { event, reasons });
  if (outcome.kind !== 'changed') return false;
  await hold(deps, trx, run, fault);
  return true;
}

function nextTry({ scenario, nextStep, startedAt }: Run, now: Date): Date | undefined {
  const due = dueAt(startedAt, findScenario(scenario)?.steps[nextStep]);
  const isHopeless = !due || secondsBetween(due, now) > GIVEN_UP_SECONDS;
  return isHopeless ? undefined : addSeconds(now, AFTER_FAULT_SECONDS);
}

/** Takes the step that is due the longest; false when none is. One that cannot be taken is put off, so that it does not hold up the others. */
async function takeNext(deps: RunDeps): Promise<boolean> {
  const { db, clock, log } = deps;
  let run: Run | undefined;
  try {
    await withRetries(() =>
      db.transaction().execute(async (trx) => {
        run = await claimDueRun(trx, clock.now());
        if (run) await follow(deps, trx, run);
      }),
    );
  } catch (error) {
    if (!run) throw error;
    log.error({ err: error, subjectId: run.subject.id }, 'fault while following a scenario');
    await postponeRun(db, run, nextTry(run, clock.now()));
  }
  return run !== undefined;
}

/** Takes every step that is due, of all tenants, each in a commit of its own; several processes share the work. */
async function advanceRuns(deps: RunDeps, isStopped: () => boolean): Promise<void> {
  for (let steps = 0; steps < MAX_STEPS && !isStopped() && (await takeNext(deps)); steps += 1);
}

/** Follows scenarios whenever a sweep finds a step that is due, or the clean-up; once `stop` resolves, no step is under way and none begins. */
export function startRuns(deps: RunDeps): Required<Pick<Started, 'stop' | 'sweep'>> {
  const { clock, log } = deps;
  const cleanUp = createCleanUp(deps);
  let isStopped = false;
  const flight = createSingleFlight(async () => {
    if (isStopped) return;
    try {
      await advanceRuns(deps, () => isStopped);
      await cleanUp();
    } catch (error) {
      log.error({ err: error }, 'fault while following scenarios');
    }
  });
  return {
    sweep: {
      name: 'scenarios',
      look: async (trx) =>
        cleanUp.isDue() || (await isRunDue(trx, clock.now())) ? flight.ask : () => undefined,
    },
    async stop() {
      isStopped = true;
      await flight.done();
    },
  };
}
