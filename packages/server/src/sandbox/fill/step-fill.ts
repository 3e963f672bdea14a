import type { Kysely } from 'kysely';
import { stepFigures } from '../../figures/index.ts';
import { isId, type TenantId } from '../../kernel/base/id.ts';
import { invariant } from '../../kernel/base/invariant.ts';
import type { Log } from '../../kernel/base/log.ts';
import { isOver, partOf, startRun } from '../../kernel/database/batches/until-none.ts';
import { withRetries } from '../../kernel/database/connect.ts';
import type { Tables } from '../../kernel/database/tables/tables.ts';
import { uncounted } from '../../kernel/metrics/uncounted.ts';
import { refuseProduction } from '../guard.ts';
import { clearStep } from './clear-step.ts';
import { type Fill, listUnderWay, lockFill, updateFill } from './fill-store.ts';
import { type MakeDeps, makeTransaction } from './make-transaction.ts';
import { enqueueStep } from './start-fill.ts';

/** What steps of a fill need. */
export type StepFillDeps = MakeDeps & { db: Kysely<Tables>; log: Log };

/** Transactions that one commit makes. */
const MADE_AT_ONCE = 5;
const FIGURES_MS = 2_000;
/** More fills than go on at once; the others follow. */
const MAX_UNDER_WAY = 100;

async function fillStep(deps: StepFillDeps, trx: Kysely<Tables>, fill: Fill): Promise<boolean> {
  const upTo = Math.min(fill.total, fill.made + MADE_AT_ONCE);
  let { taskTransactionId } = fill;
  for (let number = fill.made; number < upTo; number += 1) {
    const { transactionId, plan } = await uncounted(() => makeTransaction(deps, trx, fill, number));
    if (plan.isTask) taskTransactionId = transactionId;
  }
  const phase = upTo < fill.total ? 'filling' : 'filled';
  await updateFill(trx, { ...fill, phase, made: upTo, taskTransactionId });
  return phase === 'filling';
}

/** Has the figures follow: page sessions of weeks ago, which they count, are soon deleted. A run that cannot is made up for by the next. */
async function followFigures({ db, clock, log }: StepFillDeps, tenantId: TenantId): Promise<void> {
  try {
    await stepFigures({ db, clock }, tenantId, partOf(startRun(), FIGURES_MS));
  } catch (error) {
    log.warn({ err: error, tenantId }, 'the figures of sandbox transactions are counted later');
  }
}

/**
 * Makes or removes the next few sandbox transactions of a tenant, in one commit with how far it is: cut off anywhere, it goes on where it was.
 * Waits for who has it in hand. False when nothing is left to do. Throws in production.
 */
export async function stepFill(deps: StepFillDeps, tenantId: TenantId): Promise<boolean> {
  refuseProduction(deps.environment);
  const phase = { isFilling: false };
  const isMore = await withRetries(() =>
    deps.db.transaction().execute(async (trx) => {
      const fill = await lockFill(trx, tenantId);
      phase.isFilling = fill?.phase === 'filling';
      if (!fill || fill.phase === 'filled') return false;
      return phase.isFilling ? fillStep(deps, trx, fill) : clearStep(trx, fill);
    }),
  );
  if (phase.isFilling) await followFigures(deps, tenantId);
  return isMore;
}

/** The job that fills and clears: for some seconds at a time, so that others of the process come in between. */
export const fillTask =
  (deps: StepFillDeps) =>
  async (payload: unknown, { abortSignal }: { abortSignal?: AbortSignal | undefined }): Promise<void> => {
    const { tenantId } = payload as Record<string, unknown>;
    invariant(typeof tenantId === 'string' && isId(tenantId), 'a job names its tenant');
    const run = startRun();
    while (await stepFill(deps, tenantId))
      if (isOver(run) || abortSignal?.aborted) {
        await enqueueStep(deps.db, tenantId);
        return;
      }
  };

/** Asks for the next step of each fill that is under way: one whose job was lost, or gave up, goes on within a minute. */
export async function goOnWithFills({ db }: Pick<StepFillDeps, 'db'>): Promise<void> {
  for (const tenantId of await listUnderWay(db, MAX_UNDER_WAY)) await enqueueStep(db, tenantId);
}
