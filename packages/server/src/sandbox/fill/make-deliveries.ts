import { addSeconds } from '../../kernel/base/clock.ts';
import type { TenantId, TransactionId } from '../../kernel/base/id.ts';
import type { Db } from '../../kernel/database/connect.ts';
import { listSkippedOf, type MadeUpAttempt, writeMadeUpAttempts } from '../../webhooks/index.ts';
import { between, createDraw, type Draw } from './draws.ts';
import type { Fill } from './fill-store.ts';
import type { Fate, Plan } from './plan.ts';

/** Seconds from one attempt to the next. */
const PAUSES = [60, 300, 900, 3_600] as const;
const TIMEOUT_MS = 10_000;

const answered = (startedAt: Date, responseStatus: number, draw: Draw): MadeUpAttempt => ({
  ...{ startedAt, responseStatus, error: undefined },
  durationMs: between(draw, 45, 420),
});

function failing(startedAt: Date, draw: Draw): MadeUpAttempt {
  const kind = draw();
  if (kind < 0.4) return answered(startedAt, 503, draw);
  if (kind < 0.7) return answered(startedAt, 500, draw);
  const error = 'no answer in time';
  return { startedAt, durationMs: TIMEOUT_MS, responseStatus: undefined, error };
}

function attemptsOf(fate: Fate, eventAt: Date, draw: Draw): MadeUpAttempt[] {
  const failures = fate === 'well' ? 0 : fate === 'late' ? between(draw, 1, 3) : PAUSES.length + 1;
  let at = addSeconds(eventAt, 1);
  const attempts: MadeUpAttempt[] = [];
  for (let place = 0; place < failures; place += 1) {
    attempts.push(failing(at, draw));
    at = addSeconds(at, PAUSES[place] ?? 0);
  }
  return fate === 'failed' ? attempts : [...attempts, answered(at, 200, draw)];
}

/** Writes what would have come of the webhooks of a transaction: at once, late, or failed for good. None of them is sent. */
export async function makeDeliveries(
  trx: Db,
  { tenantId, transactionId, plan }: { tenantId: TenantId; transactionId: TransactionId; plan: Plan },
  { begunAt, seed }: Fill,
): Promise<void> {
  const draw = createDraw(`${seed} ${plan.request.orderNumber} webhooks`);
  for (const { deliveryId, eventAt } of await listSkippedOf(trx, tenantId, transactionId)) {
    const attempts = attemptsOf(plan.fate, eventAt, draw);
    const past = attempts.filter(({ startedAt }) => startedAt < begunAt);
    const isCut = past.length < attempts.length;
    const shown = isCut ? [answered(addSeconds(eventAt, 1), 200, draw)] : past;
    await writeMadeUpAttempts(trx, tenantId, deliveryId, shown);
  }
}
