import { type RawBuilder, sql } from 'kysely';
import type { CompanyId, EndpointId, ProcessId, TenantId, TransactionId } from '../../kernel/base/id.ts';
import type { Db } from '../../kernel/database/connect.ts';
import type { SubjectId } from '../../kernel/database/subject-ref.ts';

/** Tables whose rows name a transaction or process as `subject_id`, those that refer to others before them. */
const OF_SUBJECTS = [
  'frame_prints',
  'capture_devices',
  'capture_signs',
  'capture_attempts',
  'capture_sessions',
  'capture_links',
  'sandbox_runs',
  'subject_traces',
  'idempotency_keys',
  'capture_dues',
] as const;

const idsOf = (ids: readonly SubjectId[]): RawBuilder<unknown> => sql`ANY (${[...ids]}::uuid[])`;

/** Locks up to `limit` transactions of companies until the commit; answers their ids. */
export async function lockTransactionsOfCompanies(
  trx: Db,
  tenantId: TenantId,
  companyIds: readonly CompanyId[],
  limit: number,
): Promise<TransactionId[]> {
  const { rows } = await sql<{ transaction_id: TransactionId }>`
    SELECT transaction_id FROM transactions
    WHERE tenant_id = ${tenantId} AND company_id = ANY (${[...companyIds]}::uuid[])
    ORDER BY company_id, transaction_id LIMIT ${limit} FOR UPDATE`.execute(trx);
  return rows.map((row) => row.transaction_id);
}

/** Locks up to `limit` processes of companies until the commit; answers their ids. */
export async function lockProcessesOfCompanies(
  trx: Db,
  tenantId: TenantId,
  companyIds: readonly CompanyId[],
  limit: number,
): Promise<ProcessId[]> {
  const { rows } = await sql<{ process_id: ProcessId }>`
    SELECT process_id FROM processes
    WHERE tenant_id = ${tenantId} AND company_id = ANY (${[...companyIds]}::uuid[])
    ORDER BY company_id, process_id LIMIT ${limit} FOR UPDATE`.execute(trx);
  return rows.map((row) => row.process_id);
}

/** Deletes what was captured for subjects, and whatever else names them as one. */
export async function deleteOfSubjects(
  trx: Db,
  tenantId: TenantId,
  subjectIds: readonly SubjectId[],
): Promise<void> {
  await sql`DELETE FROM capture_frames f USING capture_attempts a
    WHERE f.tenant_id = ${tenantId} AND a.tenant_id = f.tenant_id AND a.attempt_id = f.attempt_id
      AND a.subject_id = ${idsOf(subjectIds)}`.execute(trx);
  for (const table of OF_SUBJECTS)
    await sql`DELETE FROM ${sql.table(table)}
      WHERE tenant_id = ${tenantId} AND subject_id = ${idsOf(subjectIds)}`.execute(trx);
}

/** Deletes calls that name one of these transactions, in each partition by itself: of a deletion from the whole only old rows go. */
export async function deleteCallsOf(
  trx: Db,
  tenantId: TenantId,
  transactionIds: readonly TransactionId[],
): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    SELECT c.relname AS name FROM pg_partition_tree('api_calls'::regclass) p JOIN pg_class c ON c.oid = p.relid
    WHERE p.isleaf`.execute(trx);
  for (const { name } of rows)
    await sql`DELETE FROM ${sql.id(name)}
      WHERE tenant_id = ${tenantId} AND transaction_id = ${idsOf(transactionIds)}`.execute(trx);
}

/** Deletes transactions of which nothing else is left. */
export async function deleteTransactions(
  trx: Db,
  tenantId: TenantId,
  transactionIds: readonly TransactionId[],
): Promise<void> {
  for (const table of ['case_notes', 'transaction_history', 'transactions'] as const)
    await sql`DELETE FROM ${sql.table(table)}
      WHERE tenant_id = ${tenantId} AND transaction_id = ${idsOf(transactionIds)}`.execute(trx);
}

/** Deletes processes of which nothing else is left. */
export async function deleteProcesses(
  trx: Db,
  tenantId: TenantId,
  processIds: readonly ProcessId[],
): Promise<void> {
  for (const table of ['process_history', 'processes'] as const)
    await sql`DELETE FROM ${sql.table(table)}
      WHERE tenant_id = ${tenantId} AND process_id = ${idsOf(processIds)}`.execute(trx);
}

/** Deletes the examinations of endpoints that are gone. */
export async function deleteExaminationsOf(
  trx: Db,
  tenantId: TenantId,
  endpointIds: readonly EndpointId[],
): Promise<void> {
  await sql`DELETE FROM receiver_examinations
    WHERE tenant_id = ${tenantId} AND endpoint_id = ANY (${[...endpointIds]}::uuid[])`.execute(trx);
}
