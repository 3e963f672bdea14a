import { MAX_EXPORT_BYTES, MAX_EXPORT_ROWS } from '@titular/contract';
import type { Task } from 'graphile-worker';
import type { Kysely } from 'kysely';
import { type DueTransactions, endDue } from '../cases/index.ts';
import { addSeconds } from '../kernel/base/clock.ts';
import type { TenantId } from '../kernel/base/id.ts';
import { isOver, type RunTime, startRun } from '../kernel/database/batches/until-none.ts';
import { withRetries } from '../kernel/database/connect.ts';
import { enqueueJob } from '../kernel/database/enqueue.ts';
import type { Tables } from '../kernel/database/tables/tables.ts';
import { endLost, failExport } from './end-export.ts';
import { awaitErasures, hasEarlierNodes } from './erase-store.ts';
import { isLate, lockExport, updateFailures } from './export-store.ts';
import { findReader, isWithinReach } from './reach.ts';
import type { ExportDeps, StoredExport, taskOf } from './stored-export.ts';
import { type WriteLimits, writeStep } from './write-step.ts';

const LIMITS: WriteLimits = {
  ...{ maxRows: MAX_EXPORT_ROWS, maxBytes: MAX_EXPORT_BYTES },
  ...{ partBytes: 1024 * 1024, stepMs: 700 },
};

/** Failures in a row after which a file is given up: by the back-off of jobs, after a minute and a half. */
const MAX_FAILURES = 5;

/** How long a file waits for nodes of an earlier release to go. */
const EARLIER_NODES_SECONDS = 30;

type Named = { tenantId: TenantId; exportId: string };

/** Whether who asked for the file may still have it. */
async function isTheirs({ db, environment }: ExportDeps, stored: StoredExport): Promise<boolean> {
  const reader = await findReader(db, stored, environment);
  return reader !== undefined && isWithinReach(stored, reader);
}

/** Writes one part; true once there is nothing more to write, or the rows that are due before. */
async function tryStep(
  deps: ExportDeps,
  { tenantId, exportId }: Named,
  how: { mayHoldDue: boolean; limits: WriteLimits },
): Promise<boolean | DueTransactions> {
  const key = await deps.tenantKeys(tenantId);
  const write = async (trx: Kysely<Tables>): Promise<boolean | DueTransactions> => {
    await awaitErasures(trx, tenantId);
    const stored = await lockExport(trx, tenantId, exportId);
    if (stored?.state !== 'writing') return true;
    const within = { ...deps, db: trx };
    const isOurs = await isTheirs(within, stored);
    if (isOurs && !(await isLate(trx, stored))) return writeStep(within, key, stored, how);
    await (isOurs ? failExport : endLost)(trx, deps.clock, stored);
    return true;
  };
  return withRetries(() => deps.db.transaction().execute(write));
}

/**
 * Writes one part in a commit of its own; true once there is nothing more to write, or the export is gone. What is due is ended before, in
 * commits of its own: a step locks no transaction, so nothing waits for it.
 */
export async function writeNextPart(
  deps: ExportDeps,
  named: Named,
  limits: WriteLimits = LIMITS,
): Promise<boolean> {
  const now = deps.clock.now();
  const tried = await tryStep(deps, named, { mayHoldDue: false, limits });
  if (typeof tried === 'boolean') return tried;
  await endDue(deps, named.tenantId, tried, now);
  return (await tryStep(deps, named, { mayHoldDue: true, limits })) === true;
}

/** Writes parts for as long as a run may take. A file that is not done then goes behind those that wait, so that a long one holds up no other. */
export async function writeExport(
  deps: ExportDeps,
  named: Named,
  run: RunTime = startRun(),
  limits: WriteLimits = LIMITS,
  task: ReturnType<typeof taskOf> = 'write-export',
): Promise<void> {
  const options = { jobKey: named.exportId, queue: 'exports' };
  if (await hasEarlierNodes(deps.db, undefined)) {
    const runAt = addSeconds(deps.clock.now(), EARLIER_NODES_SECONDS);
    return enqueueJob(deps.db, task, { ...named }, { ...options, runAt });
  }
  while (!(await writeNextPart(deps, named, limits)))
    if (isOver(run)) return enqueueJob(deps.db, task, { ...named }, options);
}

/** Counts a failure of the job; true where the file is given up or gone, and no further attempt is of use. */
export const recordFailure = ({ db, clock }: ExportDeps, { tenantId, exportId }: Named): Promise<boolean> =>
  db.transaction().execute(async (trx) => {
    const stored = await lockExport(trx, tenantId, exportId);
    if (stored?.state !== 'writing') return true;
    const isLast = stored.failures + 1 >= MAX_FAILURES;
    await (isLast ? failExport(trx, clock, stored) : updateFailures(trx, stored, false));
    return isLast;
  });

/** The job that writes a file; one that fails again and again gives it up. */
export const writeExportTask =
  (deps: ExportDeps, task: ReturnType<typeof taskOf>): Task =>
  async (payload) => {
    const named = payload as Named;
    try {
      await writeExport(deps, named, startRun(), LIMITS, task);
    } catch (error) {
      if (!(await recordFailure(deps, named))) throw error;
    }
  };
