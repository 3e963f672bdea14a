import type { ProcessHistoryResponse, ProcessResponse, ProcessStep } from '@titular/contract';
import type { Kysely } from 'kysely';
import type { Clock } from '../kernel/base/clock.ts';
import { isId, type TenantId } from '../kernel/base/id.ts';
import { Refusal } from '../kernel/base/refusal.ts';
import type { Tables } from '../kernel/database/tables/tables.ts';
import { endIfDue } from '../subjects/index.ts';
import type { TenantKeys } from '../tenants/index.ts';
import { PROCESSES } from './change/change-process.ts';
import { PROCESS_WORDS } from './process.ts';
import { listProcessSteps, type RecordedProcessStep } from './process-history-store.ts';
import { findProcess, type ProcessRow } from './process-store.ts';
import { viewProcess } from './view-process.ts';

/** What reading processes needs. */
export type ReadProcessDeps = { db: Kysely<Tables>; clock: Clock; tenantKeys: TenantKeys };

async function readRow({ db, clock }: ReadProcessDeps, tenantId: TenantId, id: string): Promise<ProcessRow> {
  if (!isId(id)) throw new Refusal('40007');
  const found = await findProcess(db, tenantId, id);
  if (!found) throw new Refusal('40409');
  // A platform elsewhere has the last word on its own.
  if (found.platform !== 'built-in') return found;
  if (!(await endIfDue(db, PROCESSES, tenantId, { ...found, id: found.processId }, clock.now())))
    return found;
  return (await findProcess(db, tenantId, id)) ?? found;
}

/** A process of the tenant; one whose time has passed is ended first. Refuses with 40007 and 40409. */
export async function readProcess(
  deps: ReadProcessDeps,
  tenantId: TenantId,
  processId: string,
): Promise<ProcessResponse> {
  const row = await readRow(deps, tenantId, processId);
  return { process: viewProcess(row, await deps.tenantKeys(tenantId)) };
}

const toStep = (step: RecordedProcessStep): ProcessStep => ({
  version: step.version,
  event: step.event,
  state: PROCESS_WORDS[step.status].state,
  actor: step.actor as ProcessStep['actor'],
  reasons: [...step.reasons],
  ...(step.transactionId === undefined ? {} : { transactionId: step.transactionId }),
  at: step.at.toISOString(),
});

/** The same with every step it went, its uses by transactions among them. */
export async function readProcessHistory(
  deps: ReadProcessDeps,
  tenantId: TenantId,
  processId: string,
): Promise<ProcessHistoryResponse> {
  const row = await readRow(deps, tenantId, processId);
  const steps = await listProcessSteps(deps.db, tenantId, row.processId);
  return { process: viewProcess(row, await deps.tenantKeys(tenantId)), history: steps.map(toStep) };
}
