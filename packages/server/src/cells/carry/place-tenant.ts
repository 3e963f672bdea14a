import { OperatorRefusal } from '../../audit/index.ts';
import type { Db } from '../../kernel/database/connect.ts';
import type { Tables } from '../../kernel/database/tables/tables.ts';
import { lockCurrentMasterKey, rewrapDataKey } from '../../tenants/index.ts';
import type { MoveDeps } from '../end.ts';
import { deleteMove, findMove, insertMove } from '../move-store.ts';
import { passFences } from '../replication/fences.ts';

/** Every column: one that is added to the table is missed here by the compiler. */
const COLUMNS = Object.keys({
  tenant_id: true,
  name: true,
  active: true,
  wrapped_data_key: true,
  master_key_id: true,
  rate_per_second: true,
  rate_burst: true,
  concurrency_limit: true,
  template_retention_days: true,
  two_person: true,
  operator_entry: true,
  created_at: true,
} satisfies Record<keyof Tables['tenants'], true>) as (keyof Tables['tenants'])[];

/** The row of the tenant as it is to stand at the target: its data key is wrapped there by that deployment's master key, and is never written unwrapped. */
async function prepareRow({ tenantId, source, target }: MoveDeps, trx: Db) {
  const row = await source.db
    .selectFrom('tenants')
    .select(COLUMNS)
    .where('tenant_id', '=', tenantId)
    .executeTakeFirst();
  if (!row) throw new OperatorRefusal('not-found', `There is no tenant ${tenantId}.`);
  const masterKey = await lockCurrentMasterKey(trx, target.masterKeys);
  const held = { bytes: row.wrapped_data_key, masterKeyId: row.master_key_id };
  const wrapped = await rewrapDataKey(source.masterKeys, masterKey, tenantId, held);
  return { ...row, wrapped_data_key: wrapped.bytes, master_key_id: wrapped.masterKeyId };
}

/** Writes the tenant at the target, where nobody serves it before the switch, unless it stands there already. */
export async function placeTenant(deps: MoveDeps, moveId: string): Promise<void> {
  const { tenantId, source, target } = deps;
  if (await findMove(target.db, tenantId, 'target')) return;
  await target.db.transaction().execute(async (trx) => {
    // Of a tenant that was here once, the note that it had left.
    await deleteMove(trx, tenantId);
    await insertMove(trx, { tenantId, side: 'target', moveId, phase: 'arriving', peer: source.name });
    await trx
      .insertInto('tenants')
      .values(await prepareRow(deps, trx))
      .execute();
  });
}

/** Brings the row of the tenant at the target up to what the source says, in the caller's database transaction. */
export async function refreshTenant(deps: MoveDeps, trx: Db): Promise<void> {
  const { tenant_id: tenantId, ...columns } = await prepareRow(deps, trx);
  await passFences(trx, tenantId);
  await trx.updateTable('tenants').set(columns).where('tenant_id', '=', tenantId).execute();
}
