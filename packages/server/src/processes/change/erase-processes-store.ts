import { sql } from 'kysely';
import type { Db } from '../../kernel/database/connect.ts';
import { notHeld } from '../../kernel/database/not-held.ts';
import type { ProcessStatus } from '../process.ts';

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

/** The companies of all tenants that have processes whose time to be kept has passed, with that time in days. */
export async function listWithOutlivedProcesses(
  db: Db,
  now: Date,
): Promise<{ tenantId: string; companyId: string; personDays: number }[]> {
  const { rows } = await sql<{ tenant_id: string; company_id: string; person_retention_days: number }>`
    SELECT c.tenant_id, c.company_id, c.person_retention_days FROM companies c
    WHERE EXISTS (
      SELECT FROM processes s
      WHERE s.tenant_id = c.tenant_id AND s.company_id = c.company_id AND s.erased_at IS NULL
        AND s.finished_at < ${now}::timestamptz - make_interval(days => c.person_retention_days)
        AND ${notHeld('s.process_id')})
    ORDER BY c.tenant_id, c.company_id`.execute(db);
  return rows.map((row) => ({
    tenantId: row.tenant_id,
    companyId: row.company_id,
    personDays: row.person_retention_days,
  }));
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
