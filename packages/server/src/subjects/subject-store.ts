import { sql } from 'kysely';
import type { CompanyId, TenantId } from '../kernel/base/id.ts';
import type { Db } from '../kernel/database/connect.ts';
import type { SubjectId } from '../kernel/database/subject-ref.ts';
import type { Columns, Step, SubjectTable } from './subject-table.ts';

/** Where a locked subject stands. */
export type Present<Status extends string> = {
  status: Status;
  version: number;
  companyId: CompanyId;
  module: string;
};

/** Locks a subject for a change. */
export async function lockSubject<Status extends string>(
  db: Db,
  of: SubjectTable<Status>,
  tenantId: TenantId,
  id: SubjectId,
): Promise<Present<Status> | undefined> {
  const { rows } = await sql<{ status: Status; version: number; company_id: CompanyId; module: string }>`
    SELECT status, version, company_id, ${of.module} AS module FROM ${sql.table(of.table)}
    WHERE tenant_id = ${tenantId} AND ${sql.ref(of.id)} = ${id} FOR UPDATE`.execute(db);
  const [row] = rows;
  if (!row) return undefined;
  const { status, version, company_id: companyId, module } = row;
  return { status, version, companyId, module };
}

/** Moves the status if it still stands at `from` and the version before; true when it moved. */
export async function updateStatus(
  db: Db,
  of: SubjectTable,
  tenantId: TenantId,
  { id, version, from, to }: Step,
  columns: Columns,
): Promise<boolean> {
  const values = Object.entries({ status: to, version, ...columns });
  const set = sql.join(values.map(([column, value]) => sql`${sql.ref(column)} = ${value}`));
  const result = await sql`
    UPDATE ${sql.table(of.table)} SET ${set}
    WHERE tenant_id = ${tenantId} AND ${sql.ref(of.id)} = ${id} AND status = ${from} AND version = ${version - 1}`.execute(
    db,
  );
  return result.numAffectedRows === 1n;
}

/** Adds a history row. */
export async function insertHistory(
  db: Db,
  of: SubjectTable,
  tenantId: TenantId,
  id: SubjectId,
  columns: Columns,
): Promise<void> {
  const row = { tenant_id: tenantId, [of.id]: id, ...columns };
  await sql`
    INSERT INTO ${sql.table(of.history)} (${sql.join(Object.keys(row).map((column) => sql.ref(column)))})
    VALUES (${sql.join(Object.values(row))})`.execute(db);
}
