import type { SettingValue } from '@titular/contract';
import { sql } from 'kysely';
import type { CompanyId, TenantId } from '../kernel/base/id.ts';
import { invariant } from '../kernel/base/invariant.ts';
import type { Db } from '../kernel/database/connect.ts';

/** Whose settings they are. */
export type SettingOwner =
  | { kind: 'tenant'; tenantId: TenantId }
  | { kind: 'company'; tenantId: TenantId; companyId: CompanyId }
  | { kind: 'service-account'; tenantId: TenantId; account: string };

/** The kinds of owners. */
export type OwnerKind = SettingOwner['kind'];

const TABLES: Readonly<Record<OwnerKind, string>> = {
  tenant: 'tenants',
  company: 'companies',
  'service-account': 'service_accounts',
};

const rowOf = (owner: SettingOwner) => {
  const ofTenant = sql`tenant_id = ${owner.tenantId}::uuid`;
  if (owner.kind === 'tenant') return ofTenant;
  return owner.kind === 'company'
    ? sql`${ofTenant} AND company_id = ${owner.companyId}::uuid`
    : sql`${ofTenant} AND account = ${owner.account}`;
};

/** Values by their columns; undefined when there is no such owner. */
type Row = Record<string, SettingValue> | undefined;

const select = (owner: SettingOwner, columns: readonly string[]) =>
  sql`SELECT ${sql.join(columns.map((column) => sql.ref(column)))}
    FROM ${sql.table(TABLES[owner.kind])} WHERE ${rowOf(owner)}`;

/** Tells the present values by column, and holds up nobody who uses the owner. */
export async function findSettings(db: Db, owner: SettingOwner, columns: readonly string[]): Promise<Row> {
  const result = await sql<Record<string, SettingValue>>`${select(owner, columns)}`.execute(db);
  return result.rows[0];
}

/** Locks the owner's row and tells the present values by column. */
export async function lockSettings(db: Db, owner: SettingOwner, columns: readonly string[]): Promise<Row> {
  const result = await sql<Record<string, SettingValue>>`${select(owner, columns)} FOR UPDATE`.execute(db);
  return result.rows[0];
}

/** Writes values by column. */
export async function updateSettings(
  db: Db,
  owner: SettingOwner,
  values: Readonly<Record<string, SettingValue>>,
): Promise<void> {
  const assignments = Object.entries(values).map(([column, value]) => sql`${sql.ref(column)} = ${value}`);
  const result = await sql`
    UPDATE ${sql.table(TABLES[owner.kind])} SET ${sql.join(assignments)} WHERE ${rowOf(owner)}`.execute(db);
  invariant(result.numAffectedRows === 1n, 'settings of an owner that was locked');
}

/**
 * Keeps the day that persons were told for their pictures when they asked for the deletion of their data. Where a company
 * comes to keep pictures longer by some days, the time of theirs began as many days earlier.
 */
export async function keepNamedDays(
  trx: Db,
  { tenantId, companyId }: { tenantId: TenantId; companyId: CompanyId },
  moreDays: number,
): Promise<void> {
  await sql`
    UPDATE capture_dues d SET finished_at = d.finished_at - make_interval(days => ${moreDays})
    FROM (
      SELECT DISTINCT split_part(subject, '/', 2)::uuid AS id FROM audit_log
      WHERE tenant_id = ${tenantId} AND action = 'person.ask-erasure'
    ) AS asked
    WHERE d.tenant_id = ${tenantId} AND d.subject_id = asked.id AND d.company_id = ${companyId}`.execute(trx);
}
