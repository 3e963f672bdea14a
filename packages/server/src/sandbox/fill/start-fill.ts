import type { SandboxFill } from '@titular/contract';
import type { Kysely } from 'kysely';
import { insertAuditEntry } from '../../audit/index.ts';
import type { Environment } from '../../config/config.ts';
import type { Clock } from '../../kernel/base/clock.ts';
import { type CompanyId, newId, type TenantId } from '../../kernel/base/id.ts';
import { Refusal } from '../../kernel/base/refusal.ts';
import { type Db, withRetries } from '../../kernel/database/connect.ts';
import { enqueueJob } from '../../kernel/database/enqueue.ts';
import type { Tables } from '../../kernel/database/tables/tables.ts';
import type { Actor } from '../../kernel/http/service-actor.ts';
import { createCompany, switchCompaniesOff, type TenantKeys } from '../../tenants/index.ts';
import { registerSilent } from '../../webhooks/index.ts';
import { refuseProduction } from '../guard.ts';
import { findFill, insertFill, lockFill, updateFill } from './fill-store.ts';
import { FILL_TOTAL, SHOPS } from './plan.ts';
import { findTask } from './task-store.ts';

/** What beginning a fill, or its removal, needs. */
export type FillDeps = {
  db: Kysely<Tables>;
  clock: Clock;
  environment: Environment;
  tenantKeys: TenantKeys;
};

/** Asks for the next step of a fill. Of one tenant one runs at a time. */
export const enqueueStep = (db: Db, tenantId: TenantId): Promise<void> =>
  enqueueJob(
    db,
    'fill-sandbox',
    { tenantId },
    { jobKey: `fill-sandbox ${tenantId}`, queue: `fill-sandbox ${tenantId}` },
  );

/** How far the fill of a tenant is, with the order of the guided task while that transaction is there. */
export async function readFill({ db }: Pick<FillDeps, 'db'>, tenantId: TenantId): Promise<SandboxFill> {
  const fill = await findFill(db, tenantId);
  if (!fill) return { state: 'none', total: FILL_TOTAL, made: 0, removed: 0 };
  const { phase: state, total, made, removed, taskTransactionId } = fill;
  const task =
    state === 'filled' && taskTransactionId ? await findTask(db, tenantId, taskTransactionId) : undefined;
  return { state, total, made, removed, ...(task && { task }) };
}

async function makeShops(
  trx: Kysely<Tables>,
  deps: FillDeps,
  { tenantId, actor }: Actor,
): Promise<CompanyId[]> {
  const { clock } = deps;
  const key = await deps.tenantKeys(tenantId);
  const ids: CompanyId[] = [];
  for (const { name } of SHOPS) {
    const companyId = await createCompany({ db: trx, clock, actor }, tenantId, { name });
    await registerSilent(trx, key, { tenantId, companyId, description: name, at: clock.now() });
    ids.push(companyId);
  }
  return ids;
}

/**
 * Begins to fill a tenant with sandbox transactions in shops of their own, with an audit entry in the same commit. Refuses with 40069 where
 * there is a fill already, and throws in production.
 */
export async function startFill(deps: FillDeps, actor: Actor): Promise<SandboxFill> {
  refuseProduction(deps.environment);
  const { clock } = deps;
  const { tenantId } = actor;
  await withRetries(() =>
    deps.db.transaction().execute(async (trx) => {
      if (await lockFill(trx, tenantId)) throw new Refusal('40069');
      const companyIds = await makeShops(trx, deps, actor);
      const begun = { tenantId, seed: newId(), begunAt: clock.now(), companyIds, total: FILL_TOTAL };
      if (!(await insertFill(trx, begun))) throw new Refusal('40069');
      const entry = { action: 'sandbox.fill', subject: `tenant/${tenantId}` };
      const after = { transactions: FILL_TOTAL, companies: companyIds };
      await insertAuditEntry(trx, { clock, actor: actor.actor }, { tenantId, ...entry, after });
      await enqueueStep(trx, tenantId);
    }),
  );
  return readFill(deps, tenantId);
}

/**
 * Begins to remove the fill of a tenant: its shops with all that lies in them, and nothing else; with an audit entry in the same commit. Asked
 * again, or without a fill, it changes nothing.
 */
export async function clearFill(deps: FillDeps, { tenantId, actor }: Actor): Promise<SandboxFill> {
  refuseProduction(deps.environment);
  const { clock } = deps;
  await withRetries(() =>
    deps.db.transaction().execute(async (trx) => {
      const fill = await lockFill(trx, tenantId);
      if (!fill || fill.phase === 'clearing') return;
      await updateFill(trx, { ...fill, phase: 'clearing' });
      // Nothing new comes into a shop that is being removed.
      await switchCompaniesOff(trx, tenantId, fill.companyIds);
      const entry = { action: 'sandbox.clear', subject: `tenant/${tenantId}` };
      const before = { transactions: fill.made, companies: fill.companyIds };
      await insertAuditEntry(trx, { clock, actor }, { tenantId, ...entry, before });
      await enqueueStep(trx, tenantId);
    }),
  );
  return readFill(deps, tenantId);
}
