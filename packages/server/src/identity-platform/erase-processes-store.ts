import { sql } from 'kysely';
import type { Db } from '../database/connect.ts';
import { notHeld } from '../database/not-held.ts';
import type { ProcessStatus } from './process.ts';

/** The processes, erased ones left out, that are about the identity. */
export async function listProcessesOf(db: Db, tenantId: string, identityHash: Buffer): Promise<string[]> {
  const rows = await db
    .selectFrom('processes')
    .select('process_id')
    .where('tenant_id', '=', tenantId)
    .where('identity_hash', '=', identityHash)
    .where('erased_at', 'is', null)
    .execute();
  return rows.map((row) => row.process_id);
}

/** The same, locked, with where they stand. */
export async function lockProcessesOf(
  db: Db,
  tenantId: string,
  identityHash: Buffer,
): Promise<{ processId: string; status: ProcessStatus }[]> {
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

/** Processes of a company that ended before `before` and still name somebody, up to `limit`; those at hand elsewhere are left for the next time. */
export async function lockOutlivedProcesses(
  db: Db,
  tenantId: string,
  companyId: string,
  before: Date,
  limit: number,
): Promise<string[]> {
  const rows = await db
    .selectFrom('processes')
    .select('process_id')
    .where('tenant_id', '=', tenantId)
    .where('company_id', '=', companyId)
    .where('finished_at', '<', before)
    .where('erased_at', 'is', null)
    .where(notHeld('processes.process_id'))
    .orderBy('finished_at')
    .limit(limit)
    .forUpdate()
    .skipLocked()
    .execute();
  return rows.map((row) => row.process_id);
}

/** Takes everything of the person out of processes, and puts random bytes where the hash stood; ids, company, state, results, reasons and times stay. */
export async function eraseProcesses(
  db: Db,
  tenantId: string,
  processIds: readonly string[],
  at: Date,
): Promise<number> {
  const result = await sql`
    UPDATE processes SET
      sealed_identity = '', sealed_name = NULL, sealed_callback_uri = NULL, client_reference = NULL,
      identity_hash = sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())),
      decision = decision - 'captures' - 'consent' - 'distance',
      erased_at = ${at}
    WHERE tenant_id = ${tenantId} AND process_id = ANY (${[...processIds]}::uuid[])
      AND erased_at IS NULL`.execute(db);
  return Number(result.numAffectedRows ?? 0n);
}
