import { sql } from 'kysely';
import type { ProcessId, TenantId } from '../../kernel/base/id.ts';
import type { Db } from '../../kernel/database/connect.ts';
import type { ProcessStatus } from '../process.ts';

/** Locks the processes, erased ones left out, that are about the identity, and tells where they stand. */
export async function lockProcessesOf(
  db: Db,
  tenantId: TenantId,
  identityHash: Buffer,
): Promise<{ processId: ProcessId; status: ProcessStatus }[]> {
  const rows = await db
    .selectFrom('processes')
    .select(['process_id', 'status'])
    .where('tenant_id', '=', tenantId)
    .where('identity_hash', '=', identityHash)
    .where('erased_at', 'is', null)
    .orderBy('process_id')
    .forUpdate()
    .execute();
  return rows.map((row) => ({ processId: row.process_id, status: row.status as ProcessStatus }));
}

/** Takes everything of the person out of processes, and puts random bytes where the hash stood; ids, company, state, results, reasons and times stay. */
export async function eraseProcesses(
  db: Db,
  tenantId: TenantId,
  processIds: readonly string[],
  at: Date,
): Promise<number> {
  const result = await sql`
    UPDATE processes SET
      sealed_identity = '', sealed_name = NULL, sealed_callback_uri = NULL, client_reference = NULL,
      identity_hash = sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())),
      decision = decision - 'captures' - 'consent' - 'distance' - 'reference',
      erased_at = ${at}
    WHERE tenant_id = ${tenantId} AND process_id = ANY (${[...processIds]}::uuid[])
      AND erased_at IS NULL`.execute(db);
  return Number(result.numAffectedRows ?? 0n);
}
