import type { SandboxFill } from '@titular/contract';
import type { Kysely } from 'kysely';
import { insertTenantEntry, type TenantAuditEntry } from '../../audit/index.ts';
import type { Environment } from '../../config/config.ts';
import type { Clock } from '../../kernel/base/clock.ts';
import { type CompanyId, newId, type TenantId } from '../../kernel/base/id.ts';
import { Refusal } from '../../kernel/base/refusal.ts';
import { type Db, withRetries } from '../../kernel/database/connect.ts';
import { enqueueJob } from '../../kernel/database/enqueue.ts';
import type { Tables } from '../../kernel/database/tables/tables.ts';
import type { Actor } from '../../kernel/http/service-actor.ts';
import { createCompany, switchCompaniesOff, type TenantKeys, updateToShop } from '../../tenants/index.ts';
import { listHeldOrdersOf } from '../../transactions/index.ts';
import { registerSilent } from '../../webhooks/index.ts';
import { refuseProduction } from '../guard.ts';
import { type Fill, findFill, insertFill, lockFill, updateFill } from './fill-store.ts';
import { FILL_TOTAL, SHOPS } from './plan.ts';
import { findTask } from './task-store.ts';

/** Orders that a refusal names; there may be more. */
const MAX_NAMED_ORDERS = 5;

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

type Deeds = { deps: FillDeps; trx: Kysely<Tables>; actor: Actor };

/** Writes into the audit log, beside a change in the same commit. */
const note = (
  { deps: { clock }, trx, actor: { tenantId, actor } }: Deeds,
  entry: TenantAuditEntry,
): Promise<void> => insertTenantEntry(trx, { clock, actor }, tenantId, entry);

async function makeShops(deeds: Deeds): Promise<CompanyId[]> {
  const { deps, trx, actor: by } = deeds;
  const { tenantId, actor } = by;
  const { clock } = deps;
  const key = await deps.tenantKeys(tenantId);
  const ids: CompanyId[] = [];
  for (const { name } of SHOPS) {
    const companyId = await createCompany({ db: trx, clock, actor }, tenantId, { name });
    await updateToShop(trx, tenantId, companyId);
    const at = clock.now();
    const endpointId = await registerSilent(trx, key, { tenantId, companyId, description: name, at });
    await note(deeds, {
      ...{ action: 'webhook-endpoint.create', subject: `webhook-endpoint/${endpointId}` },
      after: { company: companyId, enabled: false },
    });
    ids.push(companyId);
  }
  return ids;
}

/**
 * Begins to fill a tenant with sandbox transactions in shops of their own, with an audit entry in the same commit. Refuses with 40069 where
 * there is a fill already, and throws in production.
 */
export async function startFill(deps: FillDeps, actor: Actor, total = FILL_TOTAL): Promise<SandboxFill> {
  refuseProduction(deps.environment);
  const { clock } = deps;
  const { tenantId } = actor;
  await withRetries(() =>
    deps.db.transaction().execute(async (trx) => {
      if (await lockFill(trx, tenantId)) throw new Refusal('40069');
      const deeds = { deps, trx, actor };
      const companyIds = await makeShops(deeds);
      const begun = { tenantId, seed: newId(), begunAt: clock.now(), companyIds, total };
      if (!(await insertFill(trx, begun))) throw new Refusal('40069');
      await note(deeds, {
        ...{ action: 'sandbox.fill', subject: `tenant/${tenantId}` },
        after: { transactions: total, companies: companyIds },
      });
      await enqueueStep(trx, tenantId);
    }),
  );
  return readFill(deps, tenantId);
}

/** Refuses with 40375 while a legal hold keeps something of the shops; names its orders. */
async function refuseHeld(trx: Kysely<Tables>, { tenantId, companyIds }: Fill): Promise<void> {
  const held = await listHeldOrdersOf(trx, tenantId, companyIds, MAX_NAMED_ORDERS);
  if (held.length > 0) throw new Refusal('40375', `A legal hold keeps ${held.join(', ')}.`);
}

async function beginClearing(deeds: Deeds, fill: Fill): Promise<void> {
  const { trx } = deeds;
  const { tenantId, companyIds } = fill;
  await refuseHeld(trx, fill);
  await updateFill(trx, { ...fill, phase: 'clearing' });
  // Nothing new comes into a shop that is being removed.
  await switchCompaniesOff(trx, tenantId, companyIds);
  for (const companyId of companyIds)
    await note(deeds, {
      ...{ action: 'company.disable', subject: `company/${companyId}` },
      ...{ before: { active: true }, after: { active: false } },
    });
  const before = { transactions: fill.made, companies: companyIds };
  await note(deeds, { action: 'sandbox.clear', subject: `tenant/${tenantId}`, before });
}

/**
 * Begins to remove the fill of a tenant: its shops with all that lies in them, and nothing else; with audit entries in the same commit. Asked
 * again it asks for the next step, and without a fill it changes nothing. Refuses with 40375 while a legal hold keeps something of them.
 */
export async function clearFill(deps: FillDeps, actor: Actor): Promise<SandboxFill> {
  refuseProduction(deps.environment);
  const { tenantId } = actor;
  await withRetries(() =>
    deps.db.transaction().execute(async (trx) => {
      const fill = await lockFill(trx, tenantId);
      if (!fill) return;
      if (fill.phase !== 'clearing') await beginClearing({ deps, trx, actor }, fill);
      await enqueueStep(trx, tenantId);
    }),
  );
  return readFill(deps, tenantId);
}
